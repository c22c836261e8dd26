import type { MediaSource } from '../ui/mediaSource.ts'
import { openBackend } from './backend.ts'

/** Where `/media/…` can be loaded from in this page, once that is known. */
const sources = new Map<string, string>()
const requested = new Set<string>()
const listeners = new Set<() => void>()

/**
 * Pictures and videos that are kept with the data. A service worker answers their addresses; in a page without one, and
 * where the data lives in the page alone, an object URL of the file stands in.
 */
export const localMedia: MediaSource = {
  subscribe(listener) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  sourceOf: (url) => (isLocal(url) ? sources.get(url) : url),
  request(url) {
    if (!isLocal(url) || requested.has(url)) return
    requested.add(url)
    // A backend that does not open is told by the page.
    find(url).catch(() => requested.delete(url))
  },
}

function isLocal(url: string): boolean {
  return url.startsWith('/media/')
}

async function find(url: string): Promise<void> {
  const { files, keeping } = await openBackend()
  const isAnswered = Boolean(navigator.serviceWorker?.controller) && (await keeping()).by !== 'memory'
  const file = isAnswered ? undefined : await files.find(url)
  sources.set(url, file ? URL.createObjectURL(file) : url)
  for (const listener of listeners) listener()
}
