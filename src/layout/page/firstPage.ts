import { createStore } from '../../lib/createStore.ts'
import { pageSettled } from '../../lib/pageSettled.ts'

/** The path of the first page, until it has rendered its data. `failure`: why its query failed. A page has one start. */
export const firstPage = createStore<{ path: string; failure?: { error: unknown } } | null>(null)

/**
 * Shows the skeletons of the page at this path until `data` settles, and then the page, or its failure. Call it before
 * the first render.
 */
export async function showSkeletonUntil(path: string, data: Promise<unknown>): Promise<void> {
  firstPage.set({ path })
  try {
    await data
  } catch (error) {
    firstPage.set({ path, failure: { error } })
    // A later visit to the page, or a retry, sends the query again.
    await pageSettled()
  }
  firstPage.set(null)
}
