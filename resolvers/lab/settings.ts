import {
  check,
  integer,
  is,
  nullable,
  number,
  object,
  picklist,
  pipe,
  safeParse,
  string,
  type InferOutput,
} from 'valibot'
import { defaultConditions } from './networkConditions.ts'

/** The range of each number, both ends included. */
export const bounds = {
  latency: { min: 0, max: 5000 },
  jitter: { min: 0, max: 5000 },
  oneIn: { min: 2, max: 1000 },
  seed: { min: 0, max: 2 ** 32 - 1 },
}

function wholeNumber(label: string, { min, max }: { min: number; max: number }) {
  const message = `${label} must be a whole number from ${min} to ${max}.`
  return pipe(
    number(message),
    integer(message),
    check((value) => value >= min && value <= max, message),
  )
}

const latencySchema = object({
  /** The least time from a request to its answer, in milliseconds. */
  ms: wholeNumber('Latency', bounds.latency),
  /** The latency varies at random by up to this many milliseconds. */
  jitter: wholeNumber('Jitter', bounds.jitter),
  /** Name of the one operation or REST call that this applies to, the others having the default; null for all. */
  only: nullable(string()),
})

const faultSchema = object({
  /**
   * `errorBefore`: 500, and nothing is changed. `errorAfter`: 500, though the change is made: the answer is lost.
   * `dropped`: no answer after the latency, and nothing is changed. `offline`: the same at once.
   */
  kind: picklist(['none', 'errorBefore', 'errorAfter', 'dropped', 'offline'], 'There is no such fault.'),
  /** Name of the one operation or REST call that fails; null for all. */
  only: nullable(string()),
  /** `oneIn`: one in `oneIn` operations, at random. */
  when: picklist(['always', 'once', 'oneIn'], 'There is no such frequency.'),
  oneIn: wholeNumber('One in', bounds.oneIn),
  /** Seed of the random choice: the same seed fails the same operations, counted from when it was set. */
  seed: wholeNumber('Seed', bounds.seed),
})

const settingsSchema = object({ latency: latencySchema, fault: faultSchema })

/** What is set in the lab: saved beside the data, the same for all tabs and the service worker. */
export type LabSettings = InferOutput<typeof settingsSchema>
export type Latency = LabSettings['latency']
export type Fault = LabSettings['fault']

/** The settings where nobody has changed any (spec §9). */
export const defaultSettings: LabSettings = {
  latency: { ms: defaultConditions.latency, jitter: 0, only: null },
  fault: { kind: 'none', only: null, when: 'always', oneIn: 3, seed: 1 },
}

/** Whether the backend behaves with these as it does by default. */
export function isDefault({ latency, fault }: LabSettings): boolean {
  const { ms, jitter } = defaultSettings.latency
  return latency.ms === ms && latency.jitter === jitter && fault.kind === 'none'
}

/** Reads saved settings; the defaults where they are missing or invalid. */
export function settingsIn(saved: unknown): LabSettings {
  return is(settingsSchema, saved) ? saved : defaultSettings
}

/** Throws a `RangeError` that names the wrong field. */
export function checkSettings(settings: LabSettings): void {
  const { issues } = safeParse(settingsSchema, settings, { abortEarly: true })
  if (issues) throw new RangeError(issues[0].message)
}
