/** Returns the current time in milliseconds since 1970. Injected, so that tests can set it. */
export type Clock = () => number

export const HOUR_MS = 60 * 60 * 1000
export const DAY_MS = 24 * HOUR_MS

/** Returns an instant as a `DateTime` of the schema. */
export function dateTimeOf(instant: number): string {
  return new Date(instant).toISOString()
}
