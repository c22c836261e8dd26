import type { Json } from '../../shared/json.ts'
import type { LabStore } from './labStore.ts'
import type { NetworkConditions } from './networkConditions.ts'
import { faultCounterKey } from './savedSettings.ts'
import { bounds, defaultSettings, parseSettings, type Fault, type Latency } from './settings.ts'

interface Sampling {
  /** The saved settings. */
  saved: Json | undefined
  /** Returns the name of the operation. Called if the settings apply to one operation. */
  readName: () => Promise<string>
  /** The latency of the operations that the settings do not apply to. */
  defaultLatency: number
}

/**
 * Returns the conditions of the next operation. Increments the shared counter if the fault does not apply to every
 * operation.
 */
export async function nextConditions(
  store: LabStore,
  { saved, readName, defaultLatency }: Sampling,
): Promise<NetworkConditions> {
  const { latency, fault } = parseSettings(saved, defaultSettings(defaultLatency))
  const name = latency.only === null && fault.only === null ? '' : await readName()
  const kind = appliesTo(fault, name) && (await isNextFailing(store, fault)) ? fault.kind : 'none'
  if (kind === 'offline') return { latency: 0, fault: 'dropped' }
  return {
    latency: appliesTo(latency, name) ? latencyOf(latency) : defaultLatency,
    fault: kind === 'none' ? null : kind,
  }
}

function appliesTo({ only }: { only: string | null }, name: string): boolean {
  return only === null || only === name
}

function latencyOf(latency: Latency): number {
  const { min, max } = bounds.latency
  const ms = latency.ms + (Math.random() * 2 - 1) * latency.jitter
  return Math.min(max, Math.max(min, Math.round(ms)))
}

/** All tabs and the worker share one counter in the store, which survives a reload. */
async function isNextFailing(store: LabStore, fault: Fault): Promise<boolean> {
  if (fault.kind === 'none' || fault.when === 'always') return true
  const count = await store.transaction(async (tx) => {
    const before = Number((await tx.meta.get(faultCounterKey)) ?? 0)
    await tx.meta.put(faultCounterKey, before + 1)
    return before
  })
  return fault.when === 'once' ? count === 0 : randomAt(fault.seed, count) * fault.oneIn < 1
}

/**
 * Returns a pseudo-random number from 0 up to, not including, 1. It depends only on the arguments (the finaliser of
 * MurmurHash3).
 */
function randomAt(seed: number, count: number): number {
  let word = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) + Math.imul(count + 1, 0xc2b2ae35)
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35)
  return ((word ^ (word >>> 16)) >>> 0) / 2 ** 32
}
