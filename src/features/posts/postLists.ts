import type { ApolloCache, ApolloClient, Reference } from '@apollo/client'
import { reportError } from '../../apollo/errors.ts'
import { setPostDeleted } from '../drafts/drafts.ts'
import {
  addToLists,
  forgetDeletion,
  hasId,
  isDeleted,
  markDeleted,
  removeFromLists,
  type ListDetails,
  type NewEdge,
  type NewNode,
} from '../../apollo/lists.ts'
import { refreshLists } from '../../apollo/shownLists.ts'

/** Adds a post to the cached lists: by time to the latest posts, to Trending by likes and time. */
export function addPostEverywhere(
  cache: ApolloCache,
  edge: NewEdge,
  author: NewNode,
  { inFeed }: { inFeed: boolean },
): void {
  const goesBefore = (known: Reference, { storeFieldName, toReference, readField }: ListDetails) => {
    const post = toReference(edge.node)
    const likesOf = (row: Reference | undefined) => (row ? Number(readField('likeCount', row)) : 0)
    const moreLikes = storeFieldName.includes('"TRENDING"') ? likesOf(post) - likesOf(known) : 0
    return moreLikes > 0 || (moreLikes === 0 && String(readField('id', known)) < edge.node.id)
  }
  addToLists(cache, inFeed ? ['posts', 'feed'] : ['posts'], edge, { goesBefore })
  addToLists(cache, ['posts'], edge, { goesBefore, of: author })
}

/** Stops filtering a restored post out of lists, and marks its edit draft as not deleted. Its open page loads it again. */
export function forgetPostDeletion(cache: ApolloCache, post: NewNode): void {
  evictPost(cache, post.id)
  forgetDeletion(cache, post)
  setPostDeleted(post.id, false)
}

/**
 * Removes a deleted post from all cached lists; `author` is null if the account was deleted too. Its record stays in the
 * cache: without it, a list that still has the post would be incomplete, and its page would fetch it again.
 */
export function removePostEverywhere(cache: ApolloCache, postId: string, author: NewNode | null): void {
  markDeleted(cache, { __typename: 'Post', id: postId })
  setPostDeleted(postId, true)
  removeFromLists(cache, ['posts', 'feed', 'bookmarks', 'postsByTag'], hasId(postId))
  if (author) removeFromLists(cache, ['posts'], hasId(postId), { of: author })
  if (!beingDeleted.has(postId)) evictPost(cache, postId)
}

function evictPost(cache: ApolloCache, postId: string): void {
  cache.evict({ fieldName: 'post', args: { id: postId } })
}

/** The ids of the posts that this tab is deleting. */
const beingDeleted = new Set<string>()

/**
 * Keeps the result `post(id)` in the cache while this tab deletes the post. Without it, the open page of the post would
 * fetch it again and show an error. Returns a function that evicts the result if the post was deleted.
 */
export function delayEviction(cache: ApolloCache, postId: string): () => void {
  beingDeleted.add(postId)
  return () => {
    beingDeleted.delete(postId)
    if (isDeleted({ __ref: `Post:${postId}` })) evictPost(cache, postId)
  }
}

/** Refetches the loaded rows of all lists of posts. */
export function refreshPostLists(client: ApolloClient): void {
  for (const name of ['feed', 'posts', 'bookmarks', 'userPosts', 'postsByTag'] as const)
    refreshLists(client, name).catch(reportError)
}
