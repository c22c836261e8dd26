import type { ApolloCache, Reference } from '@apollo/client'
import { addToLists, markDeleted, removeFromLists, type ListDetails, type NewEdge } from '../../apollo/lists.ts'

interface Author {
  __typename: string
  id: string
}

/** Puts a new post into every list that it belongs to: by its time, in the trending as the first of those that nobody likes. */
export function addPostEverywhere(
  cache: ApolloCache,
  edge: NewEdge,
  author: Author,
  { inFeed }: { inFeed: boolean },
): void {
  const goesBefore = (known: Reference, { storeFieldName, readField }: ListDetails) =>
    storeFieldName.includes('"TRENDING"')
      ? readField('likeCount', known) === 0
      : String(readField('id', known)) < edge.node.id
  addToLists(cache, inFeed ? ['posts', 'feed'] : ['posts'], edge, { goesBefore })
  addToLists(cache, ['posts'], edge, { goesBefore, of: author })
}

/** Takes a deleted post out of every list. The record itself stays: a page that is just being drawn with it would wait for it forever. */
export function removePostEverywhere(cache: ApolloCache, postId: string, author: Author): void {
  markDeleted(cache, { __typename: 'Post', id: postId })
  const isGone = (post: Reference, { readField }: ListDetails) => readField('id', post) === postId
  removeFromLists(cache, ['posts', 'feed', 'bookmarks'], isGone)
  removeFromLists(cache, ['posts'], isGone, { of: author })
  cache.evict({ fieldName: 'post', args: { id: postId } })
}
