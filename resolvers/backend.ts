import type { GraphQLSchema } from 'graphql'
import type { Services } from './api/call.ts'
import { addFile, findFile } from './api/files.ts'
import { passwordIterations } from './api/password.ts'
import { createTokens } from './api/token.ts'
import { createIds, type Clock, type Ids } from './clock.ts'
import { createContext, type Context } from './context.ts'
import { wait } from './delay.ts'
import { describe } from './describe.ts'
import { formatError } from './errorFormat.ts'
import { createSchema } from './schema.ts'
import type { Store } from './store/port.ts'
import type { FileRow } from './store/rows.ts'

export interface BackendOptions {
  store: Store
  /** Milliseconds that every operation and request waits before it is answered (spec §9). */
  delay?: number
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
export interface OperationRequest {
  /** What an `authorization` header would hold: the token, bare or after `Bearer `. */
  authorization: string | null
  signal?: AbortSignal | undefined
}

export interface Backend {
  /** Executable: give `context` to each operation. */
  readonly schema: GraphQLSchema
  /** Gives the schema its descriptions, for those who explore it. */
  describe(): Promise<void>
  /** Waits the delay, then answers the context of one operation, or of one call of `api/`. */
  context(request: OperationRequest): Promise<Context>
  /** The context of a subscription, at once: what happens while it waited it would not hear of. */
  listenerContext(request: OperationRequest): Context
  /** Waits the delay, then keeps a picture or video of the member who asks; answers its address (`api/files.ts`). */
  addFile(request: OperationRequest, content: Blob): Promise<string>
  /** The file at an address of `addFile`'s, at once: pictures are no calls of the API. */
  findFile(url: string): Promise<FileRow | undefined>
  /** An error of an operation as it may be answered: no value that was sent comes back in it. */
  formatError<Answered extends { message: string }>(error: Answered): Answered
  /** Hears of every fault that is answered with 500. */
  report(fault: unknown): void
}

/** The whole backend over a store. `http.ts` answers requests with it. */
export function createBackend({
  store,
  delay = 400,
  events = new EventTarget(),
  clock = Date.now,
  ids = createIds(clock),
  passwordIterations: iterations = passwordIterations,
  report = () => {},
}: BackendOptions): Backend {
  const tokens = createTokens(store, clock)
  const services: Services = { store, clock, ids, tokens, events, report, passwordIterations: iterations }
  const listenerContext = ({ authorization }: OperationRequest) => createContext({ services, authorization })
  const context = async (request: OperationRequest) => {
    await wait(delay, request.signal)
    return listenerContext(request)
  }
  const schema = createSchema(report)
  let described: Promise<void> | undefined
  return {
    schema,
    describe: () => (described ??= describe(schema)),
    context,
    listenerContext,
    addFile: async (request, content) => addFile(await context(request), content),
    findFile: (url) => findFile(store.read, url),
    formatError,
    report,
  }
}
