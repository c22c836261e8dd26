import { openSound } from '../opening.ts'
import type { Database } from '../schema.ts'

/** The database in use, which one of its line it is, and the one before it that could not be read, if there is one. */
export interface Opened {
  db: Database
  generation: number
  setAside: string | null
}

/** Opens the latest generation of a database: `weft`, `weft-2`, `weft-3`, … */
export async function openNewest(base: string, onLost: () => void): Promise<Opened> {
  const generation = await newestGeneration(base)
  return openGeneration(base, generation, onLost, { mayBegin: generation === 1 })
}

/** `mayBegin`: builds it where there is none. */
export async function openGeneration(
  base: string,
  generation: number,
  onLost: () => void,
  { mayBegin }: { mayBegin: boolean },
): Promise<Opened> {
  const db = await openSound(nameOf(base, generation), onLost, mayBegin)
  return { db, generation, setAside: generation === 1 ? null : nameOf(base, generation - 1) }
}

/** 1 where nothing tells: before there is any, and in browsers that cannot list them. */
export async function newestGeneration(base: string): Promise<number> {
  const found = 'databases' in indexedDB ? await indexedDB.databases() : []
  return Math.max(1, ...found.map(({ name = '' }) => generationOf(base, name)))
}

export function nameOf(base: string, generation: number): string {
  return generation === 1 ? base : `${base}-${generation}`
}

function generationOf(base: string, name: string): number {
  const generation = Number(name.slice(base.length + 1))
  return nameOf(base, generation) === name ? generation : 1
}
