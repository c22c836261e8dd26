import type { ApolloClient, MaybeMasked, OperationVariables, TypedDocumentNode } from '@apollo/client'
import type { DocumentNode } from 'graphql'
import { MAX_PAGE_SIZE } from '../../shared/paging.ts'
import { evictList, evictPages, type ListField } from './cachedLists.ts'
import type { RecordRef } from './deletedRecords.ts'

export type ListName = ListField | 'userPosts'

/** The rows of a page, as its query returns them. */
export interface Connection<Row = { id: string }> {
  edges: readonly { cursor: string; node: Row }[]
  pageInfo: { endCursor: string | null; hasNextPage: boolean }
}

export interface PagedQuery<Data, Variables, Row> {
  name: ListName
  /** Takes `first` and `after` besides these variables. The default of `first` in the schema is the size of a page. */
  document: TypedDocumentNode<Data, Variables>
  /** For a list of the root query, these are the arguments of its field. */
  variables: Variables
  /** Returns the list in the query's result, or null if its record does not exist. */
  connectionOf: (data: MaybeMasked<Data>) => Connection<Row> | null | undefined
  /** The record that has the list, if it is not a field of the root query. */
  of?: RecordRef
}

/** A refetch asks for this many rows more than a page has, in case some were added. */
const SPARE_ROWS = 10

/** Where a page starts: the cursor of the row before it, or undefined for the first page. */
export type PageStart = string | undefined

/** The pages of a list in the backend and in the cache, each the result of one query with another cursor. */
export interface PageSource {
  /** Resolves to a page, from the cache if it is there. */
  load: (start: PageStart) => Promise<Connection>
  /** Refetches a page in the cache. If that fails, the page is unchanged. */
  refetch: (start: PageStart) => Promise<void>
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
  { name, document, variables, connectionOf, of }: PagedQuery<Data, Variables, Row>,
): PageSource {
  const variablesOf = (start: PageStart) => variablesOfPage(variables, start)
  const pageIn = (data: MaybeMasked<Data> | undefined): Connection<Row> => (data && connectionOf(data)) ?? noRows
  const fieldName = name === 'userPosts' ? 'posts' : name

  /** Returns the page in the cache, or undefined. */
  const cachedPage = (start: PageStart) => {
    const source = client.watchQuery<Data>({
      query: document,
      variables: variablesOf(start),
      fetchPolicy: 'cache-only',
    })
    const result = source.getCurrentResult()
    return result.dataState === 'complete' ? pageIn(result.data) : undefined
  }

  return {
    load: async (start) => pageIn((await client.query<Data>({ query: document, variables: variablesOf(start) })).data),
    async refetch(start) {
      for (;;) {
        const before = idsOf(cachedPage(start))
        const first = Math.min(MAX_PAGE_SIZE, before.length + SPARE_ROWS)
        const { data } = await client.query<Data>({
          query: document,
          variables: { ...variablesOf(start), first },
          fetchPolicy: 'no-cache',
        })
        const now = cachedPage(start)
        if (!now) return
        const expected = new Set([...before, ...idsOf(pageIn(data))])
        // Rows were added while the page loaded.
        if (idsOf(now).some((id) => !expected.has(id))) continue
        // Untyped, because the types of the result hide the fields of fragments. Masking is off, so it has them.
        const untypedDocument: DocumentNode = document
        const result: unknown = data
        client.cache.writeQuery({ query: untypedDocument, variables: variablesOf(start), data: result })
        return
      }
    },
    evict(starts) {
      const cursors = starts.filter((start) => start !== undefined)
      if (cursors.length > 0) evictPages(client.cache, fieldName, cursors, of)
      if (cursors.length < starts.length) evictList(client.cache, fieldName, variables, of)
    },
  }
}

function idsOf(page: Connection = noRows): string[] {
  return page.edges.map(({ node }) => node.id)
}
