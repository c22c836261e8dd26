import type { ApolloClient, MaybeMasked, OperationVariables, TypedDocumentNode, Unmasked } from '@apollo/client'
import { useApolloClient, useSuspenseQuery } from '@apollo/client/react'
import { useRetryKey } from './useRetryKey.ts'

/** The schema's default and limit of `first`. */
const DEFAULT_PAGE_SIZE = 20
const MAX_PAGE_SIZE = 100

type ListName = 'feed' | 'posts' | 'bookmarks' | 'userPosts' | 'suggestions'

/** One page of a list, or all pages loaded so far. */
interface Connection {
  edges: readonly { node: { id: string } }[]
  pageInfo: { endCursor: string | null; hasNextPage: boolean }
}

interface PagedQuery<Data, Variables> {
  name: ListName
  /** Takes `first` and `after` besides these variables. Its list must have the policy `pagedList`. */
  query: TypedDocumentNode<Data, Variables>
  variables: Variables
  /** Returns the list in the query's result, or null if its record does not exist. */
  connectionOf: (data: Unmasked<Data>) => Connection | null | undefined
}

/**
 * Runs a query with a paged list. Suspends until the first page has loaded. `loadMore` adds the page after a cursor to
 * the list, and rejects if the request fails or the list still ends at the cursor. It does not use the query's
 * `fetchMore`, because a failure there would replace the page with an error.
 */
export function usePagedQuery<Data, Variables extends OperationVariables>(
  list: PagedQuery<Data, Variables>,
): { data: MaybeMasked<Data>; loadMore: (after: string) => Promise<void> } {
  const { query, variables, connectionOf } = list
  const client = useApolloClient()
  rememberList(client, list)
  const { data } = useSuspenseQuery<Data>(query, { variables, queryKey: useRetryKey() })

  const loadMore = async (after: string) => {
    await client.query<Data>({ query, variables: { ...variables, after }, fetchPolicy: 'network-only' })
    const loaded = client.readQuery<Data>({ query, variables })
    const pageInfo = loaded && connectionOf(loaded)?.pageInfo
    if (pageInfo?.hasNextPage && pageInfo.endCursor === after) throw new Error(`The list still ends at ${after}.`)
  }
  return { data, loadMore }
}

/** The lists that each client has shown. `refreshLists` finds them by name. */
const shownLists = new WeakMap<ApolloClient, Map<string, { name: string; refresh: () => Promise<void> }>>()

function rememberList<Data, Variables extends OperationVariables>(
  client: ApolloClient,
  list: PagedQuery<Data, Variables>,
): void {
  const lists = shownLists.get(client) ?? new Map()
  shownLists.set(client, lists)
  const key = `${list.name} ${JSON.stringify(list.variables)}`
  if (!lists.has(key)) lists.set(key, { name: list.name, refresh: () => refreshList(client, list) })
}

/**
 * Refetches the lists with this name that the user has opened, in their whole length, so that the scroll position
 * stays. Rejects if a request fails; the cached list is then unchanged.
 */
export async function refreshLists(client: ApolloClient, name: ListName): Promise<void> {
  const lists = [...(shownLists.get(client)?.values() ?? [])].filter((list) => list.name === name)
  await Promise.all(lists.map(({ refresh }) => refresh()))
}

async function refreshList<Data, Variables extends OperationVariables>(
  client: ApolloClient,
  list: PagedQuery<Data, Variables>,
): Promise<void> {
  const { query, variables, connectionOf } = list
  // Waits for a first load in flight, whose result may be older than the change that caused this refresh.
  await client.query<Data>({ query, variables })
  const loadedIds = () => {
    const data = client.readQuery<Data>({ query, variables })
    return (data && connectionOf(data)?.edges.map(({ node }) => node.id)) ?? []
  }
  for (;;) {
    const before = loadedIds()
    const { pages, ids } = await fetchPages(client, list, before)
    const known = new Set([...before, ...ids])
    // Rows were added while the pages loaded.
    if (loadedIds().some((id) => !known.has(id))) continue
    client.cache.batch({
      update: (cache) => {
        for (const page of pages) cache.writeQuery<Data>({ query, ...page })
      },
    })
    return
  }
}

/** Fetches pages from the start, bypassing the cache, until they include the last of the rows in `before`. */
async function fetchPages<Data, Variables extends OperationVariables>(
  client: ApolloClient,
  { query, variables, connectionOf }: PagedQuery<Data, Variables>,
  before: readonly string[],
) {
  // `fetchMore` with `updateQuery` is Apollo's only call that returns unmasked data without writing it.
  const source = client.watchQuery<Data>({ query, variables })
  const pages: { variables: OperationVariables; data: Unmasked<Data>; overwrite: boolean }[] = []
  const ids = new Set<string>()
  const last = before.at(-1)
  // Ends the search for a last row that was deleted.
  const limit = 2 * before.length + MAX_PAGE_SIZE
  for (let after: string | null = null; ;) {
    const first = Math.min(MAX_PAGE_SIZE, Math.max(DEFAULT_PAGE_SIZE, before.length - ids.size))
    const pageVariables: OperationVariables = { ...variables, first, after }
    await source.fetchMore({
      variables: pageVariables,
      updateQuery: (previous, { fetchMoreResult }) => {
        pages.push({ variables: pageVariables, data: fetchMoreResult, overwrite: after === null })
        return previous
      },
    })
    const page = pages.at(-1)
    const connection = page && connectionOf(page.data)
    for (const { node } of connection?.edges ?? []) ids.add(node.id)
    const isCovered = ids.size >= before.length && (last === undefined || ids.has(last))
    if (!connection?.pageInfo.hasNextPage || isCovered || ids.size > limit) return { pages, ids }
    after = connection.pageInfo.endCursor
  }
}
