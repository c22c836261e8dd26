import { inject, onTestFinished } from 'vitest'
import { openBackend, type TestClient } from './backend.ts'
import { pooledServerHost, serverHost } from './server/serverHost.ts'
import { adapters } from './store/adapters.ts'

/** Where the backend runs. Suites that use nothing but `TestClient` run on every host. */
export interface Host {
  name: string
  /** Returns a client of a backend without data, until the test ends. */
  open(): Promise<TestClient>
  /** The same until `close` is called, for several tests. */
  openForAll(): Promise<{ client: TestClient; close(): Promise<void> }>
}

const isServer = process.env['TEST_HOST'] === 'server'

/** The hosts of this run: a backend over each adapter in this process, or the built server. */
export const hosts: readonly Host[] = isServer ? [serverHost] : adapters.map(inProcess)

/** The same, and the built server through PgBouncer, if this machine has it. */
export const hostsAndPooler: readonly Host[] = isServer && inject('pgbouncerUrl') ? [...hosts, pooledServerHost] : hosts

/** One of them, for suites that do not depend on the store. */
export const anyHost = hosts.slice(0, 1)

/**
 * The adapters of this run, for tests that need the clock, the store or the events of a backend. Empty for the built
 * server, on which those do not run.
 */
export const adaptersInProcess = isServer ? [] : adapters

/** One of them. */
export const anyAdapterInProcess = adaptersInProcess.slice(0, 1)

function inProcess({ name, open }: (typeof adapters)[number]): Host {
  const openForAll = async () => {
    const store = await open()
    return { client: await openBackend(open, { store }), close: () => store.close() }
  }
  return {
    name: `${name} store`,
    openForAll,
    async open() {
      const { client, close } = await openForAll()
      onTestFinished(close)
      return client
    },
  }
}
