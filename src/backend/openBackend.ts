import type { ApolloLink } from '@apollo/client'
import type { DataResult, DataTask, Lab, Progress, RequestSummary } from '../../resolvers/browser/index.ts'
import { ChunkLoadError, lazyModule } from '../lib/lazyComponent.ts'

export type { DataResult, DataTask, Lab, Progress }

/** The backend as the app uses it. */
export interface BackendClient {
  /** Executes operations. */
  link: ApolloLink
  /** The account of 'Test Login'. */
  demoAccount: { username: string; password: string }
  files: LocalFiles
  /** Adds the descriptions to the schema, for GraphiQL. */
  describe: () => Promise<void>
  openLab: () => Promise<Lab>
  /** Clears the request log in all tabs. */
  clearRequestLog: () => void
  /** Calls the listener once lab settings are saved, or at once if they are. Returns a function that unsubscribes. */
  onLabEnabled: (listener: () => void) => () => void
  storageStatus: () => Promise<StorageStatus>
  /** Runs a data task in this page. Only for data in memory, which a worker cannot reach: see `dataTasks.ts`. */
  runDataTask: (
    task: DataTask,
    options: { signal: AbortSignal; onProgress: (progress: Progress) => void },
  ) => Promise<DataResult>
}

/** Pictures and videos that are stored with the data, used if no cloud is configured. */
export interface LocalFiles {
  /** Stores a file of the user with this token. Returns its URL, `/media/…`. */
  add(file: Blob, options: { token: string | null; signal: AbortSignal }): Promise<string>
  /** Returns the file at such a URL, for a page without a service worker. */
  find(url: string): Promise<Blob | undefined>
}

const load = lazyModule(() => import('../../resolvers/browser/index.ts'))
const loadInPageLink = lazyModule(() => import('./inPageLink.ts'))

/** Whether data is stored in a database, in memory, or in a fresh database while the previous one is quarantined. */
export type StorageStatus = Awaited<ReturnType<OpenedStore['storageStatus']>>
type OpenedStore = Awaited<ReturnType<Awaited<ReturnType<typeof load>>['openStore']>>

let client: Promise<BackendClient> | undefined

/** Dispatches `replaced` when all data was replaced, in this tab or another: cached data is then out of date. */
export const dataEvents = new EventTarget()

/**
 * Opens the backend once. The next call opens it again after a failure, or after the browser has deleted the data.
 * Rejects if the data was written by a newer version of Weft: `isNewerVersion` is true for that error. To use a real
 * server, return an `HttpLink` from `start`: nothing else in `src` depends on where the schema is executed.
 */
export function openBackend(): Promise<BackendClient> {
  return (client ??= start())
}

async function start(): Promise<BackendClient> {
  const lost = new AbortController()
  lost.signal.addEventListener('abort', () => {
    client = undefined
  })
  try {
    const [resolvers, { inPageLink }] = await Promise.all([load(), loadInPageLink()])
    const { store, storageStatus } = await resolvers.openStore(() => lost.abort())
    lost.signal.addEventListener('abort', store.close)
    await resolvers.seedIfEmpty(store, Date.now)
    const events = resolvers.broadcastTarget()
    lost.signal.addEventListener('abort', () => events.close())
    let replacements = 0
    events.addEventListener('dataReplaced', () => {
      replacements += 1
      dataEvents.dispatchEvent(new Event('replaced'))
    })
    const backend = resolvers.createBackend({ store, events, report: (error) => console.error(error) })
    const simulation = resolvers.createSimulation({ store, events, clock: Date.now })
    const injectedError = (thrown: unknown) =>
      thrown instanceof resolvers.InjectedFaultError ? backend.toGraphQLError(thrown) : undefined
    const files: LocalFiles = {
      async add(file, { token, signal }) {
        const work = () => backend.addFile({ authorization: token }, file)
        try {
          return await simulation.run({ summarize: uploadSummary, signal }, work, () => ({ status: 201 }))
        } catch (thrown) {
          throw injectedError(thrown) ?? thrown
        }
      },
      find: (url) => backend.readFile(url),
    }
    return {
      link: inPageLink(backend, { simulation, injectedError, replacements: () => replacements, lost: lost.signal }),
      demoAccount: resolvers.demoAccount,
      files,
      describe: backend.describe,
      openLab: () => resolvers.openLab(store, events),
      clearRequestLog: () => void events.dispatchEvent(new CustomEvent('labClearLog')),
      onLabEnabled: (listener) => resolvers.onLabEnabled(store, events, listener),
      storageStatus,
      runDataTask: (task, options) => resolvers.runDataTask(store, task, { clock: Date.now, events, ...options }),
    }
  } catch (reason) {
    if (reason instanceof ChunkLoadError) reason.forget()
    lost.abort()
    throw reason
  }
}

/** Describes an upload for the request log. */
function uploadSummary(): RequestSummary {
  return { via: 'tab', name: 'POST /media', method: 'POST', path: '/media' }
}

/** Returns whether the backend refused to open data that a newer version of Weft has written. */
export function isNewerVersion(error: unknown): error is Error & { database: string } {
  // Compares the name, because the class belongs to the backend's chunk.
  return error instanceof Error && error.name === 'NewerVersionError'
}

/** Returns a file with everything in a database except secrets, for a database that Weft cannot use. */
export async function copyOfDatabase(name: string): Promise<Blob> {
  return (await load()).copyDatabase(name, Date.now)
}
