import { setMaxListeners } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from 'srvx'
import { createBackend, EventFeed, seedIfEmpty, type Backend } from '../resolvers/index.ts'
import { megabyte } from '../shared/formats.ts'
import schemaText from '../schema.graphql?raw'
import { demoAccount } from '../resolvers/seed/demoAccount.ts'
import type { Passwords } from '../resolvers/services/password.ts'
import type { Push } from '../resolvers/services/serviceContext.ts'
import { UnavailableError } from '../resolvers/store/errors.ts'
import { createAppFiles } from './http/appFiles.ts'
import { checkClock } from './clock.ts'
import { pushContactIn, type Config } from './config.ts'
import { openDatabase, schemaChangesAtStart, type OpenDatabase } from './database.ts'
import { listenForEvents } from './listenForEvents.ts'
import { createFailureLog, type FailureLog, type Logger } from './logging.ts'
import { createMetrics, serveMetrics, type Metrics } from './metrics.ts'
import { argon2Passwords } from './passwords.ts'
import { createPush } from './push/push.ts'
import { createCostLimits } from './limits/costLimits.ts'
import { databaseLimiters } from './limits/databaseLimiters.ts'
import { createRateLimits, type ServerLimits } from './limits/rateLimits.ts'
import { listen } from './http/listen.ts'
import { createRequestHandler } from './http/requestHandler.ts'

export interface ServerOptions {
  config: Config
  log: Logger
  /** Adds the six sample users and their posts to a database without users, and offers 'Test Login' as one of them. */
  isDemo: boolean
}

export interface RunningServer {
  /** Where it listens, such as `http://127.0.0.1:4000/`. */
  url: string
  /** Where the data is. */
  database: string
  /** Whether there are no users yet. */
  isEmpty: boolean
  /** Whether pages offer the demo account. */
  offersDemoAccount: boolean
  /**
   * Stops: `/readyz` fails, streams end, requests are taken for `LEAVE_MS` if a proxy watches the server, open ones get
   * `DRAIN_MS` to finish, then the database closes. A second call returns the same promise.
   */
  stop(): Promise<void>
}

/** The built app, beside the folder of the built server. */
const APP_FOLDER = fileURLToPath(new URL('../dist', import.meta.url))
/** The time from one run of the housekeeping to the next. */
const HOUSEKEEPING_MS = 60_000
/** For how long after a request of `/readyz` the server assumes that a proxy watches it. */
const WATCHED_MS = 10_000
/** How long a watched server goes on taking requests after `stop`, until every proxy has seen that `/readyz` fails. */
const LEAVE_MS = 3000
/** How often a server that stops closes connections without a request. */
const IDLE_MS = 100
/** How long open requests may take after `stop`. */
export const DRAIN_MS = 9000
/** How long `/readyz` repeats the last answer of the database: any client can request it. */
const READY_CHECK_MS = 1000
/** How long the database may take to answer `/readyz`. */
const READY_MS = 2000

/** Opens the database and listens. Rejects if either fails; nothing stays open then. */
export async function startServer({ config, log, isDemo }: ServerOptions): Promise<RunningServer> {
  const metrics = createMetrics()
  const failures = createFailureLog(log)
  const database = await openDatabase(config, {
    isForRequests: true,
    schemaChanges: schemaChangesAtStart(config),
    onUnavailable: failures.unavailable,
  })
  const { store } = database
  const report = reporter(failures, metrics)
  // A PGlite has one process.
  const listener =
    config.DATABASE_URL === undefined
      ? undefined
      : listenForEvents(config.DATABASE_URL, { onConnection: metrics.setListening, onLost: failures.notListening })
  const events = new EventFeed(store, { listen: listener, report })
  const closed = new AbortController()
  // Each open stream adds a listener. By default Node prints a warning of a leak at the eleventh.
  setMaxListeners(0, closed.signal)
  let http: Server | undefined
  let metricsServer: HttpServer | undefined
  let housekeeping: Promise<void> | undefined
  /** Closes what was opened, once no request is open any more. */
  const closeOthers = async () => {
    metricsServer?.close()
    await housekeeping
    await events.close()
    await database.close()
    failures.flush()
  }
  try {
    await checkClock(store.now)
    if (isDemo) await seedIfEmpty(store, Date.now)
    const limits = config.RATE_LIMITS === 'on' ? createRateLimits({ createShared: databaseLimiters(store) }) : null
    const passwords = argon2Passwords()
    const housekeeper = createHousekeeper(closed.signal)
    const onAccountDeleted = housekeeper.wake
    const contact = pushContactIn(config)
    const push =
      contact === undefined
        ? undefined
        : await createPush({
            store,
            clock: Date.now,
            contact,
            endpoints: config.PUSH_ENDPOINTS,
            signal: closed.signal,
            onResult: metrics.addPush,
            onFailure: failures.notPushed,
            report,
          })
    const backend = createServerBackend(config, { database, passwords, limits, events, report, onAccountDeleted, push })
    await backend.readEvents()
    backend.keepNotifications(closed.signal)
    const { isReady, isWatched } = createReadiness(store, closed.signal)
    const offersDemoAccount = isDemo && (await canLogInAsDemo(store, passwords))
    const appFiles = createAppFiles({
      dir: APP_FOLDER,
      demoAccount: offersDemoAccount ? demoAccount : undefined,
      developerPages: (config.DEVELOPER_PAGES ?? (isDemo ? 'on' : 'off')) === 'on',
      mediaOrigin: config.S3_READS === 'redirect' ? config.S3_ENDPOINT : undefined,
    })
    const costs = limits && createCostLimits()
    const parts = { config, backend, limits, costs, log, metrics, isReady, closed: closed.signal, appFiles }
    const listening = listen(config, createRequestHandler(parts))
    http = listening
    await listening.ready()
    if (config.METRICS_PORT !== undefined) metricsServer = await serveMetrics(metrics, config.METRICS_PORT, report)
    const isEmpty = (await store.read.users.page('byId', { limit: 1 })).length === 0
    housekeeping = housekeeper.repeat(backend)

    let stopped: Promise<void> | undefined
    const stop = async () => {
      closed.abort()
      await drain(listening, isWatched() ? LEAVE_MS : 0)
      await closeOthers()
    }
    return {
      url: listening.url ?? '',
      database: database.description,
      isEmpty,
      offersDemoAccount,
      stop: () => (stopped ??= stop()),
    }
  } catch (error) {
    closed.abort()
    await http?.close(true)
    await closeOthers()
    throw error
  }
}

