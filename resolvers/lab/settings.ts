import { defaultConditions } from './networkConditions.ts'

/** What is set in the lab: saved beside the data, the same for all tabs and the service worker. */
export interface LabSettings {
  latency: Latency
  fault: Fault
}

export interface Latency {
  /** The least time from a request to its answer, in milliseconds: 0 to 5000. */
  ms: number
  /** The latency varies at random by up to this many milliseconds: 0 to 5000. */
  jitter: number
  /** Name of the one operation or REST call that this applies to, the others having the default; null for all. */
  only: string | null
}

/**
 * `errorBefore`: 500, and nothing is changed. `errorAfter`: 500, though the change is made: the answer is lost. `dropped`:
 * no answer after the latency, and nothing is changed. `offline`: the same at once.
 */
export type FaultKind = 'none' | 'errorBefore' | 'errorAfter' | 'dropped' | 'offline'

export interface Fault {
  kind: FaultKind
  /** Name of the one operation or REST call that fails; null for all. */
  only: string | null
  /** `oneIn`: one in `oneIn` operations, at random. */
  when: 'always' | 'once' | 'oneIn'
  /** 2 to 1000. */
  oneIn: number
  /** Seed of the random choice: the same seed fails the same operations, counted from when it was set. */
  seed: number
}

/** The settings where nobody has changed any (spec §9). */
export const defaultSettings: LabSettings = {
  latency: { ms: defaultConditions.latency, jitter: 0, only: null },
  fault: { kind: 'none', only: null, when: 'always', oneIn: 3, seed: 1 },
}

const kinds: ReadonlySet<FaultKind> = new Set(['none', 'errorBefore', 'errorAfter', 'dropped', 'offline'])
const times: ReadonlySet<Fault['when']> = new Set(['always', 'once', 'oneIn'])

/** The range of each number, both ends included. */
export const bounds = {
  latency: { min: 0, max: 5000 },
  jitter: { min: 0, max: 5000 },
  oneIn: { min: 2, max: 1000 },
  seed: { min: 0, max: 2 ** 32 - 1 },
}

/** Whether the backend behaves with these as it does by default. */
export function isDefault({ latency, fault }: LabSettings): boolean {
  const { ms, jitter } = defaultSettings.latency
  return latency.ms === ms && latency.jitter === jitter && fault.kind === 'none'
}

/** Reads saved settings; the default where they are missing or invalid. */
export function settingsIn(saved: unknown): LabSettings {
  return isSettings(saved) ? saved : defaultSettings
}

/** Throws a `RangeError` that names the wrong field. */
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

function isSettings(saved: unknown): saved is LabSettings {
  try {
    // What is not there, or not a number, fails here.
    checkSettings(Object(saved))
    const { latency, fault } = Object(saved)
    return [latency.only, fault.only].every((only) => only === null || typeof only === 'string')
  } catch {
    return false
  }
}
