import type { DocumentNode, GraphQLError, GraphQLSchema } from 'graphql'
import { createOnce } from '../shared/createOnce.ts'
import { pbkdf2Passwords, type Passwords } from './services/password.ts'
import type { Dependencies, Push, RateLimits, ServiceContext } from './services/serviceContext.ts'
import { createTokens } from './services/token.ts'
import type { Clock } from './lib/dates.ts'
import { createIds, type Ids } from './lib/ids.ts'
import { createContext, type Context, type ContextOptions } from './context.ts'
import { createEventLog } from './events/eventLog.ts'
import { NEW_EVENTS } from './events/events.ts'
import { createExecutor, type Executor, type OperationParams } from './graphql/execute.ts'
import { SharedReads } from './reads/sharedReads.ts'
import type { StoredFile } from './services/files.ts'
import type { Housekeeping } from './services/housekeeping.ts'
import type { Notifier } from './services/notifications.ts'
import { createSchema, loadDeferredResolvers } from './schema.ts'
import type { Store } from './store/port.ts'

export interface BackendOptions {
  store: Store
  /**
   * Receives `NEW_EVENTS` after each change. `broadcastTarget()` reaches all tabs and workers, the default only this
   * backend.
   */
  events?: EventTarget
  clock?: Clock
  ids?: Ids
  /** Returns the text of schema.graphql, for `describe`. Absent: the schema has no descriptions. */
  schemaFile?: (() => Promise<string>) | undefined
  /** Default: PBKDF2, which every browser has. */
  passwords?: Passwords
  /** On a server: limits log-ins, sign-ups and uploads. */
  rateLimits?: RateLimits | undefined
  /** On a server: how many bytes the pictures and videos of a user may have. */
  fileQuota?: number
  /** On a server: whether housekeeping leaves bytes of files without a row to a command. */
  keepsOrphans?: boolean
  /** On a server: `closed` refuses new accounts. */
  signUp?: 'open' | 'closed'
  /** On a server: called after an account was deleted: housekeeping has the rest of its rows to remove. */
  onAccountDeleted?: () => void
  /** On a server: sends notifications to devices. */
  push?: Push | undefined
  /** Called with every unexpected error. The client gets a plain 500. */
  report?: (error: unknown) => void
}

/** Identifies the sender of a request. `authorization` is the header: the token, bare or after `Bearer `. */
export type RequestAuth = Pick<ServiceContext, 'authorization' | 'onUser'> & Partial<Pick<ServiceContext, 'client'>>

export interface Backend extends Executor {
  readonly schema: GraphQLSchema
  /** Adds the descriptions to the schema, for tools that show them. Reports a failure and does not reject. */
  describe(): Promise<void>
  /**
   * Validates an operation of a document that was not known when the app was built, and checks its limits. Returns its
   * errors, empty if it may be executed.
   */
  validate(document: DocumentNode, params: OperationParams): Promise<readonly GraphQLError[]>
  /** Creates the context of one operation, subscription or REST call. */
  context(auth: RequestAuth, options?: ContextOptions): Context
  /** Reads the events up to now, so that `lastEventId` knows them. Call it before the first operation. */
  readEvents(): Promise<void>
  /** Returns the id of the last event; null if it is not known yet. */
  lastEventId(): string | null
  /** Returns the number of subscriptions that have not ended. */
  subscriptionCount(): number
  /**
   * Stores a picture or video of the viewer. Returns its URL. Throws `TOKEN_INVALID`, `NOT_REGISTERED`, `BAD_INPUT`,
   * `TOO_LARGE`.
   */
  addFile(auth: RequestAuth, content: Blob): Promise<string>
  /** Returns the picture or video at a URL of `addFile`. */
  readFile(url: string): Promise<StoredFile | undefined>
  /**
   * Removes what is kept for a limited time (`services/housekeeping.ts`), and preloads the deferred resolvers for that.
   * Call it when the page is idle, and on a server from time to time. Ends early if the signal aborts. Reports failures
   * until then, and never rejects.
   */
  runHousekeeping(signal?: AbortSignal): Promise<void>
  /**
   * Brings the notifications up to date with the events of all backends (`services/notifications.ts`). Ends early if the
   * signal aborts. Reports failures until then, and never rejects.
   */
  updateNotifications(signal?: AbortSignal): Promise<void>
  /** Does so now and whenever there are new events, until the signal aborts. */
  keepNotifications(signal: AbortSignal): void
  /** Passes an unexpected error to the `report` of the options. */
  report(error: unknown): void
}

