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
  const { name, code, stack } = partsOf(error)
  log.error({ event, error: name, code, stack })
}

/** Logs why the database or S3 refused a call, such as a full disk, or did not answer it. */
export function logUnavailable(log: Logger, error: unknown, service: Service): void {
  const { name, code } = partsOf(error)
  log.warn({ event: `${service} unavailable`, error: name, code })
}

/** Logs why the event bus is not connected. */
export function logBusLost(log: Logger, error: unknown): void {
  const { name, code } = partsOf(error)
  log.warn({ event: 'event bus unavailable', error: name, code })
}

function partsOf(error: unknown): { name: string; code?: string; stack?: string } {
  if (!(error instanceof Error)) return { name: typeof error }
  const frames = error.stack
    ?.replace(error.message, '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
  return {
    name: error.name,
    ...('code' in error && { code: String(error.code) }),
    ...(frames && { stack: frames.join('\n') }),
  }
}
