/** Tests that take longer than this are slow. */
const SLOW_MS = 2000

/**
 * Prints a line for each of the ten slowest tests of a run, the slowest first. `npm test` repeats these lines.
 *
 * @param {{ title: string, milliseconds: number }[]} tests
 */
export function printSlowTests(tests) {
  const slow = tests.filter(({ milliseconds }) => milliseconds > SLOW_MS)
  for (const { title, milliseconds } of slow
    .toSorted((one, other) => other.milliseconds - one.milliseconds)
    .slice(0, 10))
    console.log(`slow ${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${title}`)
}
