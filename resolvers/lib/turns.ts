/** Turns of the event loop, in Node and in browsers. */

interface Host {
  queueMicrotask: (job: () => void) => void
  /** In Node. */
  setImmediate?: (job: () => void) => unknown
  /** In Node. */
  process?: { nextTick?: (job: () => void) => void }
}

const { setImmediate, process }: Host = globalThis

/** Runs a job in the next turn, after tasks that wait already: requests, timers, input. */
export const inNextTurn: (job: () => void) => unknown = setImmediate ?? postedTasks()

/** Runs a job after the promise jobs that are ready, and after those that they make ready. */
export const afterPromiseJobs: (job: () => void) => unknown = process?.nextTick
  ? (job) => Promise.resolve().then(() => process.nextTick?.(job))
  : inNextTurn

/** Unlike timers, messages are not delayed. */
function postedTasks(): (job: () => void) => void {
  const jobs: (() => void)[] = []
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => jobs.shift()?.())
  port1.start()
  return (job) => {
    jobs.push(job)
    port2.postMessage(undefined)
  }
}
