import type { ApolloCache } from '@apollo/client'
import { BoundedMap } from '../../shared/BoundedMap.ts'

/** A cache keeps the results of this many fields, such as the last searches and the last opened posts. */
export const MAX_RESULTS = 50

const recentResults = new WeakMap<ApolloCache, BoundedMap<string, () => void>>()

/** The results that a page on screen shows. */
const shown = new Set<string>()

/**
 * Call it each time a field of the root query was used with arguments that the user can choose freely. Removes the
 * least recently used result from the cache if there are too many, and the records that only this result has.
 */
export function keepRecentResults(cache: ApolloCache, fieldName: string, args: Record<string, unknown>): void {
  const results = recentResults.get(cache) ?? new BoundedMap(MAX_RESULTS, (_key, remove) => remove())
  recentResults.set(cache, results)
  const key = keyOf(fieldName, args)
  results.set(key, () => {
    if (shown.has(key)) return keepRecentResults(cache, fieldName, args)
    cache.evict({ id: 'ROOT_QUERY', fieldName, args })
    cache.gc()
  })
}

/** Like `keepRecentResults`, for the result that a page shows. Keeps it until the returned function is called. */
export function keepShownResult(cache: ApolloCache, fieldName: string, args: Record<string, unknown>): () => void {
  const key = keyOf(fieldName, args)
  shown.add(key)
  keepRecentResults(cache, fieldName, args)
  return () => void shown.delete(key)
}

function keyOf(fieldName: string, args: Record<string, unknown>): string {
  return `${fieldName} ${JSON.stringify(args)}`
}
