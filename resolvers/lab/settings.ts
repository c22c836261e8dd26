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
import { DEFAULT_LATENCY_MS } from './networkConditions.ts'

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
  /** The least time from a request to its response, in milliseconds. */
  ms: wholeNumber('Latency', bounds.latency),
  /** The latency varies at random by up to this many milliseconds. */
  jitter: wholeNumber('Jitter', bounds.jitter),
  /** The name of the only operation or REST call with this latency, or null for all. The others have the default. */
  only: nullable(string()),
})

const faultSchema = object({
  /**
   * `errorBefore`: 500, and nothing is changed. `errorAfter`: the change is made, but the response is a 500. `dropped`:
   * the connection is lost after the latency, and nothing is changed. `offline`: the same without latency.
   */
  kind: picklist(['none', 'errorBefore', 'errorAfter', 'dropped', 'offline'], 'There is no such fault.'),
  /** The name of the only operation or REST call that fails, or null for all. */
  only: nullable(string()),
  /** `once`: the next operation. `oneIn`: one in `oneIn` operations, at random. */
  when: picklist(['always', 'once', 'oneIn'], 'There is no such frequency.'),
  oneIn: wholeNumber('One in', bounds.oneIn),
  /**
   * The seed of the random choice. The same seed fails the same operations, counted from the last change of settings.
   */
  seed: wholeNumber('Seed', bounds.seed),
})

const settingsSchema = object({ latency: latencySchema, fault: faultSchema })

/** The settings of the lab. They are saved in the browser and shared by all tabs and the service worker. */
export type LabSettings = InferOutput<typeof settingsSchema>
export type Latency = LabSettings['latency']
export type Fault = LabSettings['fault']

/** Returns the settings until someone changes them, for a backend with this default latency. */
export function defaultsWith(defaultLatency: number): LabSettings {
  return {
    latency: { ms: defaultLatency, jitter: 0, only: null },
    fault: { kind: 'none', only: null, when: 'always', oneIn: 3, seed: 1 },
  }
}

/** The settings of the backend in the browser until someone changes them (spec §9). */
export const defaultSettings = defaultsWith(DEFAULT_LATENCY_MS)

/** Whether these settings have the same effect as the defaults. */
export function isDefault({ latency, fault }: LabSettings, defaults = defaultSettings): boolean {
  const { ms, jitter } = defaults.latency
  return latency.ms === ms && latency.jitter === jitter && fault.kind === 'none'
}

/** Returns saved settings, or the defaults if they are missing or invalid. */
export function parseSettings(saved: unknown, defaults = defaultSettings): LabSettings {
  return is(settingsSchema, saved) ? saved : defaults
}

/** Throws a `RangeError` that names the invalid field. */
export function checkSettings(settings: LabSettings): void {
  const { issues } = safeParse(settingsSchema, settings, { abortEarly: true })
  if (issues) throw new RangeError(issues[0].message)
}
