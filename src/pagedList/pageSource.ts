import type { ApolloClient, MaybeMasked, OperationVariables, TypedDocumentNode } from '@apollo/client'
import { MAX_PAGE_SIZE } from '../../shared/paging.ts'
import { addFirst, evictPages, removeTakenOut, type ListAddress, type NewEdge, type PageStart } from './cachedLists.ts'

/** The rows of a page, as its query returns them. */
export interface Connection<Row = { id: string }> {
  edges: readonly { cursor: string; node: Row }[]
  pageInfo: { endCursor: string | null; hasNextPage: boolean }
}

export interface PagedQuery<Data, Variables, Row> extends ListAddress {
  /** Takes `first` and `after` besides these variables. The default of `first` in the schema is the size of a page. */
  document: TypedDocumentNode<Data, Variables>
  variables: Variables & ListAddress['variables']
  /** Returns the list in the query's result, or null if its record does not exist. */
  connectionOf: (data: MaybeMasked<Data>) => Connection<Row> | null | undefined
}

/** A refetch asks for this many rows more than a page has, in case some were added. */
const SPARE_ROWS = 10

/** The pages of a list in the backend and in the cache, each the result of one query with another cursor. */
export interface PageSource {
  /** Resolves to a page, from the cache if it is there. */
  load: (start: PageStart) => Promise<Connection>
  /** Resolves to a page of the backend, which had this many rows. If that fails, the page in the cache is unchanged. */
  refetch: (start: PageStart, count: number) => Promise<Connection>
  addFirst: (edge: NewEdge) => void
  /** Removes the rows from these pages that the viewer has taken out of the list. */
  removeTakenOut: (starts: readonly PageStart[]) => void
  /** Removes pages from the cache. */
  evict: (starts: readonly PageStart[]) => void
}

export function variablesOfPage(variables: OperationVariables, start: PageStart): OperationVariables {
  return start === undefined ? variables : { ...variables, after: start }
}

/** The list of a record that does not exist. */
export const noRows = { edges: [], pageInfo: { endCursor: null, hasNextPage: false } }

export function pageSource<Data, Variables extends OperationVariables, Row extends { id: string }>(
  client: ApolloClient,
  query: PagedQuery<Data, Variables, Row>,
): PageSource {
  const { document, variables, connectionOf } = query
  const { cache } = client
  const pageIn = (data: MaybeMasked<Data> | undefined) => (data && connectionOf(data)) ?? noRows
  return {
    async load(start) {
      return pageIn((await client.query<Data>({ query: document, variables: variablesOfPage(variables, start) })).data)
    },
    async refetch(start, count) {
      const first = Math.min(MAX_PAGE_SIZE, count + SPARE_ROWS)
      const { data } = await client.query<Data>({
        query: document,
        variables: { ...variablesOfPage(variables, start), first },
        fetchPolicy: 'network-only',
        // A request under way may have been read before the change that caused this one.
        context: { queryDeduplication: false },
      })
      return pageIn(data)
    },
    addFirst: (edge) => addFirst(cache, query, edge),
    removeTakenOut: (starts) => removeTakenOut(cache, query, starts),
    evict: (starts) => evictPages(cache, query, starts),
  }
}
