import type { ApolloClient, MaybeMasked, OperationVariables, TypedDocumentNode } from '@apollo/client'
import { fetchQuery } from '../../apollo/calls.ts'
import {
  MyBookmarksDocument,
  MyFollowersDocument,
  MyFollowingDocument,
  MyLikesDocument,
  MyPostsDocument,
  MyProfileDocument,
  MyRepliesDocument,
} from './MyData.generated.ts'
import { formatNumber } from '../../lib/format.ts'

interface Connection<Node> {
  edges: readonly { node: Node }[]
  pageInfo: { endCursor: string | null; hasNextPage: boolean }
}

interface MyDataOptions {
  client: ApolloClient
  /** Called at once with `Profile`, then with the progress, such as `Posts: 200 of 1,240`. */
  onProgress: (text: string) => void
  signal: AbortSignal
}

/**
 * Reads all data of the viewer page by page, bypassing the cache, and returns it as a JSON file. It contains the
 * absolute URLs of pictures and videos, not their content. Rejects if a request fails or `signal` is aborted.
 */
export async function readMyData({ client, onProgress, signal }: MyDataOptions): Promise<Blob> {
  onProgress('Profile')
  const profile = (await query(MyProfileDocument, {})).viewer
  if (!profile) throw new Error('No user is signed in.')

  const content = {
    exportedAt: new Date().toISOString(),
    profile,
    posts: await readList('Posts', MyPostsDocument, ({ viewer }) => viewer?.posts, profile.postCount),
    replies: await readList('Replies', MyRepliesDocument, ({ viewer }) => viewer?.replies),
    bookmarks: await readList('Bookmarks', MyBookmarksDocument, ({ bookmarks }) => bookmarks),
    likes: await readList('Likes', MyLikesDocument, ({ likes }) => likes),
    following: await readList(
      'Following',
      MyFollowingDocument,
      ({ viewer }) => viewer?.following,
      profile.followingCount,
    ),
    followers: await readList(
      'Followers',
      MyFollowersDocument,
      ({ viewer }) => viewer?.followers,
      profile.followerCount,
    ),
  }
  return new Blob([JSON.stringify(content, forFile, 2)], { type: 'application/json' })

  async function readList<Data, Node>(
    name: string,
    document: TypedDocumentNode<Data, { after?: string | null }>,
    connectionOf: (data: MaybeMasked<Data>) => Connection<Node> | null | undefined,
    total?: number,
  ): Promise<Node[]> {
    const nodes: Node[] = []
    for (let after: string | null = null; ;) {
      onProgress(`${name}: ${formatNumber(nodes.length)}${total === undefined ? '' : ` of ${formatNumber(total)}`}`)
      const connection: Connection<Node> | null | undefined = connectionOf(await query(document, { after }))
      if (!connection) throw new Error(`${name} could not be read.`)
      nodes.push(...connection.edges.map(({ node }) => node))
      if (!connection.pageInfo.hasNextPage) return nodes
      after = connection.pageInfo.endCursor
    }
  }

  async function query<Data, Variables extends OperationVariables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<MaybeMasked<Data>> {
    signal.throwIfAborted()
    return fetchQuery(client, document, variables, 'no-cache')
  }
}

/** Leaves out what only the client adds, and makes addresses absolute. */
function forFile(key: string, value: unknown): unknown {
  if (key === '__typename') return undefined
  return (key === 'url' || key.endsWith('Url')) && typeof value === 'string' && value.startsWith('/')
    ? new URL(value, location.origin).href
    : value
}
