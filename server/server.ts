import { setMaxListeners } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve, type Server, type ServerRequest } from 'srvx'
import { createBackend, seedIfEmpty, type Backend } from '../resolvers/index.ts'
import { megabyte } from '../shared/formats.ts'
import schemaText from '../schema.graphql?raw'
import type { Topic } from '../resolvers/events/events.ts'
import { ReplicaEventIds } from '../resolvers/events/replicaEventIds.ts'
import { demoAccount } from '../resolvers/seed/demoAccount.ts'
import type { Passwords } from '../resolvers/services/password.ts'
import { UnavailableError } from '../resolvers/store/errors.ts'
import { createAppFiles } from './http/appFiles.ts'
import { checkClock } from './clock.ts'
import type { Config } from './config.ts'
import { closeStalled } from './http/connections.ts'
import { openDatabase, schemaChangesAtStart, type OpenDatabase } from './database.ts'
import { openEventBus } from './events/openEventBus.ts'
import { logBusLost, logError, logUnavailable, type Logger } from './logging.ts'
import { createMetrics, serveMetrics, type Metrics } from './metrics.ts'
import { argon2Passwords } from './passwords.ts'
import { createRateLimits, type ServerLimits } from './limits/rateLimits.ts'
import { createRequestHandler } from './http/requestHandler.ts'
import { openSharedCounts } from './limits/sharedCounts.ts'

export interface ServerOptions {
  config: Config
  log: Logger
  /** Adds the six sample users and their posts to a database that was never seeded. */
  seed: boolean
}

export interface RunningServer {
  /** Where it listens, such as `http://127.0.0.1:4000/`. */
  url: string
  /** Where the data is. */
  database: string
  /** Whether there are no users yet. */
  isEmpty: boolean
  /** Whether the demo account can log in. */
  isDemo: boolean
  /**
   * Stops: `/readyz` fails, streams end, requests are taken for `LEAVE_MS` if a proxy watches the server, open ones get
   * `DRAIN_MS` to finish, then the database closes. A second call returns the same promise.
   */
  stop(): Promise<void>
}

/** The built app, beside the folder of the built server. */
const APP_FOLDER = fileURLToPath(new URL('../dist', import.meta.url))
/** The shortest time between two equal events, such as the likes of one post. */
const EVENT_INTERVAL_MS = 1000
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
/**
 * How long an idle connection stays open. Longer than a proxy keeps one (Caddy: two minutes): else the proxy could send a
 * request on a connection that this server is closing.
 */
const KEEP_ALIVE_MS = 130_000
/** How long a connection may wait for its client to send or to read more. Streams send a comment every 12 seconds. */
const STALL_MS = 60_000
/** How long a request may take to arrive: a video of 9.5 MB over a slow mobile network. */
const REQUEST_MS = 300_000
/** How long `/readyz` repeats the last answer of the database: any client can request it. */
const READY_CHECK_MS = 1000
/** How long the database may take to answer `/readyz`. */
const READY_MS = 2000

