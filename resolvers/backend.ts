import type { GraphQLSchema } from 'graphql'
import type { Services } from './services/call.ts'
import { addFile, readFile } from './services/files.ts'
import { passwordIterations } from './services/password.ts'
import { createTokens } from './services/token.ts'
import { createIds, type Clock, type Ids } from './lib/clock.ts'
import { createContext, type Context } from './context.ts'
import { wait } from './lib/delay.ts'
import { describe } from './graphql/describe.ts'
import { follow, NoAnswerError, usualCourse, type Conditions } from './lab/networkConditions.ts'
import { createLog, type RequestLog } from './lab/log.ts'
import { createSchema } from './schema.ts'
import type { Store } from './store/port.ts'

export interface BackendOptions {
  store: Store
  /** What each operation and call goes through; by default it waits as long as spec §9 says. */
  conditions?: Conditions
  /** Carries what has changed to those who listen; `broadcastTarget()` reaches all tabs and workers. By default this backend alone. */
  events?: EventTarget
  clock?: Clock
  ids?: Ids
  /** Rounds of PBKDF2 for new passwords; fewer only in tests. */
  passwordIterations?: number
  /** Hears of every fault that is answered with 500. */
  report?: (fault: unknown) => void
}

/** Who asks, and until when the answer is wanted. */
export interface Asking {
  /** What an `authorization` header would hold: the token, bare or after `Bearer `. */
  authorization: string | null
  signal?: AbortSignal | undefined
}

export interface OperationRequest extends Asking {
  /** The operation's name, or the call's: `POST /posts/like/{postId}`. */
  name: string
}

export interface Backend {
  /** Executable: give `context` to each operation. */
  readonly schema: GraphQLSchema
  /** Gives the schema its descriptions, for those who explore it. */
  describe(): Promise<void>
  /**
   * Waits as the conditions say, then answers the context of one operation, or of one call of `api/`. Rejects with a
   * `NoAnswerError` where the connection is to be lost.
   */
  context(request: OperationRequest): Promise<Context>
  /** The context of a subscription, at once: what happens while it waited it would not hear of. */
  listenerContext(request: Asking): Context
  /** Waits as every call does, then keeps a picture or video of the member who asks; answers its address (`api/files.ts`). */
  addFile(request: Asking, content: Blob): Promise<string>
  /** Returns the picture or video at an address that `addFile` returned. Without latency, because it is no call of spec §7. */
  readFile(url: string): Promise<Blob | undefined>
  /** The errors of an operation as they may be answered: no value that was sent comes back in them. */
  formatErrors<Answered extends { message: string }>(errors: readonly Answered[]): Promise<Answered[]>
  /** Hears of every fault that is answered with 500. */
  report(fault: unknown): void
  /** Where whoever answers operations and calls notes them. */
  readonly log: RequestLog
}

/** The whole backend over a store. `http.ts` answers requests with it. */
export function createBackend({
  store,
  conditions = async () => usualCourse,
  events = new EventTarget(),
  clock = Date.now,
  ids = createIds(clock),
  passwordIterations: iterations = passwordIterations,
  report = () => {},
}: BackendOptions): Backend {
  const tokens = createTokens(store, clock)
  const services: Services = { store, clock, ids, tokens, events, report, passwordIterations: iterations }
  const listenerContext = ({ authorization }: Asking) => createContext({ services, authorization }, usualCourse)
  const context = async ({ name, authorization, signal }: OperationRequest) => {
    const course = await conditions(name)
    await wait(course.latency, signal)
    if (course.fault === 'dropped') throw new NoAnswerError()
    return createContext({ services, authorization }, course)
  }
  const schema = createSchema(report)
  const log = createLog(events, clock)
  let described: Promise<void> | undefined
  return {
    schema,
    describe: () => (described ??= describe(schema)),
    context,
    listenerContext,
    async addFile(asking, content) {
      const name = 'POST /media'
      const end = log.begin({ via: 'tab', name, method: 'POST', path: '/media' })
      try {
        const call = await context({ ...asking, name })
        const url = await follow(call.course, () => addFile(call, content))
        end({ status: 201 })
        return url
      } catch (thrown) {
        end({ thrown })
        throw thrown
      }
    },
    readFile: (url) => readFile(store.read, url),
    formatErrors,
    report,
    log,
  }
}

async function formatErrors<Answered extends { message: string }>(errors: readonly Answered[]): Promise<Answered[]> {
  // Most operations have none.
  const { formatError } = await import('./graphql/formatError.ts')
  return errors.map(formatError)
}
