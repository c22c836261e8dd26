import type { Json } from '../store/rows.ts'

/** How the backend behaves: set in the lab, kept beside the data, the same for all tabs and the service worker. */
export interface LabSettings {
  latency: Latency
  fault: Fault
}

export interface Latency {
  /** How long each operation and call waits, in milliseconds: 0 to 5000. */
  ms: number
  /** At most so many milliseconds more or less, by chance: 0 to 5000. */
  jitter: number
  /** Name of the one operation or call that waits so, the others waiting as usual; null for all. */
  only: string | null
}

/**
 * `errorBefore`: 500, and nothing was changed. `errorAfter`: 500, though the change was made: the answer is lost. `dropped`:
 * no answer after the wait, and nothing was changed. `offline`: the same at once.
 */
export type FaultKind = 'none' | 'errorBefore' | 'errorAfter' | 'dropped' | 'offline'

export interface Fault {
  kind: FaultKind
  /** Name of the one operation or call that fails; null for all. */
  only: string | null
  /** `oneIn`: one in so many, by chance. */
  when: 'always' | 'once' | 'oneIn'
  /** 2 to 1000. */
  oneIn: number
  /** Where chance begins, a whole number: the same seed fails the same operations, counted from when it was set. */
  seed: number
}

/** How the backend behaves where nobody has changed anything (spec §9). */
export const usualSettings: LabSettings = {
  latency: { ms: 400, jitter: 0, only: null },
  fault: { kind: 'none', only: null, when: 'always', oneIn: 3, seed: 1 },
}

const kinds: ReadonlySet<FaultKind> = new Set(['none', 'errorBefore', 'errorAfter', 'dropped', 'offline'])
const times: ReadonlySet<Fault['when']> = new Set(['always', 'once', 'oneIn'])

/** Which numbers each field takes, both ends included. */
export const bounds = {
  latency: { min: 0, max: 5000 },
  jitter: { min: 0, max: 5000 },
  oneIn: { min: 2, max: 1000 },
  seed: { min: 0, max: 2 ** 32 - 1 },
}

/** Whether the backend behaves as usual with these. */
export function isUsual({ latency, fault }: LabSettings): boolean {
  const { ms, jitter } = usualSettings.latency
  return latency.ms === ms && latency.jitter === jitter && fault.kind === 'none'
}

/** What is kept, as settings; the usual ones where it is nothing of the kind. */
export function settingsIn(kept: Json | undefined): LabSettings {
  return isSettings(kept) ? kept : usualSettings
}

/** Throws a `RangeError` that says which field is wrong. */
export function checkSettings({ latency, fault }: LabSettings): void {
  checkNumber('Latency', latency.ms, bounds.latency)
  checkNumber('Jitter', latency.jitter, bounds.jitter)
  checkNumber('One in', fault.oneIn, bounds.oneIn)
  checkNumber('Seed', fault.seed, bounds.seed)
  if (!kinds.has(fault.kind) || !times.has(fault.when)) throw new RangeError('There is no such fault.')
}

function checkNumber(label: string, value: number, { min, max }: { min: number; max: number }): void {
  if (Number.isInteger(value) && value >= min && value <= max) return
  throw new RangeError(`${label} must be a whole number from ${min} to ${max}.`)
}

function isSettings(kept: unknown): kept is LabSettings {
  try {
    // What is not there, or not a number, fails here.
    checkSettings(Object(kept))
    const { latency, fault } = Object(kept)
    return [latency.only, fault.only].every((only) => only === null || typeof only === 'string')
  } catch {
    return false
  }
}
