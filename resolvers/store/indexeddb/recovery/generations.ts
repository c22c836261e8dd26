import { openVerified } from '../opening.ts'
import type { Database } from '../transaction.ts'

/** An open database, its generation, and the name of the quarantined database that it replaces, if any. */
export interface OpenedGeneration {
  db: Database
  generation: number
  quarantined: string | null
}

/** Opens the latest generation of a database: `weft`, `weft-2`, `weft-3`, … */
export async function openNewest(base: string, onLost: () => void): Promise<OpenedGeneration> {
  const generation = await newestGeneration(base)
  return openGeneration(base, generation, { onLost, mayCreate: generation === 1 })
}

/** Opens one generation of a database. Rejects as `openVerified` does. */
export async function openGeneration(
  base: string,
  generation: number,
  options: { onLost: () => void; mayCreate: boolean },
): Promise<OpenedGeneration> {
  const db = await openVerified(nameOf(base, generation), options)
  return { db, generation, quarantined: generation === 1 ? null : nameOf(base, generation - 1) }
}

/** Returns the number of the newest generation: 1 without a database. */
export async function newestGeneration(base: string): Promise<number> {
  const found = await indexedDB.databases()
  return Math.max(1, ...found.map(({ name = '' }) => generationOf(base, name)))
}

/** Returns the name of a generation's database. */
export function nameOf(base: string, generation: number): string {
  return generation === 1 ? base : `${base}-${generation}`
}

function generationOf(base: string, name: string): number {
  const generation = Number(name.slice(base.length + 1))
  return nameOf(base, generation) === name ? generation : 1
}