/** Opens the database and listens. Rejects if either fails; nothing stays open then. */
export async function startServer({ config, log, seed }: ServerOptions): Promise<RunningServer> {
  const metrics = createMetrics()
  const database = await openDatabase(config, {
    isForRequests: true,
    schemaChanges: schemaChangesAtStart(config),
    onUnavailable: (error, service) => logUnavailable(log, error, service),
  })
  const { store } = database
  const bus = openEventBus(config, { ...metrics.eventBus, onLost: (error) => logBusLost(log, error) })
  const events = bus ?? new EventTarget()
  const closed = new AbortController()
  // Each open stream adds a listener. By default Node prints a warning of a leak at the eleventh.
  setMaxListeners(0, closed.signal)
  let limits: ServerLimits | null = null
  let http: Server | undefined
  let metricsServer: HttpServer | undefined
  let housekeeping: Promise<void> | undefined
  /** Closes what was opened, once no request is open any more. */
  const closeOthers = async () => {
    metricsServer?.close()
    limits?.close()
    await housekeeping
    await database.close()
    // Afterwards: a call that the database still has to answer publishes its events.
    await bus?.close()
  }
  try {
    await checkClock(store.now)
    if (seed) await seedIfEmpty(store, Date.now)
    limits = config.RATE_LIMITS === 'on' ? createRateLimits(await openSharedCounts(config, store)) : null
    const passwords = argon2Passwords()
    const report = reporter(log, metrics)
    const backend = createServerBackend(config, { database, passwords, limits, events, report })
    // After the backend, whose log of events takes its name and position from the first notice.
    await bus?.start()
    const { isReady, isWatched } = createReadiness(store, closed.signal)
    const isDemo = await canLogInAsDemo(store, passwords)
    const appFiles = createAppFiles({
      dir: APP_FOLDER,
      demoAccount: isDemo ? demoAccount : undefined,
      mediaOrigin: config.S3_READS === 'redirect' ? config.S3_ENDPOINT : undefined,
    })
    const parts = { config, backend, limits, log, metrics, isReady, closed: closed.signal, appFiles }
    const listening = listen(config, createRequestHandler(parts))
    http = listening
    await listening.ready()
    if (config.METRICS_PORT !== undefined) metricsServer = await serveMetrics(metrics, config.METRICS_PORT, report)
    const isEmpty = (await store.read.users.page('OLDEST', { limit: 1 })).length === 0
    housekeeping = repeatHousekeeping(backend, events, closed.signal)

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
      isDemo,
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
function reporter(log: Logger, metrics: Metrics): (error: unknown) => void {
  return (error) => {
    // `onUnavailable` has logged why.
    const cause = error instanceof Error ? error.cause : undefined
    if (error instanceof UnavailableError || cause instanceof UnavailableError) return
    metrics.addError()
    logError(log, 'unexpected error', error)
  }
}

interface BackendParts {
  database: OpenDatabase
  passwords: Passwords
  limits: ServerLimits | null
  events: EventTarget
  report: (error: unknown) => void
}

function createServerBackend(config: Config, { database, passwords, limits, events, report }: BackendParts): Backend {
  const { store, s3 } = database
  return createBackend({
    store,
    schemaFile: async () => schemaText,
    passwords,
    ...(limits && { rateLimits: limits }),
    fileQuota: config.ACCOUNT_QUOTA_MB * megabyte,
    keepsOrphans: s3 !== undefined,
    signUp: config.SIGN_UP,
    events,
    eventIntervalMs: EVENT_INTERVAL_MS,
    ...(store.staleReads && { replicaEventIds: new ReplicaEventIds(config.DATABASE_REPLICA_LAG_MS) }),
    report,
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

function listen(
  { HOST, PORT, TRUSTED_PROXIES }: Config,
  handle: (request: ServerRequest) => Promise<Response>,
): Server {
  const server = serve({
    fetch: handle,
    hostname: HOST,
    port: PORT,
    trustProxy: TRUSTED_PROXIES ?? false,
    gracefulShutdown: false,
    silent: true,
    node: { requestTimeout: REQUEST_MS, headersTimeout: 20_000, keepAliveTimeout: KEEP_ALIVE_MS },
  })
  closeStalled(server, STALL_MS)
  return server
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
 * Runs housekeeping every minute until the signal aborts, and at once after an account was deleted: the rows that it has
 * left, such as posts without an author, are seen until then.
 */
async function repeatHousekeeping(backend: Backend, events: EventTarget, signal: AbortSignal): Promise<void> {
  let next = new AbortController()
  events.addEventListener('userDeleted' satisfies Topic, () => next.abort())
  while (!signal.aborted) {
    next = new AbortController()
    await backend.runHousekeeping(signal)
    await sleep(HOUSEKEEPING_MS, undefined, { signal: AbortSignal.any([signal, next.signal]) }).catch(() => undefined)
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
