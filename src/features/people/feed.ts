import type { ApolloCache, ApolloClient } from '@apollo/client'
import { removeFromLists } from '../../apollo/listUpdates.ts'

/** The posts of someone newly followed belong into the feed, and only the backend knows where. */
export async function refreshFeed(client: ApolloClient): Promise<void> {
  let shown: unknown
  const refetched = client.refetchQueries({
    include: 'active',
    onQueryUpdated: (query) => {
      const showsFeed = query.queryName === 'HomePage'
      if (showsFeed) shown = query.variables['orderBy']
      return showsFeed
    },
  })
  client.cache.modify({
    fields: {
      feed: (list: unknown, { storeFieldName, DELETE }) =>
        storeFieldName.includes(`"${String(shown)}"`) ? list : DELETE,
    },
  })
  await refetched
}

/** The posts of someone no longer followed leave it at once. */
export function removeAuthorFromFeed(cache: ApolloCache, userId: string): void {
  const author = cache.identify({ __typename: 'User', id: userId })
  removeFromLists(cache, ['feed'], (post, { readField }) => isReferenceTo(author, readField('author', post)))
}

function isReferenceTo(id: string | undefined, value: unknown): boolean {
  return typeof value === 'object' && value !== null && '__ref' in value && value.__ref === id
}
