import type { ApolloCache } from '@apollo/client'
import { useEffect } from 'react'
import { BoundedMap } from '../../shared/BoundedMap.ts'
import { sessionState, useSessionScope } from '../session/sessionScope.ts'
import { clientOf } from './client.ts'

/** A cache keeps the results of this many fields, such as the last searches and the last opened posts. */
export const MAX_RESULTS = 50

interface Result {
  fieldName: string
  args: Record<string, unknown>
  /** How many components show the result. */
  shownBy: number
}

/** The last results of fields of the root query whose arguments the user can choose freely. */
class RecentResults {
  readonly #results: BoundedMap<string, Result>

  constructor(cache: ApolloCache) {
    this.#results = new BoundedMap(MAX_RESULTS, (key, result) => {
      const { fieldName, args, shownBy } = result
      // A page still shows it, so it counts as used again.
      if (shownBy > 0) this.#results.set(key, result)
      else {
        cache.evict({ id: 'ROOT_QUERY', fieldName, args })
        cache.gc()
      }
    })
  }

  /**
   * Call it each time a result was used. Removes the least recently used result from the cache if there are too many, and
   * the records that only this result has.
   */
  keep(fieldName: string, args: Record<string, unknown>): Result {
    const key = `${fieldName} ${JSON.stringify(args)}`
    const result = this.#results.get(key) ?? { fieldName, args, shownBy: 0 }
    this.#results.set(key, result)
    return result
  }

  /** Like `keep`, for the result that a page shows. Keeps it until the returned function is called. */
  keepShown(fieldName: string, args: Record<string, unknown>): () => void {
    const result = this.keep(fieldName, args)
    result.shownBy += 1
    return () => {
      result.shownBy -= 1
    }
  }
}

export const recentResultsOf = sessionState((scope) => new RecentResults(clientOf(scope).cache))

/** Keeps the result of a field in the cache while the component shows it. */
export function useShownResult(fieldName: string, args: Record<string, string>): void {
  const results = recentResultsOf(useSessionScope())
  const json = JSON.stringify(args)
  useEffect(() => {
    const shown: Record<string, string> = JSON.parse(json)
    return results.keepShown(fieldName, shown)
  }, [results, fieldName, json])
}
