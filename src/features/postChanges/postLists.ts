import { clientOf } from '../../apollo/client.ts'
import { reportError } from '../../lib/reportError.ts'
import type { ListAddress, NewEdge } from '../../pagedList/cachedLists.ts'
import { listKinds } from '../../pagedList/listKinds.ts'
import { listsOf } from '../../pagedList/lists.ts'
import type { SessionScope } from '../../session/sessionScope.ts'
import { setDeletedByViewer, setPostDeleted } from '../drafts/draftStore.ts'
import { addNewPost, addPublished, removeNewPosts, type NewPost } from './newPosts.ts'
import { ReplyCount_PostFragmentDoc } from './ReplyCount.generated.ts'

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

function isRepliesTo(postId: string): (list: ListAddress) => boolean {
  return ({ name, ofId }) => name === 'replies' && ofId === postId
}

/** Adds a reply of the viewer to the replies to its parent. The other lists are fetched when they are shown next. */
export function addOwnReply(scope: SessionScope, parentId: string, edge: NewEdge): void {
  const lists = listsOf(scope)
  const isOfParent = isRepliesTo(parentId)
  for (const list of lists.matching(isOfParent)) list.addLast(edge)
  // They show it below its parent.
  lists.markStale((list) => list.name === 'replies' && !isOfParent(list))
  addPublished(scope, edge.node.id)
  markOrdersStale(scope)
}

/** Counts a reply as new where the replies to its parent are on screen. */
export function addNewReply(scope: SessionScope, reply: NewPost & { parentId: string }): void {
  const lists = listsOf(scope)
  const isOfParent = isRepliesTo(reply.parentId)
  if (lists.matching(isOfParent).some(({ shownBy }) => shownBy > 0)) addNewPost(scope, reply)
  else lists.markStale(isOfParent)
  // They show it below its parent when they are opened next, and never under the pointer.
  lists.markStale((list) => list.name === 'replies' && !isOfParent(list))
  markOrdersStale(scope)
}

/** Has the lists fetched when they are shown next whose posts or order a new text or a number of likes can change. */
export function markOrdersStale(scope: SessionScope): void {
  listsOf(scope).markStale((list) => isPostList(list) && list.name !== 'bookmarks' && !isLatest(list))
}

/** Adds a post to the bookmarks of the viewer. */
export function addBookmark(scope: SessionScope, edge: NewEdge): void {
  for (const list of listsOf(scope).matching(({ name }) => name === 'bookmarks')) list.addFirst(edge)
  markBookmarkSearchesStale(scope)
}

/** Removes the post whose bookmark the viewer has removed, from a list on screen when the user leaves the page. */
export function removeBookmark(scope: SessionScope): void {
  listsOf(scope).removeTakenOut('bookmarks')
  markBookmarkSearchesStale(scope)
}

function markBookmarkSearchesStale(scope: SessionScope): void {
  listsOf(scope).markStale(({ name, variables }) => name === 'searchPosts' && variables['scope'] === 'BOOKMARKED')
}

/** Removes a deleted post from the cache, and so from all lists. A thread shows what is left of an answered one. */
export function removePost(scope: SessionScope, postId: string): void {
  const { cache } = clientOf(scope)
  const id = `Post:${postId}`
  const isAnswered = (cache.readFragment({ fragment: ReplyCount_PostFragmentDoc, id })?.replyCount ?? 0) > 0
  setPostDeleted(scope, postId, true)
  removeNewPosts(scope, (post) => post.id === postId)
  cache.evict({ id })
  refetchTagLists(scope)
  if (isAnswered) refetchThreads(scope)
}

/** Fetches the replies on screen again, because a deleted post leaves a row without content, or is back. */
function refetchThreads(scope: SessionScope): void {
  listsOf(scope)
    .refetch(({ name }) => name === 'replies')
    .catch(reportError)
}

/** Fetches the lists of posts with a tag again, because a post has other tags now, or is gone. */
export function refetchTagLists(scope: SessionScope): void {
  listsOf(scope)
    .refetch(({ name }) => name === 'postsByTag')
    .catch(reportError)
}

/**
 * Marks the drafts of a restored post as not deleted: its edit, and replies to it. The post is in the cache again, and so in
 * the lists that had it.
 */
export function markPostRestored(scope: SessionScope, postId: string): void {
  // A query of the post, or of its replies, was answered with null meanwhile.
  clientOf(scope).cache.evict({ fieldName: 'post', args: { id: postId } })
  setPostDeleted(scope, postId, false)
  setDeletedByViewer(scope, postId, false)
  // Those that were fetched meanwhile lack it.
  listsOf(scope).markStale(isPostList)
  refetchThreads(scope)
}

/** Fetches the lists of posts again. Rejects if a request fails. */
export function refetchPostLists(scope: SessionScope): Promise<void> {
  return listsOf(scope).refetch(isPostList)
}
