import { readFile } from 'node:fs/promises'
import { parse, type GraphQLSchema } from 'graphql'
import { expect, onTestFinished } from 'vitest'
import { pbkdf2Passwords, type Passwords } from '../resolvers/services/password.ts'
import type { Push, RateLimits } from '../resolvers/services/serviceContext.ts'
import type { ListLimits } from '../resolvers/rest/lists.ts'
import { createIds } from '../resolvers/lib/ids.ts'
import { NEW_EVENTS, newEvent, type Events, type Topic } from '../resolvers/events/events.ts'
import { createHttpHandler, type HttpHandler } from '../resolvers/http/handler.ts'
import {
  createBackend,
  createSimulation,
  seedIfEmpty,
  type Backend,
  type Simulation,
} from '../resolvers/browser/index.ts'
import { createLab, type Lab } from '../resolvers/lab/lab.ts'
import { fieldsOf } from '../shared/json.ts'
import { delay, type Wait } from '../resolvers/lab/networkConditions.ts'
import { withLab } from '../resolvers/lab/withLab.ts'
import { serveHttp } from './serveHttp.ts'
import { listAt, textAt } from './values.ts'
import type { AdministeredStore } from '../resolvers/store/administration.ts'

/** Part of every test password, so that a search for it in a response shows whether the response leaks a password. */
export const passwordMarker = 'sesame'
const forbiddenInResponses = [passwordMarker, 'pbkdf2', 'argon2', 'passwordHash']

export interface RestResponse {
  status: number
  json: unknown
  headers: Headers
}

export interface RestOptions {
  token?: string | undefined
  body?: unknown
  /** The raw request body. Replaces `body`. */
  text?: string
  headers?: Record<string, string>
}

/** A signed-in user. */
export interface TestUser {
  id: string
  username: string
  token: string
}

export interface TestSubscription {
  /** Waits for the next event. Returns it as parsed JSON, or undefined after `end`. */
  next(): Promise<unknown>
  end(): Promise<void>
}

/** What every host of the backend does. The host and path of a request say which resource it is for, not where it goes. */
export interface TestClient {
  http(request: Request): Promise<Response>
  /** Where the host listens, for clients that open connections themselves. */
  origin(): Promise<string>
  /** Every unexpected error, the earliest first. */
  readonly reportedErrors: unknown[]
  openStreams(): Promise<number>
  /** Executes an operation. Returns the result as parsed JSON. */
  gql(document: string, variables?: Record<string, unknown>, token?: string | null): Promise<unknown>
  /** Starts a subscription. Rejects with the errors as JSON when the backend refuses it. */
  subscribe(document: string, token?: string | null): Promise<TestSubscription>
  rest(method: string, path: string, options?: RestOptions): Promise<RestResponse>
  /** Signs up a user with this username. `fields` are added to the request body. */
  signUpUser(username: string, fields?: Record<string, unknown>): Promise<TestUser>
  /** Creates a post. Returns its id. */
  post(author: TestUser, content?: string): Promise<string>
}

/** A backend in this process, of which a test may also see and replace the parts. */
export interface TestBackend extends TestClient {
  backend: Backend
  store: AdministeredStore
  schema: GraphQLSchema
  /** The lab of this store. It affects `http` only with the option `withLab`. */
  lab: Lab
  simulation: Simulation
  events: EventTarget
  /** Stores an event, and tells the backends about it. */
  publish<T extends Topic>(topic: T, payload: Events[T]): Promise<void>
  /** Returns the last events, the earliest first: topics with their ids. */
  published(): Promise<{ topic: string }[]>
  /** Handles a request as the service worker does. */
  http: HttpHandler
  /** Sets the clock. It does not advance by itself. */
  setClock(instant: string): void
}

export interface BackendSetup {
  /** Wraps the store that the backend uses. */
  wrap?: (store: AdministeredStore) => AdministeredStore
  /** Uses this store instead of a new one. The caller closes it. */
  store?: AdministeredStore
  seed?: boolean
  startAt?: string
  /** Receives `NEW_EVENTS` after each change. Defaults to a target of this backend alone. */
  events?: EventTarget
  /** Decorates `http` with the lab. By default there is no latency, no fault and no request log. */
  withLab?: boolean
  /** How the lab waits. Defaults to a timer. */
  wait?: Wait
  /** Whether the lab of any tab records. Default: whether `lab` does. */
  isRecording?: () => Promise<boolean>
  rateLimits?: RateLimits
  /** Defaults to PBKDF2 with few iterations. */
  passwords?: Passwords
  fileQuota?: number
  /** Creates what sends notifications to devices. Default: none. */
  createPush?: (store: AdministeredStore, clock: () => number) => Promise<Push>
  listLimits?: ListLimits
  maxResponseLength?: number
  /** Milliseconds by which the clock advances on each read. Defaults to 0. */
  tick?: number
}

