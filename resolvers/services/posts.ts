import { maxMediaSide } from '../../shared/formats.ts'
import { noMedia, noMediaDetails, type PostRow, type UserRow } from '../store/rows.ts'
import { lockPost, patchUser, requirePost, type ServiceContext } from './serviceContext.ts'
import { ApiError, badInput, existing } from './errorCatalogue.ts'
import { replaceFile } from './files.ts'
import { changeOnce } from './idempotency.ts'
import { storableTexts } from './storableTexts.ts'

/** How long an author can restore a deleted post. */
export const RESTORABLE_MS = 10 * 60 * 1000

/** The fields of a post that its author sets. */
export type PostContent = Pick<PostRow, 'content' | keyof typeof noMedia>

/** POST /posts (spec §7): creates a post of the viewer. Empty content is accepted (§5). Throws `BAD_INPUT`. */
export async function createPost(
  ctx: ServiceContext,
  content: Partial<PostContent>,
): Promise<{ post: PostRow; viewer: UserRow }> {
  return changeOnce(ctx, {
    request: ['createPost', content],
    limitedAs: 'post',
    // A post from a clock that was ahead does not stay before later ones.
    newestId: async (tx) => (await tx.posts.page('LATEST', { limit: 1 }))[0]?.row.id,
    async work(change, id) {
      const { tx, viewer, now, publish } = change
      const post: PostRow = {
        content: '',
        ...noMedia,
        ...storableContent(content),
        id,
        authorId: viewer.id,
        createdAt: now,
        updatedAt: now,
        likeCount: 0,
        editedAt: null,
        state: 'shown',
        deletedAt: null,
      }
      await tx.posts.insert(post)
      const author = await patchUser(tx, viewer.id, { add: { postCount: 1 } })
      await replaceFile(change, post.id, '', post.mediaUrl)
      publish('postCreated', { postId: post.id, authorId: viewer.id })
      publish('userChanged', { userId: viewer.id })
      return { post, viewer: author }
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
      const patched = await tx.posts.patch(postId, {
        set: { ...set, updatedAt: now, ...(isEdited && { editedAt: now }) },
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
 * They are kept, with its file, as long as the author can restore it (`restorePost`). Returns the viewer. Throws
 * `POST_NOT_FOUND`, `NOT_POST_OWNER`.
 */
export async function deletePost(ctx: ServiceContext, postId: string): Promise<UserRow> {
  return changeOnce(ctx, {
    request: ['deletePost', postId],
    limitedAs: 'deletion',
    async work(change) {
      const { tx, viewer, now, publish } = change
      const post = await lockPost(change, postId, 'change')
      if (post.authorId !== viewer.id) throw new ApiError('NOT_POST_OWNER')
      await tx.posts.patch(postId, { set: { state: 'deleted', deletedAt: now } })
      publish('postDeleted', { postId, authorId: viewer.id })
      publish('userChanged', { userId: viewer.id })
      return patchUser(tx, viewer.id, { add: { postCount: -1 } })
    },
    repeat: async ({ viewer }) => viewer,
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
    async work({ tx, viewer, now, publish }) {
      const deleted = await tx.posts.lock(postId, 'change')
      const isRestorable = deleted?.authorId === viewer.id && (deleted.deletedAt ?? 0) >= now - RESTORABLE_MS
      if (!isRestorable || deleted.state !== 'deleted') throw new ApiError('POST_NOT_FOUND')
      const restored = await tx.posts.patch(postId, { set: { state: 'shown', deletedAt: null } })
      const post = existing(restored, 'POST_NOT_FOUND')
      publish('postRestored', { postId, authorId: viewer.id })
      publish('userChanged', { userId: viewer.id })
      return { post, viewer: await patchUser(tx, viewer.id, { add: { postCount: 1 } }) }
    },
    repeat: async (change) => ({ post: await requirePost(change, postId), viewer: change.viewer }),
  })
}

/** Returns the content with texts that every store can hold. Throws `BAD_INPUT` for a text or size out of its limits. */
function storableContent(content: Partial<PostContent>): Partial<PostContent> {
  for (const side of ['mediaWidth', 'mediaHeight'] as const) {
    const pixels = content[side] ?? 1
    if (pixels < 1 || pixels > maxMediaSide) throw badInput(side, `must be between 1 and ${maxMediaSide}`)
  }
  return storableTexts(content)
}
