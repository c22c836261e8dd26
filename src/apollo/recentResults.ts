import type { ApolloCache } from '@apollo/client'
import { BoundedMap } from '../../shared/BoundedMap.ts'

/** A cache keeps the results of this many fields, such as the last searches and the last opened posts. */
export const MAX_RESULTS = 50

interface Result {
  fieldName: string
  args: Record<string, unknown>
  /** How many components show the result. */
  shownBy: number
}

const recentResults = new WeakMap<ApolloCache, BoundedMap<string, Result>>()

/**
 * Call it each time a field of the root query was used with arguments that the user can choose freely. Removes the
 * least recently used result from the cache if there are too many, and the records that only this result has.
 */
export function keepRecentResults(cache: ApolloCache, fieldName: string, args: Record<string, unknown>): void {
  markUsed(cache, fieldName, args)
}

/** Like `keepRecentResults`, for the result that a page shows. Keeps it until the returned function is called. */
export function keepShownResult(cache: ApolloCache, fieldName: string, args: Record<string, unknown>): () => void {
  const result = markUsed(cache, fieldName, args)
  result.shownBy += 1
  return () => {
    result.shownBy -= 1
  }
}

function markUsed(cache: ApolloCache, fieldName: string, args: Record<string, unknown>): Result {
  const results = resultsOf(cache)
  const key = `${fieldName} ${JSON.stringify(args)}`
  const result = results.get(key) ?? { fieldName, args, shownBy: 0 }
  results.set(key, result)
  return result
}

function resultsOf(cache: ApolloCache): BoundedMap<string, Result> {
  const known = recentResults.get(cache)
  if (known) return known
  const results = new BoundedMap<string, Result>(MAX_RESULTS, (key, result) => {
    const { fieldName, args, shownBy } = result
    if (shownBy > 0) {
      // A page still shows it, so it counts as used again.
      results.set(key, result)
      return
    }
    cache.evict({ id: 'ROOT_QUERY', fieldName, args })
    cache.gc()
  })
  recentResults.set(cache, results)
  return results
}