/**
 * Starts a backend with a new store, which is closed when the test ends. Fails the test when a response contains a
 * password or a hash.
 */
export async function openBackend(
  open: () => Promise<AdministeredStore>,
  setup: BackendSetup = {},
): Promise<TestBackend> {
  let now = Date.parse(setup.startAt ?? '2026-05-04T09:30:00Z')
  const clock = () => {
    now += setup.tick ?? 0
    return now
  }
  const store = setup.store ?? (await open())
  if (!setup.store) onTestFinished(() => store.close())
  if (setup.seed) await seedIfEmpty(store, clock)
  const reportedErrors: unknown[] = []
  const report = (error: unknown) => void reportedErrors.push(error)
  const events = setup.events ?? new EventTarget()
  const backend = createBackend({
    store: setup.wrap?.(store) ?? store,
    events,
    clock,
    ids: createIds(clock),
    schemaFile: () => readFile('schema.graphql', 'utf8'),
    passwords: setup.passwords ?? pbkdf2Passwords(10),
    rateLimits: setup.rateLimits,
    ...(setup.fileQuota !== undefined && { fileQuota: setup.fileQuota }),
    push: await setup.createPush?.(store, clock),
    report,
  })
  let isRecording = false
  const simulation = createSimulation({
    store,
    events,
    clock,
    wait: setup.wait ?? delay,
    isRecording: setup.isRecording ?? (async () => isRecording),
  })
  const lab = createLab(store, events, {
    startRecording: async () => {
      isRecording = true
    },
  })

  const handler = createHttpHandler(backend, {
    listLimits: setup.listLimits,
    maxResponseLength: setup.maxResponseLength,
  })
  const http = setup.withLab ? withLab(handler, { simulation, report }) : handler
  return {
    backend,
    store,
    schema: backend.schema,
    lab,
    simulation,
    events,
    async publish(topic, payload) {
      await store.transaction((tx) => tx.events.append([newEvent(topic, payload, clock())]))
      events.dispatchEvent(new Event(NEW_EVENTS))
    },
    async published() {
      const rows = await store.read.events.after(0, 100_000)
      return rows.map(({ topic, payload }) => Object.assign({ topic }, fieldsOf(payload)))
    },
    http,
    origin: () => serveHttp(http),
    openStreams: async () => backend.subscriptionCount(),
    reportedErrors,
    ...restCalls(http),
    setClock: (instant) => {
      now = Date.parse(instant)
    },
    async gql(source, variableValues = {}, token = null) {
      const document = parse(source)
      const errors = await backend.validate(document, { variables: variableValues })
      const context = backend.context({ authorization: token })
      const request = { document, variables: variableValues, context }
      const json = JSON.stringify(errors.length > 0 ? { errors } : await backend.execute(request))
      expectNoSecret(json)
      return JSON.parse(json)
    },
    async subscribe(source, token = null) {
      const context = backend.context({ authorization: token })
      const results = await backend.subscribe({ document: parse(source), context })
      if (!(Symbol.asyncIterator in results)) throw new Error(JSON.stringify(results))
      return {
        async next() {
          const { done, value } = await results.next()
          if (done) return undefined
          const json = JSON.stringify(value)
          expectNoSecret(json)
          return JSON.parse(json)
        },
        async end() {
          await results.return()
        },
      }
    },
  }
}

/** The calls of the REST facade, which fail the test when a response contains a password or a hash. */
export function restCalls(http: TestClient['http']): Pick<TestClient, 'rest' | 'signUpUser' | 'post'> {
  const rest: TestClient['rest'] = async (method, path, { token, body, text, headers } = {}) => {
    const payload = text ?? (body === undefined ? undefined : JSON.stringify(body))
    const request = new Request(`http://localhost/api${path}`, {
      method,
      headers: { ...headers, ...(token !== undefined && { authorization: token }) },
      ...(payload !== undefined && { body: payload }),
    })
    const response = await http(request)
    const responseText = await response.text()
    expectNoSecret(responseText)
    const json: unknown = JSON.parse(responseText)
    return { status: response.status, json, headers: response.headers }
  }
  return {
    rest,
    async signUpUser(username, fields = {}) {
      const { status, json } = await rest('POST', '/auth/signup', {
        body: {
          firstname: 'First',
          lastname: 'Last',
          email: `${username}@mail.example`,
          username,
          ...passwordInput(username),
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

/** The `password` field of the input with which `signUpUser` creates this user. */
export function passwordInput(username: string): { password: string } {
  return { password: `${passwordMarker} ${username}` }
}

export function expectNoSecret(text: string): void {
  for (const word of forbiddenInResponses) expect(text).not.toContain(word)
}
