import type { Store } from '../store/port.ts'
import type { Json } from '../store/rows.ts'
import type { Course } from './networkConditions.ts'
import { bounds, settingsIn, usualSettings, type Fault, type Latency } from './settings.ts'

/** Beside the settings: how many operations the fault has been drawn for since it was set. */
export const drawnKey = 'labDrawn'

/** What these settings hold for the next operation of this name. */
export async function nextCourse(store: Store, kept: Json, name: string): Promise<Course> {
  const { latency, fault } = settingsIn(kept)
  const kind = concerns(fault, name) && (await strikes(store, fault)) ? fault.kind : 'none'
  if (kind === 'offline') return { latency: 0, fault: 'dropped' }
  return { latency: waitOf(latency, name), fault: kind === 'none' ? null : kind }
}

function concerns({ only }: { only: string | null }, name: string): boolean {
  return only === null || only === name
}

function waitOf(latency: Latency, name: string): number {
  if (!concerns(latency, name)) return usualSettings.latency.ms
  const { min, max } = bounds.latency
  const wait = latency.ms + (Math.random() * 2 - 1) * latency.jitter
  return Math.min(max, Math.max(min, Math.round(wait)))
}

/** Whether the fault strikes this time. All tabs and the worker count together, so that a run goes on through a reload. */
async function strikes(store: Store, fault: Fault): Promise<boolean> {
  if (fault.kind === 'none' || fault.when === 'always') return true
  const drawn = await store.transaction(async (tx) => {
    const before = Number((await tx.meta.get(drawnKey)) ?? 0)
    await tx.meta.put(drawnKey, before + 1)
    return before
  })
  return fault.when === 'once' ? drawn === 0 : chance(fault.seed, drawn) * fault.oneIn < 1
}

/** A number from 0 to below 1 that only these two decide: both are stirred into one 32-bit word (the finaliser of MurmurHash3). */
function chance(seed: number, drawn: number): number {
  let word = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) + Math.imul(drawn + 1, 0xc2b2ae35)
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35)
  return ((word ^ (word >>> 16)) >>> 0) / 2 ** 32
}
