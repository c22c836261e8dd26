/** Changes of posts and users together with the rows that refer to them, and with the counts of others. */

import { prefixRange } from '../sorted/keys.ts'
import { patcher, withoutLike } from '../patcher.ts'
import { UniqueViolationError, type PostPatch, type RemovedUser } from '../port.ts'
import type { PostRow } from '../rows.ts'
import { tagCountChanges } from '../search/tagKeys.ts'
import type { SortedIndex } from '../sorted/sortedIndex.ts'
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

/** Moves a post to the deleted ones. Returns whether it was there. */
export function removePost(data: Data, id: string, deletedAt: number): boolean {
  const post = data.posts.get([id])
  if (post === undefined) return false
  if (!data.deletedPosts.insert({ ...post, deletedAt })) throw new UniqueViolationError('deletedPosts', 'key')
  data.posts.remove([id])
  changeTagCounts(data, [post], [])
  return true
}

export function restorePost(data: Data, id: string): PostRow | undefined {
  const deleted = data.deletedPosts.get([id])
  if (deleted === undefined) return undefined
  const { deletedAt: _deletedAt, ...post } = deleted
  insertPost(data, post)
  data.deletedPosts.remove([id])
  return post
}

/** Removes a deleted post for good, with its reactions and bookmarks. */
export function purgePost(data: Data, id: string): void {
  if (data.deletedPosts.remove([id])) removeLinks(data, id)
}

function removeLinks({ reactions, bookmarks }: Data, postId: string): void {
  for (const { userId } of rowsOf(reactions.rows, postId)) reactions.remove([postId, userId])
  for (const { userId } of rowsOf(bookmarks.index('byPost'), postId)) bookmarks.remove([userId, postId])
}

export function removeUser(data: Data, id: string, now: number): RemovedUser | undefined {
  const { users, posts, reactions, bookmarks, follows, files, fileUses, deletedPosts, idempotencyKeys } = data
  if (!users.remove([id])) return undefined
  const ownPosts = rowsOf(posts.index('byAuthor'), id)
  for (const post of ownPosts) {
    posts.remove([post.id])
    removeLinks(data, post.id)
  }
  changeTagCounts(data, ownPosts, [])
  for (const post of rowsOf(deletedPosts.index('byAuthor'), id)) purgePost(data, post.id)

  const likedPosts: RemovedUser['likedPosts'] = []
  for (const { postId, kind } of rowsOf(reactions.index('byUser'), id)) {
    reactions.remove([postId, id])
    if (kind !== 'like') continue
    const post = posts.change([postId], withoutLike(now))
    if (post) likedPosts.push({ id: postId, authorId: post.authorId })
    else deletedPosts.change([postId], withoutLike(now))
  }
  for (const { postId } of rowsOf(bookmarks.index('byUser'), id)) bookmarks.remove([id, postId])

  const linkedUserIds = new Set<string>()
  const unlink = (userId: string, count: 'followerCount' | 'followingCount') => {
    if (users.change([userId], patcher({ set: { updatedAt: now }, add: { [count]: -1 } }))) linkedUserIds.add(userId)
  }
  for (const { followerId } of rowsOf(follows.index('byFollowee'), id)) {
    follows.remove([followerId, id])
    unlink(followerId, 'followingCount')
  }
  for (const { followeeId } of rowsOf(follows.index('byFollower'), id)) {
    follows.remove([id, followeeId])
    unlink(followeeId, 'followerCount')
  }

  const fileIds = rowsOf(files.index('byOwner'), id).map((file) => file.id)
  for (const fileId of fileIds) {
    files.remove([fileId])
    for (const { usedBy } of rowsOf(fileUses.rows, fileId)) fileUses.remove([fileId, usedBy])
  }
  for (const { key } of rowsOf(idempotencyKeys.rows, id)) idempotencyKeys.remove([id, key])
  return { postIds: ownPosts.map((post) => post.id), likedPosts, linkedUserIds: [...linkedUserIds], fileIds }
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
