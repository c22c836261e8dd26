import type { GraphiQLProps } from 'graphiql'
import { takeUntil, type Observable } from 'rxjs'
import { createStore } from '../../lib/createStore.ts'
import { runInTab } from './runInTab.ts'
import { sendOverHttp } from './sendOverHttp.ts'

/** Where GraphiQL's operations run: by the app's own backend in this tab, or by the service worker at /graphql. */
export type Target = 'tab' | 'http'

export const targetStore = createStore<Target>('tab')

/**
 * Creates a fetcher that runs each operation at the chosen target until `closed` emits. GraphiQL never unsubscribes.
 */
export function createFetcher(closed: Observable<void>): GraphiQLProps['fetcher'] {
  return (operation) => {
    const run = targetStore.get() === 'http' ? sendOverHttp : runInTab
    return run(operation).pipe(takeUntil(closed))
  }
}
