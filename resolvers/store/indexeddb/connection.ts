import { broadcastTarget } from '../../events/broadcast.ts'
import { openNewest, type OpenedGeneration } from './recovery/generations.ts'

/** An open generation. It is used until it is closed or lost: deleted, upgraded by a later version, or quarantined. */
export interface Connection extends OpenedGeneration {
  close: () => void
}

/**
 * Opens the newest generation of a database. A damaged one is not changed; the next generation replaces it. Every tab
 * and worker derives the same next name, and IndexedDB lets only one of them create it. Each connection broadcasts its
 * generation, and connections to earlier ones close. Calls `onLost` when the connection ends other than by `close`.
 */
export async function connectToLatest(
  base: string,
  onLost: () => void,
  retryDelaysMs?: readonly number[],
): Promise<Connection> {
  // Listen before looking for the newest generation, so that none that is created meanwhile is missed.
  const channel = broadcastTarget(`${base} generations`)
  let latest = 1
  let opened: OpenedGeneration | undefined
  let wasLostEarly = false

  const close = () => {
    channel.close()
    opened?.db.close()
  }
  const handleLost = () => {
    if (!opened) wasLostEarly = true
    else {
      close()
      onLost()
    }
  }
  channel.addEventListener('opened', ({ detail = 1 }: CustomEventInit<number>) => {
    latest = Math.max(latest, detail)
    if (opened && opened.generation < latest) handleLost()
  })

  try {
    opened = await openNewest(base, handleLost).catch(async (failure: unknown) => {
      const { retryOrQuarantine } = await import('./recovery/quarantine.ts')
      return retryOrQuarantine(failure, base, handleLost, retryDelaysMs)
    })
  } catch (error) {
    close()
    throw error
  }
  if (wasLostEarly || opened.generation < latest) {
    close()
    return connectToLatest(base, onLost, retryDelaysMs)
  }
  channel.dispatchEvent(new CustomEvent('opened', { detail: opened.generation }))
  return { ...opened, close }
}
