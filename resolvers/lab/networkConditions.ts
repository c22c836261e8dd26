/** What one operation or REST call goes through between its caller and the backend. */
export interface NetworkConditions {
  /** Milliseconds between the request and its answer, at least: slower work takes longer. */
  latency: number
  fault: 'errorBefore' | 'errorAfter' | 'dropped' | null
}

/** The conditions of an operation where nothing is set in the lab: the delay of the specification (§1, §9). */
export const defaultConditions: NetworkConditions = { latency: 400, fault: null }

/** The connection was lost before an answer came. In a page the caller gets this error; over HTTP a network error. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'

  constructor() {
    super('No answer: the connection was lost.')
  }
}

/** The lab replaces the answer with a 500. */
export class InjectedFaultError extends Error {
  override readonly name = 'InjectedFaultError'

  constructor() {
    super('The lab injected this fault.')
  }
}

/** Resolves after this many milliseconds, or as soon as the signal aborts. */
export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>

interface SimulationOptions {
  /** Aborts when the caller leaves. That ends the waiting, never the work. */
  signal?: AbortSignal | undefined
  wait?: Wait | undefined
}

/**
 * Does the work of an operation under these conditions. The work starts at once and its result is returned no sooner
 * than the latency after the call. `dropped` and `errorBefore` never start it; `errorAfter` discards its result. Throws
 * `NoAnswerError`, `InjectedFaultError`, the signal's reason, or what the work throws.
 */
export async function simulate<T>(
  { latency, fault }: NetworkConditions,
  work: () => Promise<T>,
  { signal, wait = delay }: SimulationOptions = {},
): Promise<T> {
  const waiting = wait(latency, signal)
  try {
    if (fault === 'dropped') throw new NoAnswerError()
    if (fault === 'errorBefore') throw new InjectedFaultError()
    const result = await work()
    if (fault === 'errorAfter') throw new InjectedFaultError()
    return result
  } finally {
    await waiting
    signal?.throwIfAborted()
  }
}

/** `Wait` with a timer. */
export async function delay(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (milliseconds <= 0 || signal?.aborted) return
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener('abort', end)
  })
}
