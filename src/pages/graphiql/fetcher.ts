import type { GraphiQLProps } from 'graphiql'
import { takeUntil, type Observable } from 'rxjs'
import { createStore } from '../../lib/createStore.ts'
import { runInTab } from './runInTab.ts'
import { sendOverHttp } from './sendOverHttp.ts'

/** Where GraphiQL's operations run: in this tab, or at /graphql, which the service worker serves. */
export type Target = 'tab' | 'http'

export const targetStore = createStore<Target>('tab')

/** Creates a fetcher for the chosen target. `closed` ends its operations, because GraphiQL never unsubscribes. */
export function createFetcher(closed: Observable<void>): GraphiQLProps['fetcher'] {
  return (operation) => {
    const run = targetStore.get() === 'http' ? sendOverHttp : runInTab
    return run(operation).pipe(takeUntil(closed))
  }
}