/** Returns a function that reports an unexpected error. */
function reporter(failures: FailureLog, metrics: Metrics): (error: unknown) => void {
  return (error) => {
    // `onUnavailable` has logged why.
    const cause = error instanceof Error ? error.cause : undefined
    if (error instanceof UnavailableError || cause instanceof UnavailableError) return
    metrics.addError()
    failures.unexpected(error)
  }
}

interface BackendParts {
  database: OpenDatabase
  passwords: Passwords
  limits: ServerLimits | null
  events: EventTarget
  report: (error: unknown) => void
  onAccountDeleted: () => void
  push: Push | undefined
}

function createServerBackend(config: Config, { database, limits, ...parts }: BackendParts): Backend {
  const { store, s3 } = database
  return createBackend({
    store,
    schemaFile: async () => schemaText,
    ...(limits && { rateLimits: limits }),
    fileQuota: config.ACCOUNT_QUOTA_MB * megabyte,
    keepsOrphans: s3 !== undefined,
    signUp: config.SIGN_UP,
    ...parts,
  })
}

/** Returns whether there is a demo account that has its known password. */
async function canLogInAsDemo({ read }: OpenDatabase['store'], passwords: Passwords): Promise<boolean> {
  const namesake = await read.users.byUsername(demoAccount.username)
  return namesake !== undefined && passwords.matches(demoAccount.password, namesake.passwordHash)
}

interface Readiness {
  /** Answers `/readyz`. */
  isReady: () => Promise<boolean>
  /** Returns whether something, such as a proxy, has requested `/readyz` a short time ago. */
  isWatched: () => boolean
}

/** A server is ready while it can run with the tables of its database, until `closed` aborts. */
function createReadiness(store: OpenDatabase['store'], closed: AbortSignal): Readiness {
  const isCompatible = sharedFor(READY_CHECK_MS, () => isTrueInTime(store.isCompatible()))
  let watchedUntil = 0
  return {
    async isReady() {
      watchedUntil = performance.now() + WATCHED_MS
      return !closed.aborted && (await isCompatible())
    },
    isWatched: () => performance.now() < watchedUntil,
  }
}

/** Takes requests for `leaveMs` more, and resolves when none is open. Breaks off those that are open after `DRAIN_MS`. */
async function drain(server: Server, leaveMs: number): Promise<void> {
  const force = setTimeout(() => void server.close(true), DRAIN_MS)
  await sleep(leaveMs)
  // Connections stay open after the response to their last request.
  const idle = setInterval(() => closeIdle(server), IDLE_MS)
  await server.close()
  clearTimeout(force)
  clearInterval(idle)
}

function closeIdle({ node }: Server): void {
  if (node?.server && 'closeIdleConnections' in node.server) node.server.closeIdleConnections()
}

/**
 * Runs housekeeping every minute until the signal aborts. `wake` runs it at once, as after an account was deleted: the rows
 * that it has left, such as posts without an author, are seen until then.
 */
function createHousekeeper(signal: AbortSignal) {
  let next = new AbortController()
  return {
    wake: () => next.abort(),
    async repeat(backend: Backend): Promise<void> {
      while (!signal.aborted) {
        next = new AbortController()
        await backend.runHousekeeping(signal)
        await sleep(HOUSEKEEPING_MS, undefined, { signal: AbortSignal.any([signal, next.signal]) }).catch(
          () => undefined,
        )
      }
    },
  }
}

/** Returns a function that calls `work` at most once in this time, and returns the last result in between. */
function sharedFor<Result>(ms: number, work: () => Promise<Result>): () => Promise<Result> {
  let last: { result: Promise<Result>; at: number } | undefined
  return () => {
    const now = performance.now()
    if (!last || now - last.at >= ms) last = { result: work(), at: now }
    return last.result
  }
}

/** Returns whether a call of the store resolves to true in time. */
async function isTrueInTime(call: Promise<boolean>): Promise<boolean> {
  const result = call.catch(() => false)
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), READY_MS)
  })
  return Promise.race([result, late]).finally(() => clearTimeout(timer))
}
