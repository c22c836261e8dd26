import type { GraphiQLProps } from 'graphiql'
import { OperationTypeNode } from 'graphql'
import { defer, finalize, takeUntil, type Observable } from 'rxjs'
import { createStore } from '../../lib/createStore.ts'
import { operationIn } from './operationIn.ts'
import { runInTab } from './runInTab.ts'
import { sendOverHttp } from './sendOverHttp.ts'

/** Where GraphiQL's operations run: in this tab, or at /graphql, which the service worker serves. */
export type Target = 'tab' | 'http'

export const targetStore = createStore<Target>('tab')

/** The number of subscriptions that are running. */
export const subscriptionsStore = createStore(0)

/** Creates a fetcher for the chosen target. `closed` ends its operations, because GraphiQL never unsubscribes. */
export function createFetcher(closed: Observable<void>): GraphiQLProps['fetcher'] {
  return (operation) => {
    const run = targetStore.get() === 'http' ? sendOverHttp : runInTab
    const results = run(operation).pipe(takeUntil(closed))
    return operationIn(operation)?.operation === OperationTypeNode.SUBSCRIPTION ? counted(results) : results
  }
}

/** Counts a subscription while it runs. */
function counted<Result>(results: Observable<Result>): Observable<Result> {
  return defer(() => {
    subscriptionsStore.update((count) => count + 1)
    return results.pipe(finalize(() => subscriptionsStore.update((count) => count - 1)))
  })
}
