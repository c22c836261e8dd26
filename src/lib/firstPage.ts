import { createStore } from './createStore.ts'

/** The path of the first page while its query is in flight. */
export const loadingPath = createStore<string | null>(null)

/** Shows the skeletons of the page at this path until `data` settles. Call it before the first render. */
export function showSkeletonUntil(pathname: string, data: Promise<unknown>): void {
  loadingPath.set(pathname)
  void data.then(() => loadingPath.set(null))
}
