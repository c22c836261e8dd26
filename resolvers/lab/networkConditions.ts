import { ConnectionLostError } from '../lib/ConnectionLostError.ts'

/** The simulated network between the caller of one operation or REST call and the backend. */
export interface NetworkConditions {
  /** The least time between the request and its response, in milliseconds. Slower work takes longer. */
  latency: number
  fault: 'errorBefore' | 'errorAfter' | 'dropped' | null
}

/** The default latency (spec §1, §9). */
export const DEFAULT_LATENCY_MS = 400

/** The lab replaces the response with a 500. */
export class InjectedFaultError extends Error {
  override readonly name = 'InjectedFaultError'

  constructor() {
    super('The lab injected this fault.')
  }
}

/** Resolves after this many milliseconds, or as soon as the signal aborts. */
export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>

interface SimulationOptions {
  /** Aborts when the caller no longer needs the response. Ends the delay, never the work. */
  signal?: AbortSignal | undefined
  /** When the request was sent, by `performance.now()`: the latency counts from then. Default: now. */
  sentAt?: number | undefined
  wait?: Wait | undefined
}

/**
 * Does the work of an operation under these conditions. The work starts at once, and its result is returned no sooner
 * than the latency after the request. `dropped` and `errorBefore` never start it; `errorAfter` discards its result. Throws
 * `ConnectionLostError`, `InjectedFaultError`, the signal's reason, or what the work throws.
 */
export async function simulate<T>(
  { latency, fault }: NetworkConditions,
  work: () => Promise<T>,
  { signal, sentAt, wait = delay }: SimulationOptions = {},
): Promise<T> {
  const elapsed = sentAt === undefined ? 0 : performance.now() - sentAt
  const waiting = wait(latency - elapsed, signal)
  try {
    if (fault === 'dropped') throw new ConnectionLostError()
    if (fault === 'errorBefore') throw new InjectedFaultError()
    const result = await work()
    if (fault === 'errorAfter') throw new InjectedFaultError()
    return result
  } finally {
    await waiting
    signal?.throwIfAborted()
  }
}

/** A `Wait` that uses a timer. */
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
