import { clientOf } from '../../apollo/client.ts'
import { reportError } from '../../lib/reportError.ts'
import type { ListAddress, NewEdge } from '../../pagedList/cachedLists.ts'
import { listKinds } from '../../pagedList/listKinds.ts'
import { listsOf } from '../../pagedList/lists.ts'
import type { SessionScope } from '../../session/sessionScope.ts'
import { setDeletedByViewer, setPostDeleted } from '../drafts/draftStore.ts'
import { addPublished, removeNewPosts } from './newPosts.ts'

export function isPostList({ name }: ListAddress): boolean {
  return listKinds[name].rows === 'posts'
}

/** Returns whether new posts come first in a list: of everybody in it, or of the user whose list it is. */
export function isLatest({ name, variables }: ListAddress): boolean {
  return listKinds[name].isTimeline === true && (variables['orderBy'] ?? 'LATEST') === 'LATEST'
}

/** Adds a post of the viewer to the lists of the latest posts. The others are fetched when they are shown next. */
export function addOwnPost(scope: SessionScope, edge: NewEdge): void {
  const lists = listsOf(scope)
  const isFirstIn = (list: ListAddress) => isLatest(list) && (list.ofId ?? scope.userId) === scope.userId
  for (const list of lists.matching(isFirstIn)) list.addFirst(edge)
  addPublished(scope, edge.node.id)
  markOrdersStale(scope)
}

/** Has the lists fetched when they are shown next whose posts or order a new text or a number of likes can change. */
export function markOrdersStale(scope: SessionScope): void {
  listsOf(scope).markStale((list) => isPostList(list) && list.name !== 'bookmarks' && !isLatest(list))
}

/** Adds a post to the bookmarks of the viewer. */
export function addBookmark(scope: SessionScope, edge: NewEdge): void {
  for (const list of listsOf(scope).matching(({ name }) => name === 'bookmarks')) list.addFirst(edge)
}

/** Removes a deleted post from the cache, and so from all lists. */
export function removePost(scope: SessionScope, postId: string): void {
  setPostDeleted(scope, postId, true)
  removeNewPosts(scope, ({ id }) => id === postId)
  clientOf(scope).cache.evict({ id: `Post:${postId}` })
  refetchTagLists(scope)
}

/** Fetches the lists of posts with a tag again, because a post has other tags now, or is gone. */
export function refetchTagLists(scope: SessionScope): void {
  listsOf(scope)
    .refetch(({ name }) => name === 'postsByTag')
    .catch(reportError)
}

/** Marks the edit draft of a restored post as not deleted. The post is in the cache again, and so in the lists that had it. */
export function markPostRestored(scope: SessionScope, postId: string): void {
  setPostDeleted(scope, postId, false)
  setDeletedByViewer(scope, postId, false)
  // Those that were fetched meanwhile lack it.
  listsOf(scope).markStale(isPostList)
}

/** Fetches the lists of posts again. Rejects if a request fails. */
export function refetchPostLists(scope: SessionScope): Promise<void> {
  return listsOf(scope).refetch(isPostList)
}
