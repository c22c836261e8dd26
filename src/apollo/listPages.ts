import type { ApolloClient, OperationVariables, TypedDocumentNode, Unmasked } from '@apollo/client'
import type { NewNode } from './lists.ts'

/** The schema's default and limit of `first`. */
export const DEFAULT_PAGE_SIZE = 20
export const MAX_PAGE_SIZE = 100

export type ListName =
  'feed' | 'posts' | 'bookmarks' | 'userPosts' | 'postsByTag' | 'suggestions' | 'followers' | 'following' | 'likedBy'

/** One page of a list, or the rows that are loaded. */
export interface Connection {
  edges: readonly { cursor: string; node: { id: string } }[]
  /** `hasPreviousPage` tells whether the cache has dropped rows before the first edge. */
  pageInfo: { endCursor: string | null; hasNextPage: boolean; hasPreviousPage: boolean }
}

export interface PagedQuery<Data, Variables> {
  name: ListName
  /** Takes `first` and `after` besides these variables. Its list must have the policy `pagedList`. */
  query: TypedDocumentNode<Data, Variables>
  variables: Variables
  /** Returns the list in the query's result, or null if its record does not exist. */
  connectionOf: (data: Unmasked<Data>) => Connection | null | undefined
  /** The record that has the list, if it is not a field of the root query. */
  of?: NewNode
}

interface Page<Data> {
  variables: OperationVariables
  data: Unmasked<Data>
  /** Whether the page replaces the loaded rows. */
  overwrite: boolean
}

/**
 * Fetches pages after a cursor, bypassing the cache, until they have `count` rows and include the row with the id
 * `last`, if there is one.
 */
export async function fetchPages<Data, Variables extends OperationVariables>(
  client: ApolloClient,
  { query, variables, connectionOf }: PagedQuery<Data, Variables>,
  start: string | null,
  count: number,
  last?: string,
) {
  // `fetchMore` with `updateQuery` is the only call of Apollo with the type of unmasked data that does not write it.
  const source = client.watchQuery<Data>({ query, variables })
  const pages: Page<Data>[] = []
  const ids = new Set<string>()
  // Ends the search for a last row that was deleted.
  const limit = 2 * count + MAX_PAGE_SIZE
  for (let after = start; ;) {
    const first = Math.min(MAX_PAGE_SIZE, Math.max(DEFAULT_PAGE_SIZE, count - ids.size))
    const pageVariables: OperationVariables = { ...variables, first, after }
    await source.fetchMore({
      variables: pageVariables,
      updateQuery: (previous, { fetchMoreResult }) => {
        pages.push({ variables: pageVariables, data: fetchMoreResult, overwrite: after === start })
        return previous
      },
    })
    const page = pages.at(-1)
    const connection = page && connectionOf(page.data)
    for (const { node } of connection?.edges ?? []) ids.add(node.id)
    const isCovered = ids.size >= count && (last === undefined || ids.has(last))
    if (!connection?.pageInfo.hasNextPage || isCovered || ids.size > limit) return { pages, ids }
    after = connection.pageInfo.endCursor
  }
}

/** Replaces the loaded rows with these pages. */
export function writePages<Data, Variables extends OperationVariables>(
  client: ApolloClient,
  { query }: PagedQuery<Data, Variables>,
  pages: readonly Page<Data>[],
): void {
  client.cache.batch({
    update: (cache) => {
      for (const page of pages) cache.writeQuery<Data>({ query, ...page })
    },
  })
}
