/** Changes of posts and users together with the rows that refer to them. */

import { prefixRange } from '../keys.ts'
import { patcher } from '../patcher.ts'
import { UniqueViolationError, type PostPatch, type PostWithLinks, type RemovedUser } from '../port.ts'
import type { PostRow } from '../rows.ts'
import { tagCountChanges } from '../tagKeys.ts'
import type { SortedIndex } from '../sortedIndex.ts'
import type { Data } from './data.ts'

export function insertPost(data: Data, row: PostRow): void {
  if (!data.posts.insert(row)) throw new UniqueViolationError('posts', 'key')
  changeTagCounts(data, [], [row])
}

export function patchPost(data: Data, id: string, patch: PostPatch): PostRow | undefined {
  const before = data.posts.get([id])
  const after = data.posts.change([id], patcher(patch))
  if (before && after && before.content !== after.content) changeTagCounts(data, [before], [after])
  return after
}

export function removePost(data: Data, id: string): PostWithLinks | undefined {
  const post = data.posts.get([id])
  if (post === undefined) return undefined
  data.posts.remove([id])
  changeTagCounts(data, [post], [])
  const reactions = rowsOf(data.reactions.rows, id)
  for (const { userId } of reactions) data.reactions.remove([id, userId])
  const bookmarks = rowsOf(data.bookmarks.index('byPost'), id)
  for (const { userId } of bookmarks) data.bookmarks.remove([userId, id])
  return { post, reactions, bookmarks }
}

export function removeUser(data: Data, id: string): RemovedUser | undefined {
  const { users, posts, reactions, bookmarks, follows, files, fileUses, deletedPosts, idempotencyKeys } = data
  if (!users.remove([id])) return undefined
  const postIds = rowsOf(posts.index('byAuthor'), id).map((post) => post.id)
  for (const postId of postIds) removePost(data, postId)
  const otherReactions = rowsOf(reactions.index('byUser'), id)
  for (const { postId } of otherReactions) reactions.remove([postId, id])
  for (const { postId } of rowsOf(bookmarks.index('byUser'), id)) bookmarks.remove([id, postId])
  const followerIds = rowsOf(follows.index('byFollowee'), id).map(({ followerId }) => followerId)
  for (const followerId of followerIds) follows.remove([followerId, id])
  const followeeIds = rowsOf(follows.index('byFollower'), id).map(({ followeeId }) => followeeId)
  for (const followeeId of followeeIds) follows.remove([id, followeeId])
  const fileIds = rowsOf(files.index('byOwner'), id).map((file) => file.id)
  for (const fileId of fileIds) {
    files.remove([fileId])
    for (const { usedBy } of rowsOf(fileUses.rows, fileId)) fileUses.remove([fileId, usedBy])
  }
  for (const post of rowsOf(deletedPosts.index('byAuthor'), id)) deletedPosts.remove([post.id])
  for (const { key } of rowsOf(idempotencyKeys.rows, id)) idempotencyKeys.remove([id, key])
  const likedPostIds = otherReactions.flatMap(({ kind, postId }) => (kind === 'like' ? [postId] : []))
  return { postIds, likedPostIds, followerIds, followeeIds, fileIds }
}

/** The rows whose keys start with an id, not copied. Nothing changes a row: a changed one is another object. */
function rowsOf<Row>(index: SortedIndex<Row>, id: string): Row[] {
  return Array.from(index.ascending(prefixRange([id])), ({ value }) => value)
}

function changeTagCounts({ tagCounts }: Data, before: readonly PostRow[], after: readonly PostRow[]): void {
  for (const [tag, by] of tagCountChanges(before, after)) {
    const postCount = (tagCounts.get([tag])?.postCount ?? 0) + by
    if (postCount > 0) tagCounts.put({ tag, postCount })
    else tagCounts.remove([tag])
  }
}
