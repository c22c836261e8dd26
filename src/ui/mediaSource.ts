import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react'

/** Turns the address of a picture or video in a record into one that this page can load. */
export interface MediaSource {
  subscribe: (listener: () => void) => () => void
  /** Undefined until `request` has found it. */
  sourceOf: (url: string) => string | undefined
  request: (url: string) => void
  /** Finds the source again after it failed to load. */
  retry: (url: string) => void
}

const unchanged: MediaSource = { subscribe: () => () => {}, sourceOf: (url) => url, request: () => {}, retry: () => {} }

export const MediaSourceContext = createContext(unchanged)

/** The delays before each retry. In WebKit a new file can be unreadable for some seconds after it was stored. */
export const RETRY_DELAYS_MS: readonly number[] = [500, 2000, 5000]

export interface Media {
  /** For `src`. Undefined until it is known, between two tries, and after the last one. */
  source: string | undefined
  /** For `key`: each try is an element of its own, since a browser does not load a failed address again. */
  tries: number
  /** Every try has failed. */
  failed: boolean
  onError: () => void
  /** Starts the tries again. */
  retry: () => void
}

/** Loads a picture or video, and retries a few times if that fails. */
export function useMedia(url: string): Media {
  const { subscribe, sourceOf, request, retry } = use(MediaSourceContext)
  const source = useSyncExternalStore(subscribe, () => sourceOf(url))
  const [state, setState] = useState({ url, tries: 0, errors: 0 })
  const { tries, errors } = state.url === url ? state : { tries: 0, errors: 0 }

  useEffect(() => request(url), [request, url])

  useEffect(() => {
    const delay = errors > tries ? RETRY_DELAYS_MS[tries] : undefined
    if (delay === undefined) return undefined
    const timer = setTimeout(() => {
      retry(url)
      setState({ url, tries: errors, errors })
    }, delay)
    return () => clearTimeout(timer)
  }, [retry, url, tries, errors])

  return {
    source: errors > tries ? undefined : source,
    tries,
    failed: errors > RETRY_DELAYS_MS.length,
    onError: () => setState({ url, tries, errors: tries + 1 }),
    retry: () => {
      retry(url)
      setState({ url, tries: 0, errors: 0 })
    },
  }
}
