import { broadcastTarget } from '../../browser/broadcast.ts'
import { openNewest, type Opened } from './recovery/generations.ts'

/** A generation that is used until it is closed, or lost: to whoever deletes or upgrades it, or to a later generation. */
export interface Tenure extends Opened {
  close: () => void
}

/**
 * Opens the newest generation. A damaged one stays exactly as it is, and the next takes its place: every tab and worker
 * that finds the damage comes to the same next name, and IndexedDB sees to it that only one of them builds it. Whoever
 * opens one tells so, and those who still have an earlier one give it up.
 */
export async function beginTenure(base: string, onLost: () => void, waits?: readonly number[]): Promise<Tenure> {
  // Before the newest is looked for: of one that is begun after that is heard here.
  const news = broadcastTarget(`${base} generations`)
  let latest = 1
  let opened: Opened | undefined
  let lostMeanwhile = false

  const close = () => {
    news.close()
    opened?.db.close()
  }
  const lose = () => {
    if (!opened) lostMeanwhile = true
    else {
      close()
      onLost()
    }
  }
  news.addEventListener('opened', ({ detail = 1 }: CustomEventInit<number>) => {
    latest = Math.max(latest, detail)
    if (opened && opened.generation < latest) lose()
  })

  try {
    opened = await openNewest(base, lose).catch(async (failure: unknown) => {
      const { rescue } = await import('./recovery/rescue.ts')
      return rescue(failure, base, lose, waits)
    })
  } catch (error) {
    close()
    throw error
  }
  if (lostMeanwhile || opened.generation < latest) {
    close()
    return beginTenure(base, onLost, waits)
  }
  news.dispatchEvent(new CustomEvent('opened', { detail: opened.generation }))
  return { ...opened, close }
}
