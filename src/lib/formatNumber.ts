const numbers = new Intl.NumberFormat('en-GB')

/** Formats a number for the screen, such as `12,340`. */
export function formatNumber(value: number): string {
  return numbers.format(value)
}
