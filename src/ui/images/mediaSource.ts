import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react'
import { useReconnection } from '../../lib/reconnections.ts'

/** Resolves the URL of a picture or video in a record to one that this page can load. */
export interface MediaSource {
  subscribe: (listener: () => void) => () => void
  /** Returns the resolved URL. Undefined until `request` has resolved it. */
  sourceOf: (url: string) => string | undefined
  /** Starts to resolve a URL, unless it has begun; with `again` also after its file failed to load. */
  request: (url: string, again?: boolean) => void
  /** Resolves to the file at a URL, or to undefined if this page may not read it. */
  read: (url: string) => Promise<Blob | undefined>
}

const unchanged: MediaSource = {
  subscribe: () => () => {},
  sourceOf: (url) => url,
  request: () => {},
  read: async () => undefined,
}

export const MediaSourceContext = createContext(unchanged)

/** The delay before each retry. WebKit sometimes cannot read a new file for some seconds after it was stored. */
export const RETRY_DELAYS_MS: readonly number[] = [500, 2000, 5000]

export interface Media {
  /** For `src`. Undefined until it is resolved, between two tries, and after the last one. */
  source: string | undefined
  /** For `key`: each try needs a new element, because a browser does not load a failed URL again. */
  tries: number
  /** Whether every try has failed. */
  failed: boolean
  onError: () => void
  /** Starts over with the first try. */
  retry: () => void
}

/** Loads a picture or video. Retries after the delays of `RETRY_DELAYS_MS` if that fails, and when the connection returns. */
export function useMedia(url: string): Media {
  const { subscribe, sourceOf, request } = use(MediaSourceContext)
  const read = () => sourceOf(url)
  const source = useSyncExternalStore(subscribe, read, read)
  const [state, setState] = useState({ url, tries: 0, errors: 0 })
  const { tries, errors } = state.url === url ? state : { tries: 0, errors: 0 }

  // Also after the source was removed, because there were too many.
  useEffect(() => {
    if (source === undefined) request(url)
  }, [request, url, source])

  useEffect(() => {
    const delay = errors > tries ? RETRY_DELAYS_MS[tries] : undefined
    if (delay === undefined) return undefined
    const timer = setTimeout(() => {
      request(url, true)
      setState({ url, tries: errors, errors })
    }, delay)
    return () => clearTimeout(timer)
  }, [request, url, tries, errors])

  const failed = errors > RETRY_DELAYS_MS.length
  const retry = () => {
    request(url, true)
    setState({ url, tries: 0, errors: 0 })
  }
  useReconnection(() => {
    if (failed) retry()
  })
  return {
    source: errors > tries ? undefined : source,
    tries,
    failed,
    onError: () => setState({ url, tries, errors: tries + 1 }),
    retry,
  }
}
