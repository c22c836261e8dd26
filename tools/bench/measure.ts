/** What a task took. */
export interface Timing {
  /** In milliseconds. */
  median: number
  runs: number
}

export interface Limits {
  /** The time for each task in milliseconds. It may take longer to reach `minRuns`. */
  time: number
  minRuns: number
  maxRuns: number
}

/** Enough for a task of a millisecond. A task of a second runs a few times. */
export const DEFAULT_LIMITS: Limits = { time: 1000, minRuns: 5, maxRuns: 500 }

/**
 * Measures tasks that are to be compared. They run in turn, so that whatever else the machine does disturbs them alike.
 * Some rounds before are not counted.
 */
export async function compare(
  tasks: Readonly<Record<string, () => unknown>>,
  { time, minRuns, maxRuns }: Limits = DEFAULT_LIMITS,
): Promise<Record<string, Timing>> {
  const measured = Object.entries(tasks).map(([name, task]) => ({ name, task, taken: new Array<number>() }))
  const round = async () => {
    for (const { task, taken } of measured) {
      const start = performance.now()
      await task()
      taken.push(performance.now() - start)
    }
  }
  const rounds = async (minRounds: number, maxRounds: number, milliseconds: number) => {
    const end = performance.now() + milliseconds
    for (let run = 0; run < maxRounds && (run < minRounds || performance.now() < end); run++) await round()
  }
  const total = time * measured.length
  await rounds(1, maxRuns / 5, total / 5)
  for (const { taken } of measured) taken.length = 0
  await rounds(minRuns, maxRuns, total)
  return Object.fromEntries(
    measured.map(({ name, taken }) => [name, { median: median(taken), runs: taken.length } satisfies Timing]),
  )
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}
