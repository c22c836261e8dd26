import type { Store } from '../store/port.ts'
import type { Lab } from './lab.ts'

/** What one sees and changes in the lab (`lab.ts`). Rarely asked for. */
export async function openLab(store: Store, events: EventTarget): Promise<Lab> {
  const { createLab } = await import('./lab.ts')
  return createLab(store, events)
}
