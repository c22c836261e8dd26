import type { GraphiQLProps } from 'graphiql'
import { httpFetcher } from './httpFetcher.ts'
import { tabFetcher } from './tabFetcher.ts'
import { currentTarget } from './target.ts'

/** Runs an operation wherever is chosen at that moment. */
export const fetcher: GraphiQLProps['fetcher'] = (operation, options) =>
  (currentTarget() === 'http' ? httpFetcher : tabFetcher)(operation, options)
