import type { Store } from '../store/port.ts'
import { usualCourse, type Conditions } from './networkConditions.ts'

/** The settings stand beside the data under this key. */
export const settingsKey = 'lab'

/** The conditions that are set in the lab; as soon as one tab sets others, they hold in all. */
export function keptConditions(store: Store, events: EventTarget): Conditions {
  // Without an answer nothing is known of a lab, and the operation itself will tell.
  const read = () => store.read.meta.get(settingsKey).catch(() => undefined)
  let kept = read()
  events.addEventListener('labChanged', () => {
    kept = read()
  })
  return async (name) => {
    const settings = await kept
    if (settings === undefined) return usualCourse
    // Most people never set any.
    const { nextCourse } = await import('./lab.ts')
    return nextCourse(store, settings, name)
  }
}

/** Hears, now or later, that somebody has set something in the lab; until the answer is called. */
export function whenLabTouched(store: Store, events: EventTarget, hear: () => void): () => void {
  events.addEventListener('labChanged', hear)
  store.read.meta.get(settingsKey).then(
    (settings) => settings !== undefined && hear(),
    () => {},
  )
  return () => events.removeEventListener('labChanged', hear)
}
