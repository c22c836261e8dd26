import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { isAnimated } from '../../../shared/pictures/header.ts'
import { sniff } from '../../../shared/sniff.ts'
import { preferences } from '../preferences/preferences.ts'
import { reducedMotion } from '../preferences/motion.ts'

/** How a picture is shown. `waiting`: not yet, because it may be an animation and the user wants no motion. */
export type PictureState = 'waiting' | 'still' | 'playing' | 'unmoved'

export interface Animation {
  state: PictureState
  /** Plays the animation, or stops it again. Undefined if there is nothing to play. */
  toggle: (() => void) | undefined
}

/**
 * With reduced motion, animations stand still until the user plays them (WCAG 2.2.2). Returns how to show the picture at
 * this URL. `read` resolves to its file, or to undefined if the page may not read it: then its name tells.
 */
export function useAnimation(url: string, read: () => Promise<Blob | undefined>): Animation {
  const isReduced = useSyncExternalStore(subscribeToMotion, isMotionReduced, () => false)
  const [known, setKnown] = useState<{ url: string; isAnimated: boolean }>()
  const [playedUrl, setPlayedUrl] = useState<string>()
  const readFile = useEffectEvent(read)

  useEffect(() => {
    if (!isReduced || url === '') return undefined
    let isCurrent = true
    const store = (answer: boolean) => {
      if (isCurrent) setKnown({ url, isAnimated: answer })
    }
    void isAnimationAt(url, readFile).then(store)
    return () => {
      isCurrent = false
    }
  }, [isReduced, url])

  if (!isReduced || url === '') return { state: 'unmoved', toggle: undefined }
  if (known?.url !== url) return { state: 'waiting', toggle: undefined }
  if (!known.isAnimated) return { state: 'unmoved', toggle: undefined }
  const isPlaying = playedUrl === url
  return { state: isPlaying ? 'playing' : 'still', toggle: () => setPlayedUrl(isPlaying ? undefined : url) }
}

/** The name of the button that plays and stops an animation. */
export function playLabel({ state }: Animation): string {
  return state === 'still' ? 'Play animation' : 'Stop animation'
}

async function isAnimationAt(url: string, read: () => Promise<Blob | undefined>): Promise<boolean> {
  const file = await read().catch(() => undefined)
  if (!file) return /\.gif(?:[?#]|$)/i.test(url)
  const format = await sniff(file)
  if (format === null || format === 'HEIC') return false
  return isAnimated(new Uint8Array(await file.arrayBuffer()), format.mime)
}

function subscribeToMotion(listener: () => void): () => void {
  const unsubscribe = preferences.subscribe(listener)
  const query = reducedMotion()
  query.addEventListener('change', listener)
  return () => {
    unsubscribe()
    query.removeEventListener('change', listener)
  }
}

function isMotionReduced(): boolean {
  return document.documentElement.dataset['motion'] === 'reduced'
}
