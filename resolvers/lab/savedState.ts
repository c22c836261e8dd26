import type { Json } from '../../shared/json.ts'
import type { LabStore } from './labStore.ts'

/** The lab's keys in the `meta` table. All tabs and the service worker share the values. */
export const settingsKey = 'lab'
export const recordingKey = 'labRecording'
export const faultCounterKey = 'labFaultCounter'

export interface SavedState {
  /** The stored value; undefined if the lab was never used. */
  settings: Json | undefined
  /** Whether the lab of any tab shows the request log. */
  isRecording: boolean
}

/**
 * Returns a function that resolves with the saved state. Reads it now, and again after each change in any tab. If the tab
 * of a lab was killed, the row still says that it records: `isLabOpen` tells whether there is one.
 */
export function watchSavedState(
  store: LabStore,
  events: EventTarget,
  isLabOpen: () => Promise<boolean>,
): () => Promise<SavedState> {
  const read = async (): Promise<SavedState> => {
    try {
      const { meta } = store.read
      const [settings, recording] = await Promise.all([meta.get(settingsKey), meta.get(recordingKey)])
      return { settings, isRecording: recording === true && (await isLabOpen()) }
    } catch {
      // If the store cannot be read, the operation itself fails.
      return { settings: undefined, isRecording: false }
    }
  }
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
