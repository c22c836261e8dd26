import type { ApolloCache } from '@apollo/client'
import { BoundedMap } from '../../shared/BoundedMap.ts'

/** A cache keeps the results of this many fields, such as the last searches and the last opened posts. */
export const MAX_RESULTS = 50

const recentResults = new WeakMap<ApolloCache, BoundedMap<string, () => void>>()

/**
 * Call it each time a field of the root query was used with arguments that the user can choose freely. Removes the
 * least recently used result from the cache if there are too many, and the records that only this result has.
 */
export function keepRecentResults(cache: ApolloCache, fieldName: string, args: Record<string, unknown>): void {
  const results = recentResults.get(cache) ?? new BoundedMap(MAX_RESULTS, (_key, remove) => remove())
  recentResults.set(cache, results)
  results.set(`${fieldName} ${JSON.stringify(args)}`, () => {
    cache.evict({ id: 'ROOT_QUERY', fieldName, args })
    cache.gc()
  })
}