/** Creates the whole backend over a store. `http/handler.ts` serves it over HTTP. */
export function createBackend({
  store,
  events = new EventTarget(),
  clock = Date.now,
  ids = createIds(clock),
  schemaFile,
  passwords = pbkdf2Passwords(),
  rateLimits,
  fileQuota,
  keepsOrphans,
  signUp,
  onAccountDeleted,
  push,
  report = () => {},
}: BackendOptions): Backend {
  const tokens = createTokens(store, clock)
  const limits = { rateLimits, fileQuota, keepsOrphans, signUp, onAccountDeleted, push }
  const dependencies: Dependencies = { store, clock, ids, tokens, events, report, passwords, ...limits }
  const sharedReads = new SharedReads(store.read)
  const eventLog = createEventLog(store.read.events, { signal: events, onEvents: () => sharedReads.forget(), report })
  const shared = { ...dependencies, eventLog, sharedReads }
  const schema = createSchema()
  const loadDeferredOnce = createOnce(() => loadDeferredResolvers(schema))
  // Node takes a while for each call of `import`.
  const loadValidation = createOnce(() => import('./graphql/validate.ts'))
  let housekeeping: Housekeeping | undefined
  let notifier: Notifier | undefined
  let described: Promise<void> | undefined
  const addDescriptions = async () => {
    if (!schemaFile) return
    try {
      const [text, { describe }] = await Promise.all([schemaFile(), import('./graphql/describe.ts')])
      describe(schema, text)
    } catch (error) {
      described = undefined
      report(error)
    }
  }
  const updateNotifications = async (signal?: AbortSignal) => {
    try {
      const { createNotifier } = await loadDeferredOnce()
      notifier ??= createNotifier(dependencies)
      await notifier(signal)
    } catch (error) {
      // The store may have been closed meanwhile.
      if (!signal?.aborted) report(error)
    }
  }
  return {
    ...createExecutor(schema, loadDeferredOnce, report),
    schema,
    describe: () => (described ??= addDescriptions()),
    async validate(document, params) {
      const { validateOperation } = await loadValidation()
      return validateOperation(schema, document, params)
    },
    context: (auth, options = {}) => createContext({ ...shared, client: null, ...auth }, options),
    readEvents: () => eventLog.update(),
    lastEventId: () => eventLog.lastId(),
    subscriptionCount: () => eventLog.readerCount,
    async addFile(auth, content) {
      const { addFile } = await loadDeferredOnce()
      return addFile({ ...dependencies, client: null, ...auth }, content)
    },
    async readFile(url) {
      const { readFile } = await loadDeferredOnce()
      return readFile(store, url)
    },
    async runHousekeeping(signal) {
      try {
        const { createHousekeeping } = await loadDeferredOnce()
        housekeeping ??= createHousekeeping(dependencies)
        await housekeeping(signal)
      } catch (error) {
        // The store may have been closed meanwhile.
        if (!signal?.aborted) report(error)
      }
    },
    updateNotifications,
    keepNotifications(signal) {
      let isDue = false
      let running: Promise<void> | undefined
      const run = async () => {
        while (isDue && !signal.aborted) {
          isDue = false
          await updateNotifications(signal)
        }
        running = undefined
      }
      const start = () => {
        isDue = true
        running ??= run()
      }
      events.addEventListener(NEW_EVENTS, start, { signal })
      start()
    },
    report,
  }
}
