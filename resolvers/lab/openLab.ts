import type { Lab, LabSetup } from './lab.ts'
import type { LabStore } from './labStore.ts'

/** Opens the lab of this browser. It loads on first use, because most users never need it. */
export async function openLab(store: LabStore, events: EventTarget, setup: LabSetup): Promise<Lab> {
  const { createLab } = await import('./lab.ts')
  return createLab(store, events, setup)
}
