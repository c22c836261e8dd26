import { openSound } from './opening.ts'
import type { Database } from './schema.ts'

/** The database in use, and the one before it that could not be read, if there is one. */
export interface Opened {
  db: Database
  setAside: string | null
}

/**
 * Opens the latest generation of a database: `weft`, `weft-2`, `weft-3`, … A damaged one stays exactly as it is, and the
 * next takes its place. Every tab and worker that finds the damage comes to the same next name, and IndexedDB sees to
 * it that only one of them builds it.
 */
export async function openNewest(base: string, onLost: () => void): Promise<Opened> {
  const generation = await newestGeneration(base)
  const newest = nameOf(base, generation)
  const before = generation > 1 ? nameOf(base, generation - 1) : null
  try {
    return { db: await openSound(newest, onLost), setAside: before }
  } catch {
    const { openNextTo } = await import('./rescue.ts')
    return openNextTo(newest, before, nameOf(base, generation + 1), onLost)
  }
}

/** 1 where nothing tells: before there is any, in browsers that cannot list them, and where storage is blocked. */
async function newestGeneration(base: string): Promise<number> {
  try {
    const found = await indexedDB.databases()
    return Math.max(1, ...found.map(({ name = '' }) => generationOf(base, name)))
  } catch {
    return 1
  }
}

function nameOf(base: string, generation: number): string {
  return generation === 1 ? base : `${base}-${generation}`
}

function generationOf(base: string, name: string): number {
  const generation = Number(name.slice(base.length + 1))
  return nameOf(base, generation) === name ? generation : 1
}
