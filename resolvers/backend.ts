import type { GraphQLSchema } from 'graphql'
import type { Services } from './api/call.ts'
import { passwordIterations } from './api/password.ts'
import { createTokens } from './api/token.ts'
import { createIds, type Clock, type Ids } from './clock.ts'
import { createContext, type Context } from './context.ts'
import { wait } from './delay.ts'
import { createSchema } from './schema.ts'
import type { Store } from './store/port.ts'

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
  /** Waits the delay, then answers the context of one operation, or of one call of `api/`. */
  context(request: OperationRequest): Promise<Context>
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
  return {
    schema: createSchema(report),
    async context({ authorization, signal }) {
      await wait(delay, signal)
      return createContext({ services, authorization })
    },
    report,
  }
}
