import { createStore } from '../../lib/createStore.ts'
import { pageSettled } from '../../lib/pageSettled.ts'

/**
 * The path of the page that the app opens with, until it has rendered its data. The app opens once. `failure`: why its
 * query failed.
 */
export const openingPage = createStore<{ path: string; failure?: { error: unknown } } | null>(null)

/**
 * Shows the skeletons of the page at this path until `data` settles, and then the page, or its failure. Call it before
 * the first render.
 */
export async function showSkeletonUntil(path: string, data: Promise<unknown>): Promise<void> {
  openingPage.set({ path })
  try {
    await data
  } catch (error) {
    openingPage.set({ path, failure: { error } })
    // A later visit to the page, or a retry, sends the query again.
    await pageSettled()
  }
  openingPage.set(null)
}
