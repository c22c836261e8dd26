const numbers = new Intl.NumberFormat('en-GB')

/** Formats a number for the screen, such as `12,340`. */
export function formatNumber(value: number): string {
  return numbers.format(value)
}

/** Formats a count with its noun, such as `1 post` and `2,000 posts`. `many` defaults to `one` and an s. */
export function formatCount(count: number, one: string, many?: string): string {
  return `${formatNumber(count)} ${formFor(count, one, many)}`
}

/** Returns the form that agrees with a count. `many` defaults to `one` and an s. */
export function formFor(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many
}
