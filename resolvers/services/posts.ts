import { dayOf } from '../lib/clock.ts'
import type { Tables } from '../store/port.ts'
import type { PostRow, UserRow } from '../store/rows.ts'
import { changeAsViewer, requirePost, type Call } from './call.ts'
import { ApiError } from './errors.ts'
import { replaceFile } from './files.ts'

/** What an author writes; media fields are empty where there is none. */
export type PostContent = Pick<PostRow, 'content' | 'mediaUrl' | 'mediaType'>

/** POST /posts (spec §7): publishes a post of the viewer's. Empty content is accepted (§5). */
export async function createPost(call: Call, content: PostContent): Promise<{ post: PostRow; viewer: UserRow }> {
  const { clock, ids } = call.services
  return changeAsViewer(call, async ({ tx, viewer, announce }) => {
    const postedAt = clock()
    const post: PostRow = {
      ...content,
      id: ids(),
      authorId: viewer.id,
      postedAt,
      createdAt: dayOf(postedAt),
      updatedAt: dayOf(postedAt),
      likeCount: 0,
    }
    await tx.posts.put(post)
    await replaceFile(tx, viewer, post.id, '', post.mediaUrl)
    announce('postCreated', { postId: post.id })
    announce('userChanged', { userId: viewer.id })
    return { post, viewer: await countPosts(tx, viewer, 1) }
  })
}

/** POST /posts/edit/{postId} (spec §7): merges the given fields into a post of the viewer's. Throws `POST_NOT_FOUND`, `NOT_POST_EDITOR`. */
export async function editPost(call: Call, postId: string, changes: Partial<PostContent>): Promise<PostRow> {
  return changeAsViewer(call, async ({ tx, viewer, today, announce }) => {
    const post = await requirePost(tx, postId)
    if (post.authorId !== viewer.id) throw new ApiError('NOT_POST_EDITOR')
    const edited = { ...post, ...changes, updatedAt: today }
    await tx.posts.put(edited)
    await replaceFile(tx, viewer, postId, post.mediaUrl, edited.mediaUrl)
    announce('postChanged', { postId })
    return edited
  })
}

/** DELETE /posts/{postId} (spec §7): with it go its reactions, everyone's bookmarks of it and its file, unless something else of the author's shows that too. Throws `POST_NOT_FOUND`, `NOT_POST_OWNER`. */
export async function deletePost(call: Call, postId: string): Promise<UserRow> {
  return changeAsViewer(call, async ({ tx, viewer, announce }) => {
    const post = await requirePost(tx, postId)
    if (post.authorId !== viewer.id) throw new ApiError('NOT_POST_OWNER')
    await tx.posts.remove(postId)
    await tx.reactions.removeOfPost(postId)
    await tx.bookmarks.removeOfPost(postId)
    await replaceFile(tx, viewer, postId, post.mediaUrl, '')
    announce('postDeleted', { postId, authorId: viewer.id })
    announce('userChanged', { userId: viewer.id })
    return countPosts(tx, viewer, -1)
  })
}

async function countPosts(tx: Tables, author: UserRow, by: 1 | -1): Promise<UserRow> {
  const counted = { ...author, postCount: author.postCount + by }
  await tx.users.put(counted)
  return counted
}
