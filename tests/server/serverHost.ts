import { EventSourceParserStream } from 'eventsource-parser/stream'
import { openPostgresStore } from '../../resolvers/store/postgres/store.ts'
import { freePort } from '../../tools/freePort.mjs'
import { expectNoSecret, restCalls, type TestClient } from '../backend.ts'
import type { Host } from '../hosts.ts'
import { at } from '../values.ts'
import { createPostgresDatabase, pooledUrl } from './databases.ts'
import { sendRequest } from './sendRequest.ts'
import { launchServer } from './serverProcess.ts'

type SharedServer = Awaited<ReturnType<typeof start>>

/** The servers that have started and not ended, by the names of their hosts. */
const servers = new Map<string, Promise<SharedServer>>()

/** The built server over Postgres. The tests of a file share one, which each of them finds without rows. */
export const serverHost = createServerHost('server', {})

/** The same, whose calls of the store go through PgBouncer. */
export const pooledServerHost = createServerHost('server through PgBouncer', { isPooled: true })

function createServerHost(name: string, options: ServerOptions): Host {
  const open = async () => {
    const server = servers.get(name) ?? start(options)
    servers.set(name, server)
    return (await server).open()
  }
  return { name, open, openForAll: async () => ({ client: await open(), close: async () => {} }) }
}

/** Ends the servers that the tests of a file have shared. */
export async function stopServerHosts(): Promise<void> {
  const started = await Promise.allSettled(servers.values())
  servers.clear()
  for (const server of started) if (server.status === 'fulfilled') await server.value.stop()
}

interface ServerOptions {
  isPooled?: boolean
}

async function start({ isPooled = false }: ServerOptions) {
  const url = await createPostgresDatabase()
  const metricsPort = String(await freePort())
  const env = {
    DATABASE_URL: url,
    ...(isPooled && { DATABASE_POOLER_URL: pooledUrl(url) }),
    METRICS_PORT: metricsPort,
    // The host of the tests of requests that browsers send.
    PUBLIC_URL: 'http://weft.example',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
  }
  const running = await launchServer({ env, folder: '' })
  const store = await openPostgresStore({ source: url, maxConnections: 1 })
  const http = (request: Request) => sendRequest(running.url, request)
  const metric = async (name: string) => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    return Number(new RegExp(`^${name} (-?\\d+)$`, 'm').exec(text)?.[1])
  }

  return {
    async open(): Promise<TestClient> {
      await store.admin.transaction((tx) => tx.clear())
      const earlier = running.lines.length
      return {
        http,
        origin: async () => running.url,
        get reportedErrors() {
          return running.lines.slice(earlier).filter((line) => line.includes('"event":"unexpected error"'))
        },
        openStreams: () => metric('weft_open_streams'),
        ...restCalls(http),
        async gql(query, variables = {}, token = null) {
          const accept = 'application/graphql-response+json'
          const text = await (await http(operationRequest({ query, variables }, accept, token))).text()
          expectNoSecret(text)
          return JSON.parse(text)
        },
        async subscribe(query, token = null) {
          const response = await http(operationRequest({ query }, 'text/event-stream', token))
          const events = response.body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
          const reader = events?.getReader()
          return {
            async next() {
              const event = (await reader?.read())?.value
              if (event?.event !== 'next') return undefined
              expectNoSecret(event.data)
              const result: unknown = JSON.parse(event.data)
              if (at(result, 'data') === undefined) throw new Error(event.data)
              return result
            },
            end: async () => reader?.cancel(),
          }
        },
      }
    },
    async stop() {
      await store.close()
      await running.kill()
    },
  }
}

function operationRequest(body: object, accept: string, token: string | null): Request {
  return new Request('http://localhost/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, ...(token !== null && { authorization: token }) },
    body: JSON.stringify(body),
  })
}
