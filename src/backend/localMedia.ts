import type { MediaSource } from '../ui/mediaSource.ts'
import { createStore } from '../lib/createStore.ts'
import { openBackend } from './openBackend.ts'

/** The URL that this page loads for each resolved `/media/…` URL. */
const sources = createStore<ReadonlyMap<string, string>>(new Map())
const requested = new Set<string>()

/**
 * Resolves the URLs of pictures and videos that are stored with the data. The service worker serves `/media/…`; without
 * one, or if the data is in memory, the page loads an object URL of the file instead.
 */
export const localMedia: MediaSource = {
  subscribe: sources.subscribe,
  sourceOf: (url) => (isLocal(url) ? sources.get().get(url) : url),
  request(url) {
    if (!isLocal(url) || requested.has(url)) return
    requested.add(url)
    void find(url)
  },
  retry(url) {
    if (isLocal(url)) void find(url)
  },
}

function isLocal(url: string): boolean {
  return url.startsWith('/media/')
}

async function find(url: string): Promise<void> {
  const source = await sourceFor(url)
  const former = sources.get().get(url)
  if (former?.startsWith('blob:')) URL.revokeObjectURL(former)
  sources.update((known) => new Map(known).set(url, source))
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
