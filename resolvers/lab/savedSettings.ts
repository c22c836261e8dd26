import type { Json } from '../../shared/json.ts'
import type { LabStore } from './labStore.ts'

/** The lab's keys in the `meta` table. All tabs and the service worker share the values. */
export const settingsKey = 'lab'
export const faultCounterKey = 'labFaultCounter'

/**
 * Returns a function that resolves with the saved settings: undefined until some are saved, or if they cannot be read.
 * Reads them now, and again after each change in any tab.
 */
export function watchSettings(store: LabStore, events: EventTarget): () => Promise<Json | undefined> {
  // If the store cannot be read, the operation itself fails.
  const read = () => store.read.meta.get(settingsKey).catch(() => undefined)
  let saved = read()
  events.addEventListener('labChanged', () => {
    saved = read()
  })
  return () => saved
}

/** Calls the listener once settings of the lab are saved, now or later. Returns a function that unsubscribes. */
export function onLabEnabled(store: LabStore, events: EventTarget, listener: () => void): () => void {
  const check = () =>
    void store.read.meta.get(settingsKey).then(
      (settings) => settings !== undefined && listener(),
      () => {},
    )
  events.addEventListener('labChanged', check)
  check()
  return () => events.removeEventListener('labChanged', check)
}
