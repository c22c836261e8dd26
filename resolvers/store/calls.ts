/** Runs a call of a transaction, awaited or not. */
export type Track = <Result>(call: () => Promise<Result>) => Promise<Result>

/**
 * Runs the `work` of a transaction. Rejects if it fails, or if any call does, even one that it did not await. Calls
 * after the end are refused.
 */
export async function runTracked<Result>(work: (track: Track) => Promise<Result>): Promise<Result> {
  const results: Promise<unknown>[] = []
  let isOver = false
  const start: Track = async (call) => {
    if (isOver) throw new Error('The transaction is over.')
    return call()
  }
  const track: Track = (call) => {
    const result = start(call)
    // Awaited below. A failure before that must not be reported as an unhandled rejection.
    result.catch(() => {})
    results.push(result)
    return result
  }
  try {
    const result = await work(track)
    await Promise.all(results)
    return result
  } finally {
    isOver = true
  }
}
