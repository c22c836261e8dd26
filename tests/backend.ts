import { graphql, parse, subscribe, type GraphQLSchema } from 'graphql'
import { expect, onTestFinished } from 'vitest'
import { createIds } from '../resolvers/lib/clock.ts'
import { createHttpHandler, type HttpHandler } from '../resolvers/http/handler.ts'
import { createBackend, createSimulation, sow, type Backend, type Simulation, type Store } from '../resolvers/index.ts'
import { createLab, type Lab } from '../resolvers/lab/lab.ts'
import { delay, type Wait } from '../resolvers/lab/networkConditions.ts'
import { withLab } from '../resolvers/lab/withLab.ts'

/** Every password of the tests holds this word, so that one look at an answer tells whether it gives one away. */
export const secret = 'sesame'
const neverAnswered = [secret, 'pbkdf2', 'passwordHash']

export interface RestAnswer {
  status: number
  json: unknown
  headers: Headers
}

export interface RestOptions {
  token?: string | undefined
  body?: unknown
  /** Sent as it is, in place of `body`. */
  text?: string
  headers?: Record<string, string>
}

export interface Member {
  id: string
  username: string
  token: string
}

export interface TestBackend {
  backend: Backend
  store: Store
  schema: GraphQLSchema
  /** The lab of this store; `withLab` puts it in front of the backend. */
  lab: Lab
  simulation: Simulation
  events: EventTarget
  /** Answers requests as they come over HTTP. */
  http: HttpHandler
  /** What `report` has heard. */
  faults: unknown[]
  /** Sets the clock, which stands still otherwise. */
  setClock(instant: string): void
  /** Executes an operation; the answer is plain data, as it would come over a network. */
  gql(document: string, variables?: Record<string, unknown>, token?: string | null): Promise<unknown>
  /** Listens to a subscription; each `next` answers an event as plain data, once there is one. */
  listen(document: string, token?: string | null): Promise<Listener>
  rest(method: string, path: string, options?: RestOptions): Promise<RestAnswer>
  /** A new member, signed in. */
  join(username: string, fields?: Record<string, unknown>): Promise<Member>
  /** A new post; answers its id. */
  post(author: Member, content?: string): Promise<string>
}

export interface Listener {
  next(): Promise<unknown>
  end(): Promise<void>
}

export interface BackendSetup {
  /** Puts something between the backend and its store. */
  wrap?: (store: Store) => Store
  /** Starts over this store instead of a fresh one; its owner closes it. */
  over?: Store
  seed?: boolean
  startAt?: string
  /** Where changes are announced; unless given, to this backend alone. */
  events?: EventTarget
  /** Puts the lab in front of `http`. By default there is no latency, no fault and no request log. */
  withLab?: boolean
  /** How the lab waits; by default with a timer. */
  wait?: Wait
  /** How many milliseconds pass with each look at the clock. */
  tick?: number
}

/** A backend over a fresh store, closed when the test ends. No answer of it ever holds a password or a hash. */
export async function openBackend(open: () => Promise<Store>, setup: BackendSetup = {}): Promise<TestBackend> {
  let now = Date.parse(setup.startAt ?? '2026-05-04T09:30:00Z')
  const clock = () => {
    now += setup.tick ?? 0
    return now
  }
  const store = setup.over ?? (await open())
  if (!setup.over) onTestFinished(() => store.close())
  if (setup.seed) await sow(store, clock)
  const faults: unknown[] = []
  const report = (fault: unknown) => void faults.push(fault)
  const events = setup.events ?? new EventTarget()
  const backend = createBackend({
    store: setup.wrap?.(store) ?? store,
    events,
    clock,
    ids: createIds(clock),
    passwordIterations: 10,
    report,
  })
  const simulation = createSimulation({ store, events, clock, wait: setup.wait ?? delay })

  const handler = createHttpHandler(backend)
  const http = setup.withLab ? withLab(handler, { simulation, report }) : handler
  const rest: TestBackend['rest'] = async (method, path, { token, body, text, headers } = {}) => {
    const payload = text ?? (body === undefined ? undefined : JSON.stringify(body))
    const request = new Request(`http://localhost/api${path}`, {
      method,
      headers: { ...headers, ...(token !== undefined && { authorization: token }) },
      ...(payload !== undefined && { body: payload }),
    })
    const response = await http(request)
    const answer = await response.text()
    expectNoSecret(answer)
    const json: unknown = JSON.parse(answer)
    return { status: response.status, json, headers: response.headers }
  }

  return {
    backend,
    store,
    schema: backend.schema,
    lab: createLab(store, events),
    simulation,
    events,
    http,
    faults,
    rest,
    setClock: (instant) => {
      now = Date.parse(instant)
    },
    async gql(source, variableValues = {}, token = null) {
      const contextValue = backend.context({ authorization: token })
      const answer = JSON.stringify(await graphql({ schema: backend.schema, source, variableValues, contextValue }))
      expectNoSecret(answer)
      return JSON.parse(answer)
    },
    async listen(source, token = null) {
      const contextValue = backend.context({ authorization: token })
      const heard = await subscribe({ schema: backend.schema, document: parse(source), contextValue })
      if (!(Symbol.asyncIterator in heard)) throw new Error(JSON.stringify(heard))
      return {
        async next() {
          const { done, value } = await heard.next()
          if (done) return undefined
          const answer = JSON.stringify(value)
          expectNoSecret(answer)
          return JSON.parse(answer)
        },
        async end() {
          await heard.return(undefined)
        },
      }
    },
    async join(username, fields = {}) {
      const { status, json } = await rest('POST', '/auth/signup', {
        body: {
          firstname: 'First',
          lastname: 'Last',
          email: `${username}@mail.example`,
          username,
          ...secretOf(username),
          ...fields,
        },
      })
      expect(status).toBe(201)
      return { id: textAt(json, 'createdUser._id'), username, token: textAt(json, 'encodedToken') }
    },
    async post(author, content = 'Warp and weft') {
      const { status, json } = await rest('POST', '/posts', { token: author.token, body: { postData: { content } } })
      expect(status).toBe(201)
      return textAt(listAt(json, 'posts').at(-1), '_id')
    },
  }
}

/** The password that `join` gives this member. */
export function secretOf(username: string): { password: string } {
  return { password: `${secret} ${username}` }
}

function expectNoSecret(answer: string): void {
  for (const word of neverAnswered) expect(answer).not.toContain(word)
}

/** What stands at a path such as `posts.0.likes`; undefined where there is nothing. */
export function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((found, key) => {
    return typeof found === 'object' && found !== null && Object.hasOwn(found, key)
      ? Reflect.get(found, key)
      : undefined
  }, value)
}

export function textAt(value: unknown, path: string): string {
  const found = at(value, path)
  if (typeof found !== 'string') throw new Error(`No text at ${path} in ${JSON.stringify(value)}`)
  return found
}

export function listAt(value: unknown, path: string): unknown[] {
  const found = at(value, path)
  if (!Array.isArray(found)) throw new Error(`No list at ${path} in ${JSON.stringify(value)}`)
  return found
}
