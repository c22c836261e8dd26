import type { Store } from '../store/port.ts'
import type { Json } from '../store/rows.ts'

/** Keys of the lab's rows in `meta`, beside the data: the same for all tabs and the service worker. */
export const settingsKey = 'lab'
export const recordingKey = 'labRecording'
export const faultCounterKey = 'labFaultCounter'

export interface SavedState {
  /** As stored; undefined where nobody has used the lab. */
  settings: Json | undefined
  /** Whether a lab in some tab shows the request log. */
  isRecording: boolean
}

/**
 * Returns a function that resolves with what the lab has saved. It is read once, and again after each change in any
 * tab.
 */
export function watchSavedState(store: Store, events: EventTarget): () => Promise<SavedState> {
  const read = async (): Promise<SavedState> => {
    try {
      const { meta } = store.read
      const [settings, recording] = await Promise.all([meta.get(settingsKey), meta.get(recordingKey)])
      return { settings, isRecording: recording === true }
    } catch {
      // A store that cannot be read fails the operation itself.
      return { settings: undefined, isRecording: false }
    }
  }
  let saved = read()
  events.addEventListener('labChanged', () => {
    saved = read()
  })
  return () => saved
}

/** Calls the listener once settings of the lab are saved, now or later. Returns a function that stops listening. */
export function onLabEnabled(store: Store, events: EventTarget, listener: () => void): () => void {
  const check = () =>
    void store.read.meta.get(settingsKey).then(
      (settings) => settings !== undefined && listener(),
      () => {},
    )
  events.addEventListener('labChanged', check)
  check()
  return () => events.removeEventListener('labChanged', check)
}
