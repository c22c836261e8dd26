import { broadcastTarget } from '../../events/broadcast.ts'
import { openNewest, type OpenedGeneration } from './recovery/generations.ts'

/** A generation that is in use until it is closed or lost: deleted, upgraded by a later version, or quarantined. */
export interface Connection extends OpenedGeneration {
  close: () => void
}

/**
 * Opens the newest generation of a database. If it is damaged, it stays exactly as it is and the next generation
 * replaces it: every tab and worker derives the same next name, and IndexedDB lets only one of them create it. Each
 * open generation is broadcast, and connections to earlier ones close.
 */
export async function connectToLatest(
  base: string,
  onLost: () => void,
  retryDelaysMs?: readonly number[],
): Promise<Connection> {
  // Listens before it looks for the newest, so that it misses no generation that is created afterwards.
  const channel = broadcastTarget(`${base} generations`)
  let latest = 1
  let opened: OpenedGeneration | undefined
  let isLostAlready = false

  const close = () => {
    channel.close()
    opened?.db.close()
  }
  const lose = () => {
    if (!opened) isLostAlready = true
    else {
      close()
      onLost()
    }
  }
  channel.addEventListener('opened', ({ detail = 1 }: CustomEventInit<number>) => {
    latest = Math.max(latest, detail)
    if (opened && opened.generation < latest) lose()
  })

  try {
    opened = await openNewest(base, lose).catch(async (failure: unknown) => {
      const { recover } = await import('./recovery/recover.ts')
      return recover(failure, base, lose, retryDelaysMs)
    })
  } catch (error) {
    close()
    throw error
  }
  if (isLostAlready || opened.generation < latest) {
    close()
    return connectToLatest(base, onLost, retryDelaysMs)
  }
  channel.dispatchEvent(new CustomEvent('opened', { detail: opened.generation }))
  return { ...opened, close }
}
