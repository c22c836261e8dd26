import { pino, type Logger } from 'pino'
import type { Config } from './config.ts'
import type { Service } from './database.ts'

export type { Logger }

/** Creates the log: one JSON line for each event on standard output. */
export function createLogger(level: Config['LOG_LEVEL']): Logger {
  return pino({ level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` })
}

/**
 * Logs an unexpected error with its stack, but without its message: messages of the database quote values, which may be
 * posts or e-mail addresses.
 */
export function logError(log: Logger, event: string, error: unknown): void {
  log.error(withStack(event, error))
}

/** Logs failures: each kind at once, and then once a second how often it has happened meanwhile. */
export interface FailureLog {
  /** As `logError` does. */
  unexpected(error: unknown): void
  /** Logs why the database or S3 refused a call, such as a full disk, or did not answer it. */
  unavailable(error: unknown, service: Service): void
  /** Logs why the events of other processes do not arrive at once. */
  notListening(error: unknown): void
  /** Logs why a push service did not take a message. */
  notPushed(error: unknown): void
  /** Logs what has only been counted so far. */
  flush(): void
}

const REPEAT_MS = 1000

/** The most kinds of failures that are counted apart. Beyond it only the event counts. */
const MAX_KINDS = 100

export function createFailureLog(log: Logger): FailureLog {
  const kinds = new Map<string, { count: number; write: (count: number) => void }>()
  /** Logs the count of a kind, if there is one. */
  const writeCount = (kind: string): boolean => {
    const { count = 0, write } = kinds.get(kind) ?? {}
    kinds.delete(kind)
    if (count > 0) write?.(count)
    return count > 0
  }
  const startCount = (kind: string, write: (count: number) => void) => {
    kinds.set(kind, { count: 0, write })
    setTimeout(() => writeCount(kind) && startCount(kind, write), REPEAT_MS).unref()
  }
  const add = (level: 'warn' | 'error', failure: Failure) => {
    const kind = kinds.size < MAX_KINDS ? JSON.stringify(failure) : failure.event
    const known = kinds.get(kind)
    if (known) {
      known.count += 1
      return
    }
    log[level](failure)
    startCount(kind, (count) => log[level]({ ...failure, count }))
  }
  return {
    unexpected: (error) => add('error', withStack('unexpected error', error)),
    unavailable: (error, service) => add('warn', withCode(`${service} unavailable`, error)),
    notListening: (error) => add('warn', withCode('not listening for events', error)),
    notPushed: (error) => add('warn', withCode('not pushed', error)),
    flush: () => [...kinds.keys()].forEach(writeCount),
  }
}

interface Failure {
  event: string
  /** The name of the error. */
  error: string
  code?: string
  stack?: string
}

function withCode(event: string, error: unknown): Failure {
  if (!(error instanceof Error)) return { event, error: typeof error }
  return { event, error: error.name, ...('code' in error && { code: String(error.code) }) }
}

function withStack(event: string, error: unknown): Failure {
  const failure = withCode(event, error)
  if (!(error instanceof Error) || !error.stack) return failure
  const lines = error.stack.replace(error.message, '').split('\n')
  return { ...failure, stack: lines.filter((line) => /^\s+at /.test(line)).join('\n') }
}
