import type { GraphiQLProps } from 'graphiql'
import { OperationTypeNode } from 'graphql'
import { defer, finalize, takeUntil, type Observable } from 'rxjs'
import { createStore, type Store } from '../../lib/createStore.ts'
import { operationIn } from './operationIn.ts'
import { runInTab } from './runInTab.ts'
import { sendOverHttp } from './sendOverHttp.ts'

/** Where GraphiQL's operations run: as those of the app, or at /graphql, which the service worker serves. */
export type Target = 'tab' | 'http'

/** How a page runs operations. */
export interface Execution {
  target: Store<Target>
  subscriptions: Store<number>
}

export function createExecution(): Execution {
  return { target: createStore<Target>('tab'), subscriptions: createStore(0) }
}

/** Creates a fetcher for the chosen target. `closed` ends its operations, because GraphiQL never unsubscribes. */
export function createFetcher(
  { target, subscriptions }: Execution,
  closed: Observable<void>,
): GraphiQLProps['fetcher'] {
  return (operation) => {
    const run = target.get() === 'http' ? sendOverHttp : runInTab
    const results = run(operation).pipe(takeUntil(closed))
    if (operationIn(operation)?.operation !== OperationTypeNode.SUBSCRIPTION) return results
    return defer(() => {
      subscriptions.update((count) => count + 1)
      return results.pipe(finalize(() => subscriptions.update((count) => count - 1)))
    })
  }
}
