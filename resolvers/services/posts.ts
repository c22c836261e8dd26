import { maxMediaSide } from '../../shared/formats.ts'
import { newPost, noMedia, noMediaDetails, type PostRow, type UserRow } from '../store/rows.ts'
import type { Tables } from '../store/port.ts'
import { lockPost, patchUser, requirePost, type ChangeContext, type ServiceContext } from './serviceContext.ts'
import { ApiError, badInput, existing } from './errorCatalogue.ts'
import { replaceFile } from './files.ts'
import { changeOnce } from './idempotency.ts'
import { resolveMentions } from './mentions.ts'
import { storableTexts } from './storableTexts.ts'

/** How long an author can restore a deleted post. */
export const RESTORABLE_MS = 10 * 60 * 1000

/** The fields of a post that its author sets. */
export type PostContent = Pick<PostRow, 'content' | keyof typeof noMedia>

/**
 * POST /posts (spec §7): creates a post of the viewer, or a reply to another post. Empty content is accepted (§5). Throws
 * `BAD_INPUT`; `POST_NOT_FOUND` for a reply to a post that is not there.
 */
export async function createPost(
  ctx: ServiceContext,
  content: Partial<PostContent>,
  parentId: string | null = null,
): Promise<{ post: PostRow; viewer: UserRow }> {
  return changeOnce(ctx, {
    request: ['createPost', content, parentId],
    limitedAs: 'post',
    popularRow: parentId ?? undefined,
    // A post from a clock that was ahead does not stay before later ones.
    newestId: (tx) => newestIdBeside(tx, parentId),
    async work(change, id) {
      const { tx, viewer, now } = change
      if (parentId !== null) await requirePost(change, parentId)
      const written = { content: '', ...noMedia, ...storableContent(content) }
      const post: PostRow = {
        ...newPost,
        ...written,
        mentions: await resolveMentions(change, written.content),
        id,
        authorId: viewer.id,
        createdAt: now,
        updatedAt: now,
        parentId,
      }
      await tx.posts.insert(post)
      await replaceFile(change, post.id, '', post.mediaUrl)
      return { post, viewer: await showPost(change, post, 'postCreated') }
    },
    repeat: async (change, id) => ({ post: await requirePost(change, id), viewer: change.viewer }),
  })
}

/**
 * POST /posts/edit/{postId} (spec §7): merges the given fields into a post of the viewer. A new picture or video does
 * not keep the size and description of the previous one. Throws `POST_NOT_FOUND`, `NOT_POST_EDITOR`, `BAD_INPUT`.
 */
export async function editPost(ctx: ServiceContext, postId: string, changes: Partial<PostContent>): Promise<PostRow> {
  return changeOnce(ctx, {
    request: ['editPost', postId, changes],
    limitedAs: 'edit',
    async work(change) {
      const { tx, viewer, now, publish } = change
      const content = storableContent(changes)
      const post = await lockPost(change, postId, 'change')
      if (post.authorId !== viewer.id) throw new ApiError('NOT_POST_EDITOR')
      const details = content.mediaUrl === undefined || content.mediaUrl === post.mediaUrl ? {} : noMediaDetails
      const set = { ...details, ...content }
      const before = new Map<string, unknown>(Object.entries(post))
      const isEdited = Object.entries(set).some(([name, value]) => value !== before.get(name))
      const isRewritten = content.content !== undefined && content.content !== post.content
      const mentions = isRewritten ? await resolveMentions(change, content.content ?? '', post) : undefined
      const patched = await tx.posts.patch(postId, {
        set: { ...set, mentions, updatedAt: now, ...(isEdited && { editedAt: now }) },
      })
      const edited = existing(patched, 'POST_NOT_FOUND')
      await replaceFile(change, postId, post.mediaUrl, edited.mediaUrl)
      publish('postChanged', { postId, authorId: viewer.id })
      return edited
    },
    repeat: (change) => requirePost(change, postId),
  })
}

/**
 * DELETE /posts/{postId} (spec §7): removes a post with its reactions and all bookmarks of it from every list and count.
 * They are kept, with its file, as long as the author can restore it (`restorePost`). Returns the viewer, and the id of the
 * post that it answered. Throws `POST_NOT_FOUND`, `NOT_POST_OWNER`.
 */
