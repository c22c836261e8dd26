import { createContext, use, useEffect, useSyncExternalStore } from 'react'

/** Turns the address of a picture or video, as a record holds it, into one that this page can load. */
export interface MediaSource {
  subscribe: (listener: () => void) => () => void
  /** Undefined while it is not known yet. */
  sourceOf: (url: string) => string | undefined
  /** Finds it out. */
  request: (url: string) => void
}

const asTheyAre: MediaSource = { subscribe: () => () => {}, sourceOf: (url) => url, request: () => {} }

export const MediaSourceContext = createContext(asTheyAre)

/** What to give to `src`; undefined while that is not known yet. */
export function useMediaSource(url: string): string | undefined {
  const { subscribe, sourceOf, request } = use(MediaSourceContext)
  useEffect(() => request(url), [request, url])
  return useSyncExternalStore(subscribe, () => sourceOf(url))
}
