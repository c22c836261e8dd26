import type { GraphiQLProps } from 'graphiql'
import { takeUntil, type Observable } from 'rxjs'
import { sendOverHttp } from './sendOverHttp.ts'
import { runInTab } from './runInTab.ts'
import { currentTarget } from './target.ts'

/** Runs operations wherever is chosen at that moment, until one has `left`: GraphiQL itself would go on listening. */
export function fetcherUntil(left: Observable<void>): GraphiQLProps['fetcher'] {
  return (operation) => (currentTarget() === 'http' ? sendOverHttp : runInTab)(operation).pipe(takeUntil(left))
}