export async function deletePost(
  ctx: ServiceContext,
  postId: string,
): Promise<Pick<PostRow, 'parentId'> & { viewer: UserRow }> {
  return changeOnce(ctx, {
    request: ['deletePost', postId],
    limitedAs: 'deletion',
    async work(change) {
      const { tx, viewer, now, publish } = change
      const post = await lockPost(change, postId, 'change')
      if (post.authorId !== viewer.id) throw new ApiError('NOT_POST_OWNER')
      await tx.posts.patch(postId, { set: { state: 'deleted', deletedAt: now } })
      publish('postDeleted', { postId, authorId: viewer.id })
      const { parentId } = post
      if (parentId === null) return { parentId, viewer: await countPost(change, -1) }
      await countReply(change, parentId, -1)
      return { parentId, viewer }
    },
    repeat: async ({ tx, viewer }) => ({ parentId: (await tx.posts.get(postId))?.parentId ?? null, viewer }),
  })
}

/**
 * Brings back a post that the viewer deleted at most 10 minutes ago, with its id, dates, reactions, bookmarks and file.
 * Throws `POST_NOT_FOUND`.
 */
export async function restorePost(ctx: ServiceContext, postId: string): Promise<{ post: PostRow; viewer: UserRow }> {
  return changeOnce(ctx, {
    request: ['restorePost', postId],
    limitedAs: 'deletion',
    async work(change) {
      const { tx, viewer, now } = change
      const deleted = await tx.posts.lock(postId, 'change')
      const isRestorable = deleted?.authorId === viewer.id && (deleted.deletedAt ?? 0) >= now - RESTORABLE_MS
      if (!isRestorable || deleted.state !== 'deleted') throw new ApiError('POST_NOT_FOUND')
      const restored = await tx.posts.patch(postId, { set: { state: 'shown', deletedAt: null } })
      const post = existing(restored, 'POST_NOT_FOUND')
      return { post, viewer: await showPost(change, post, 'postRestored') }
    },
    repeat: async (change) => ({ post: await requirePost(change, postId), viewer: change.viewer }),
  })
}

/**
 * Counts and publishes a post of the viewer that is now shown. Returns the viewer. Throws `POST_NOT_FOUND` if a new reply
 * answers a post that was deleted meanwhile.
 */
async function showPost(
  change: ChangeContext,
  { id, parentId }: PostRow,
  topic: 'postCreated' | 'postRestored',
): Promise<UserRow> {
  const { viewer, publish } = change
  if (parentId === null) {
    publish(topic, { postId: id, authorId: viewer.id })
    return countPost(change, 1)
  }
  const parent = await countReply(change, parentId, 1)
  if (topic === 'postCreated' && parent?.state !== 'shown' && parent?.state !== 'hidden')
    throw new ApiError('POST_NOT_FOUND')
  // A restored one, too: a client that shows the thread does not have it.
  publish('replyCreated', { postId: id, authorId: viewer.id, parentId })
  return viewer
}

async function countPost({ tx, viewer, publish }: ChangeContext, by: 1 | -1): Promise<UserRow> {
  publish('userChanged', { userId: viewer.id })
  return patchUser(tx, viewer.id, { add: { postCount: by } })
}

/** Adds to the number of replies of a post, and returns it. */
async function countReply({ tx, publish }: ChangeContext, parentId: string, by: 1 | -1): Promise<PostRow | undefined> {
  const parent = await tx.posts.patch(parentId, { add: { replyCount: by } })
  if (parent?.state === 'shown') publish('postChanged', { postId: parentId, authorId: parent.authorId })
  return parent
}

/** Returns the id of the newest post beside which a new one is listed: among all, or among the replies to a post. */
async function newestIdBeside(tx: Tables, parentId: string | null): Promise<string | undefined> {
  const [newest] =
    parentId === null
      ? await tx.posts.page('LATEST', { limit: 1 })
      : await tx.posts.page('byParent', { of: parentId, limit: 1 })
  return newest?.row.id ?? parentId ?? undefined
}

/** Returns the content with texts that every store can hold. Throws `BAD_INPUT` for a text or size out of its limits. */
function storableContent(content: Partial<PostContent>): Partial<PostContent> {
  for (const side of ['mediaWidth', 'mediaHeight'] as const) {
    const pixels = content[side] ?? 1
    if (pixels < 1 || pixels > maxMediaSide) throw badInput(side, `must be between 1 and ${maxMediaSide}`)
  }
  return storableTexts(content)
}
