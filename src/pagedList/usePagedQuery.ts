import type { MaybeMasked, OperationVariables } from '@apollo/client'
import { useApolloClient, useSuspenseQuery } from '@apollo/client/react'
import { startTransition, use, useLayoutEffect, useState } from 'react'
import { useSessionScope } from '../session/sessionScope.ts'
import { useAttempt } from '../ui/ErrorBoundary.tsx'
import { listsOf } from './lists.ts'
import { variablesOfPage, type ListState, type PagedList, type PagedQuery } from './PagedList.ts'
import { FIRST_PAGE_ID, noRows, type Connection } from './pages.ts'
import type { PageStart } from './cachedLists.ts'

/** A list, its query and its first page, for `useListState` and `LongList`. */
export interface Paging<Row, Data, Variables> {
  list: PagedList
  query: PagedQuery<Data, Variables, Row>
  firstPage: Connection<Row>
}

/**
 * Runs a query with a paged list. Suspends until the first page has loaded, and after a reload also the rows where the
 * user was. `data` is the result with the first page, and `isEmpty` tells whether the list has no rows.
 */
export function usePagedQuery<Data, Variables extends OperationVariables, Row extends { id: string }>(
  query: PagedQuery<Data, Variables, Row>,
): { data: MaybeMasked<Data>; isEmpty: boolean; paging: Paging<Row, Data, Variables> } {
  const client = useApolloClient()
  const lists = listsOf(useSessionScope())
  const list = lists.open(client, query)
  if (list.whenRestored) use(list.whenRestored)
  const { data, connection: firstPage } = useListPage(query, undefined)
  // A layout effect: an effect's cleanup may run after the next page of the app shows, and the former list would still
  // count as on screen.
  useLayoutEffect(() => lists.show(list), [lists, list])
  // An empty list renders no `ListPage` that records its first page.
  useLayoutEffect(() => list.recordPage(FIRST_PAGE_ID, firstPage), [list, firstPage])
  const isEmpty = firstPage.edges.length === 0 && !firstPage.pageInfo.hasNextPage
  return { data, isEmpty, paging: { list, query, firstPage } }
}

/** Returns a page of a list and follows its changes. Suspends until it has loaded. */
export function useListPage<Data, Variables extends OperationVariables, Row>(
  { document, variables, connectionOf }: PagedQuery<Data, Variables, Row>,
  start: PageStart,
): { data: MaybeMasked<Data>; connection: Connection<Row> } {
  const options = { variables: variablesOfPage(variables, start), queryKey: useAttempt().queryKey }
  const { data } = useSuspenseQuery<Data>(document, options)
  return { data, connection: connectionOf(data) ?? noRows }
}

/**
 * Returns the state of a list. What follows the first render, and rows that come near the viewport, render in a
 * transition, so that scrolling stays smooth.
 */
export function useListState<Row extends { id: string }, Data, Variables>({
  list,
  firstPage,
}: Paging<Row, Data, Variables>): ListState {
  const [state, setState] = useState(() => list.stateAtFirst(firstPage))
  useLayoutEffect(() => {
    const show = () => setState(list.state)
    startTransition(show)
    return list.subscribe((isUrgent) => (isUrgent ? show() : startTransition(show)))
  }, [list])
  return state
}
