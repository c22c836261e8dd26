import type { PostRow } from '../store/rows.ts'
import type { Context } from '../context.ts'
import { connection, type Connection, type ConnectionArgs, type Edge } from './connections.ts'
import { idList } from './listIdentities.ts'

/** What is left of a post that the viewer may not see. */
export interface Tombstone {
  row: PostRow
  reason: 'DELETED' | 'HIDDEN'
}

/** An entry of a thread. */
export type ThreadEntry = PostRow | Tombstone

export type ThreadEntryEdge = Edge<ThreadEntry>

export function isTombstone(entry: ThreadEntry): entry is Tombstone {
  return 'reason' in entry
}

/** Returns the entries of these posts, in their order. */
export async function threadEntries(
  { visible }: Pick<Context, 'visible'>,
  rows: readonly PostRow[],
): Promise<ThreadEntry[]> {
  const seen = new Set((await visible.posts(rows)).map(({ id }) => id))
  return rows.map((row) => (seen.has(row.id) ? row : { row, reason: row.state === 'hidden' ? 'HIDDEN' : 'DELETED' }))
}

/** Returns the entry of the post that a reply answers; null if it is no reply. */
export async function parentEntry(ctx: Context, parentId: string | null): Promise<ThreadEntry | null> {
  const row = parentId === null ? undefined : await ctx.anyPosts.load(parentId)
  const [entry] = row ? await threadEntries(ctx, [row]) : []
  return entry ?? null
}

/** Loads a page of the replies to a post. Those that the viewer may not see are left out unless somebody has answered them. */
export async function repliesTo(post: PostRow, args: ConnectionArgs, ctx: Context): Promise<Connection<ThreadEntry>> {
  const page = await connection(args, idList('replies', post.id), (request) =>
    ctx.replies.load({ of: post.id, ...request }),
  )
  const entries = await threadEntries(
    ctx,
    page.edges.map(({ node }) => node),
  )
  const edges = page.edges.flatMap(({ cursor }, index) => {
    const node = entries[index]
    return node && !(isTombstone(node) && isUnanswered(node)) ? [{ cursor, node }] : []
  })
  return { ...page, edges, totalCount: post.replyCount }
}

/** A post that is gone has answers, perhaps only such as are gone, too. */
function isUnanswered({ row }: Tombstone): boolean {
  return row.replyCount === 0 && row.state !== 'gone'
}
