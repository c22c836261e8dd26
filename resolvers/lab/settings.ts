import {
  integer,
  is,
  maxValue,
  minValue,
  nullable,
  number,
  object,
  parse,
  picklist,
  pipe,
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

function wholeNumber({ min, max }: { min: number; max: number }) {
  return pipe(number(), integer(), minValue(min), maxValue(max))
}

const latencyShape = object({
  /** The least time from a request to its response, in milliseconds. */
  ms: wholeNumber(bounds.latency),
  /** The latency varies at random by up to this many milliseconds. */
  jitter: wholeNumber(bounds.jitter),
  /** The name of the only operation or REST call with this latency, or null for all. The others have the default. */
  only: nullable(string()),
})

const faultShape = object({
  /**
   * `errorBefore`: 500, and nothing is changed. `errorAfter`: the change is made, but the response is a 500. `dropped`:
   * the connection is lost after the latency, and nothing is changed. `offline`: the same without latency.
   */
  kind: picklist(['none', 'errorBefore', 'errorAfter', 'dropped', 'offline']),
  /** The name of the only operation or REST call that fails, or null for all. */
  only: nullable(string()),
  /** `once`: the next operation. `oneIn`: one in `oneIn` operations, at random. */
  when: picklist(['always', 'once', 'oneIn']),
  oneIn: wholeNumber(bounds.oneIn),
  /**
   * The seed of the random choice. The same seed fails the same operations, counted from the last change of settings.
   */
  seed: wholeNumber(bounds.seed),
})

const settingsShape = object({ latency: latencyShape, fault: faultShape })

/** The settings of the lab. They are saved in the browser and shared by all tabs and the service worker. */
export type LabSettings = InferOutput<typeof settingsShape>
export type Latency = LabSettings['latency']
export type Fault = LabSettings['fault']

/** Returns the settings until someone changes them (spec §9), for a backend with this latency. */
export function defaultSettings(latency = DEFAULT_LATENCY_MS): LabSettings {
  return {
    latency: { ms: latency, jitter: 0, only: null },
    fault: { kind: 'none', only: null, when: 'always', oneIn: 3, seed: 1 },
  }
}

/** Whether these settings have the same effect as the defaults. */
export function isDefault({ latency, fault }: LabSettings, defaults: LabSettings): boolean {
  const { ms, jitter } = defaults.latency
  return latency.ms === ms && latency.jitter === jitter && fault.kind === 'none'
}

/** Returns saved settings, or the defaults if they are missing or invalid. */
export function parseSettings(saved: unknown, defaults: LabSettings): LabSettings {
  return is(settingsShape, saved) ? saved : defaults
}

/** Throws if a setting is out of range. */
export function checkSettings(settings: LabSettings): void {
  parse(settingsShape, settings)
}
