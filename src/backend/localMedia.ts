import { BoundedMap } from '../../shared/BoundedMap.ts'
import type { MediaSource } from '../ui/images/mediaSource.ts'
import { createStore } from '../lib/createStore.ts'
import { openBackend } from './openBackend.ts'

/** More than any page shows at once: a removed source that is still shown is requested again. */
export const MAX_SOURCES = 300

/** The URL that this page loads for each resolved `/media/…` URL. */
const sources = new BoundedMap<string, string>(MAX_SOURCES, (_url, source) => revoke(source))
const sourcesVersion = createStore(0)
const requested = new Set<string>()

/**
 * Resolves the URLs of pictures and videos that are stored with the data. The service worker serves `/media/…`; without
 * one, or if the data is in memory, the page loads an object URL of the file instead.
 */
export const localMedia: MediaSource = {
  subscribe: sourcesVersion.subscribe,
  sourceOf: (url) => (isLocal(url) ? sources.get(url) : url),
  request(url) {
    if (isLocal(url) && !requested.has(url) && !sources.has(url)) void find(url)
  },
  retry(url) {
    if (isLocal(url)) void find(url)
  },
}

function isLocal(url: string): boolean {
  return url.startsWith('/media/')
}

async function find(url: string): Promise<void> {
  requested.add(url)
  const source = await sourceFor(url)
  requested.delete(url)
  revoke(sources.get(url))
  sources.set(url, source)
  sourcesVersion.update((version) => version + 1)
}

function revoke(source: string | undefined): void {
  if (source?.startsWith('blob:')) URL.revokeObjectURL(source)
}

/** Returns the URL unchanged if its file cannot be read: loading it then fails and is retried. */
async function sourceFor(url: string): Promise<string> {
  try {
    const { files, storageStatus } = await openBackend()
    const isServed = Boolean(navigator.serviceWorker?.controller) && (await storageStatus()).kind !== 'memory'
    const file = isServed ? undefined : await files.find(url)
    return file ? URL.createObjectURL(file) : url
  } catch {
    return url
  }
}
