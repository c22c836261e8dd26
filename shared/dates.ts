/** How long browsers may keep what never changes. */
export const YEAR_SECONDS = 31_536_000

/** Returns the day of an instant in UTC, `YYYY-MM-DD` (docs/spec-decisions.md, "Dates"). */
export function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10)
}

const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Australia/Sydney' })

const inSydney = { month: 'short', timeZone: 'Australia/Sydney' } as const
const shortDay = new Intl.DateTimeFormat('en-GB', { ...inSydney, day: 'numeric' })
const shortMonth = new Intl.DateTimeFormat('en-GB', { ...inSydney, year: 'numeric' })

/** Returns the day of an instant in Sydney, such as `4 May`, or the month if it lies in another year: `May 2023`. */
export function shortDateOf(instant: number, now: number): string {
  return (yearOf(instant) === yearOf(now) ? shortDay : shortMonth).format(instant)
}

/** Returns the day of an instant in Sydney in words: `4 May 2023` (spec §3, §9). */
export function longDateOf(instant: number): string {
  return longDate.format(instant)
}

function yearOf(instant: number): string {
  return longDateOf(instant).slice(-4)
}
