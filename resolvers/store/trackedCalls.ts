/** Runs a call of a transaction, awaited or not. */
export type Track = <Result>(call: () => Promise<Result>) => Promise<Result>

/**
 * Runs the `work` of a transaction. Rejects if it fails, or if any call does, even one that it did not await. Calls
 * after the end are refused.
 */
export async function runTracked<Result>(work: (track: Track) => Promise<Result>): Promise<Result> {
  // Only open calls: the results of all may not fit in memory.
  const open = new Set<Promise<unknown>>()
  const failures: unknown[] = []
  let isOver = false
  const start: Track = async (call) => {
    if (isOver) throw new Error('The transaction is over.')
    return call()
  }
  const track: Track = (call) => {
    const result = start(call)
    open.add(result)
    result.then(
      () => open.delete(result),
      (error: unknown) => {
        open.delete(result)
        failures.push(error)
      },
    )
    return result
  }
  try {
    const result = await work(track)
    await Promise.allSettled(open)
    if (failures.length > 0) throw failures[0]
    return result
  } finally {
    isOver = true
  }
}
