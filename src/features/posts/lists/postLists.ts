import type { ApolloCache, Reference } from '@apollo/client'
import { setPostDeleted } from '../../drafts/draftStore.ts'
import { addToLists, hasId, removeFromLists, type PageDetails, type NewEdge } from '../../../pagedList/cachedLists.ts'
import { deletedRecordsOf, type RecordRef } from '../../../pagedList/deletedRecords.ts'
import { clientOf } from '../../../apollo/client.ts'
import { sessionState, type SessionScope } from '../../../session/sessionScope.ts'
import { listsOf } from '../../../pagedList/lists.ts'

/**
 * Adds a post to the cached lists of all posts, of the feed and of its author: by time to the latest posts, to Trending by
 * likes and time. Lists by tag are refreshed when its event arrives if they are on screen, else when they are opened, also
 * in the tab that made the post.
 */
export function addPostToTimelines(
  cache: ApolloCache,
  edge: NewEdge,
  author: RecordRef,
  { inFeed }: { inFeed: boolean },
): void {
  const goesBefore = (known: Reference, { storeFieldName, toReference, readField }: PageDetails) => {
    const post = toReference(edge.node)
    const likesOf = (row: Reference | undefined) => (row ? Number(readField('likeCount', row)) : 0)
    const moreLikes = storeFieldName.includes('"TRENDING"') ? likesOf(post) - likesOf(known) : 0
    return moreLikes > 0 || (moreLikes === 0 && String(readField('id', known)) < edge.node.id)
  }
  addToLists(cache, inFeed ? ['posts', 'feed'] : ['posts'], edge, { goesBefore })
  addToLists(cache, ['posts'], edge, { goesBefore, of: author })
}

/** Stops filtering a restored post out of lists, and marks its edit draft as not deleted. Its open page loads it again. */
export function markPostRestored(scope: SessionScope, post: RecordRef): void {
  evictPostResult(scope, post.id)
  deletedRecordsOf(scope).remove(post)
  setPostDeleted(scope, post.id, false)
}

/**
 * Removes a deleted post from all cached lists; `author` is null if the account was deleted too. Its record stays in the
 * cache: without it, a list that still has the post would be incomplete, and its page would fetch it again.
 */
export function removePostEverywhere(scope: SessionScope, postId: string, author: RecordRef | null): void {
  const { cache } = clientOf(scope)
  deletedRecordsOf(scope).add({ __typename: 'Post', id: postId })
  setPostDeleted(scope, postId, true)
  removeFromLists(cache, ['posts', 'feed', 'bookmarks', 'postsByTag'], hasId(postId))
  if (author) removeFromLists(cache, ['posts'], hasId(postId), { of: author })
  if (!deletionsOf(scope).has(postId)) evictPostResult(scope, postId)
}

/** The ids of the posts that this tab is deleting. */
const deletionsOf = sessionState(() => new Set<string>())

/** Returns whether a post is known to be deleted, by a response or an event. */
export function isPostDeleted(scope: SessionScope, postId: string): boolean {
  return deletedRecordsOf(scope).has({ __typename: 'Post', id: postId })
}

function evictPostResult(scope: SessionScope, postId: string): void {
  clientOf(scope).cache.evict({ fieldName: 'post', args: { id: postId } })
}

/**
 * Keeps the result `post(id)` in the cache while this tab deletes the post. Without it, the open page of the post would
 * fetch it again and show an error. Returns a function that evicts the result if the post was deleted.
 */
export function delayEviction(scope: SessionScope, postId: string): () => void {
  const deletions = deletionsOf(scope)
  deletions.add(postId)
  return () => {
    deletions.delete(postId)
    if (isPostDeleted(scope, postId)) evictPostResult(scope, postId)
  }
}

const namesOfPostLists = ['feed', 'posts', 'bookmarks', 'userPosts', 'postsByTag'] as const

/** Refetches the loaded rows of all lists of posts. Rejects if a request fails. */
export async function refreshPostLists(scope: SessionScope): Promise<void> {
  await Promise.all(namesOfPostLists.map((name) => listsOf(scope).refresh(name)))
}

/** Like `refreshPostLists`, but those that are not on screen are refreshed when they are opened. */
export async function refreshShownPostLists(scope: SessionScope): Promise<void> {
  await Promise.all(namesOfPostLists.map((name) => listsOf(scope).refreshShown(name)))
}
