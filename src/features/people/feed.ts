import type { ApolloCache } from '@apollo/client'
import { removeFromLists } from '../../apollo/lists.ts'

/** Removes the posts of an author whom the viewer no longer follows from the feed. */
export function removeAuthorFromFeed(cache: ApolloCache, userId: string): void {
  const author = cache.identify({ __typename: 'User', id: userId })
  removeFromLists(cache, ['feed'], (post, { readField }) => isReferenceTo(author, readField('author', post)))
}

function isReferenceTo(id: string | undefined, value: unknown): boolean {
  return typeof value === 'object' && value !== null && '__ref' in value && value.__ref === id
}
