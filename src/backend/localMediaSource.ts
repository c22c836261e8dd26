import { BoundedMap } from '../../shared/BoundedMap.ts'
import { mediaPath } from '../../shared/formats.ts'
import type { MediaSource } from '../ui/images/mediaSource.ts'
import { openBackend } from './openBackend.ts'

/** More than any page shows at once: a removed source that is still shown is requested again. */
export const MAX_SOURCES = 300

/**
 * Resolves the URLs of pictures and videos that are stored with the data. The service worker serves `/media/…`; without
 * one, or if the data is in memory, the page loads an object URL of the file instead.
 */
class LocalMedia implements MediaSource {
  /** The URL that this page loads for each resolved `/media/…` URL. */
  readonly #sources = new BoundedMap<string, string>(MAX_SOURCES, (_url, source) => revoke(source))
  readonly #requested = new Set<string>()
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly sourceOf = (url: string) => (isLocal(url) ? this.#sources.get(url) : url)

  readonly request = (url: string, again = false) => {
    if (isLocal(url) && (again || (!this.#requested.has(url) && !this.#sources.has(url)))) void this.#find(url)
  }

  readonly read = async (url: string) => {
    if (!isLocal(url)) return undefined
    const { files, inBrowser } = await openBackend()
    return inBrowser ? files.find(url) : (await fetch(url)).blob()
  }

  async #find(url: string): Promise<void> {
    this.#requested.add(url)
    const source = await sourceFor(url)
    this.#requested.delete(url)
    revoke(this.#sources.get(url))
    this.#sources.set(url, source)
    for (const listener of this.#listeners) listener()
  }
}

/** The files of this page. They are the same for every session. */
export const localMediaSource: MediaSource = new LocalMedia()

function isLocal(url: string): boolean {
  return url.startsWith(`${mediaPath}/`)
}

function revoke(source: string | undefined): void {
  if (source?.startsWith('blob:')) URL.revokeObjectURL(source)
}

/** Returns the URL unchanged if its file cannot be read: loading it then fails and is retried. */
async function sourceFor(url: string): Promise<string> {
  try {
    const { files, inBrowser } = await openBackend()
    const isServed =
      !inBrowser || (navigator.serviceWorker?.controller && (await inBrowser.storageStatus()).kind !== 'memory')
    const file = isServed ? undefined : await files.find(url)
    return file ? URL.createObjectURL(file) : url
  } catch {
    return url
  }
}
