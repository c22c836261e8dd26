import type { ApolloLink } from '@apollo/client'
import type { DataResult, DataTask, Lab, Progress, RequestSummary } from '../../resolvers/browser/index.ts'
import { ChunkLoadError, lazyModule } from '../lib/lazyComponent.ts'

export type { DataResult, DataTask, Lab, Progress }

/** What the app uses of its backend. */
export interface BackendClient {
  /** Executes operations. */
  link: ApolloLink
  /** The account of 'Test Login'. */
  demoAccount: { username: string; password: string }
  files: LocalFiles
  /** Adds the descriptions to the schema, for GraphiQL. */
  describe: () => Promise<void>
  openLab: () => Promise<Lab>
  /** Deletes the request log of all tabs. */
  clearRequestLog: () => void
  /** Calls the listener once settings of the lab are saved, now or later. Returns a function that stops listening. */
  onLabEnabled: (listener: () => void) => () => void
  storageStatus: () => Promise<StorageStatus>
  /**
   * Runs a task in this page, over its own store: for data in memory, which no worker can reach. `dataTasks.ts`
   * decides.
   */
  runDataTask: (
    task: DataTask,
    options: { signal: AbortSignal; onProgress: (progress: Progress) => void },
  ) => Promise<DataResult>
}

/** Pictures and videos that are stored with the data, where no cloud is configured. */
export interface LocalFiles {
  /** Stores a file for the user with this token. Returns its URL, `/media/…`. */
  add(file: Blob, options: { token: string | null; signal: AbortSignal }): Promise<string>
  /** The file at such a URL, for a page without a service worker. */
  find(url: string): Promise<Blob | undefined>
}

const load = lazyModule(() => import('../../resolvers/browser/index.ts'))
const loadInPageLink = lazyModule(() => import('./inPageLink.ts'))

/** Whether data is kept in a database, in memory, or in a fresh database while the previous one is quarantined. */
export type StorageStatus = Awaited<ReturnType<OpenedStore['storageStatus']>>
type OpenedStore = Awaited<ReturnType<Awaited<ReturnType<typeof load>>['openStore']>>

let client: Promise<BackendClient> | undefined

/** Fires `replaced` when all data is replaced, in this tab or another: whatever was read before is out of date. */
export const dataEvents = new EventTarget()

/**
 * Opens the backend, once. To use a real server, make `start` return an `HttpLink` instead: nothing else in `src` knows
 * where the schema is executed. After a failure, or when the browser has deleted the data, the next call opens it
 * again. Rejects with an error for which `isNewerVersion` is true where a later version of Weft has written the data.
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

/** The request log's description of an upload. */
function uploadSummary(): RequestSummary {
  return { via: 'tab', name: 'POST /media', method: 'POST', path: '/media' }
}

/** Whether the backend refused to open data that a later version of Weft has written. */
export function isNewerVersion(error: unknown): error is Error & { database: string } {
  // By name: the class is part of the backend, which is loaded later.
  return error instanceof Error && error.name === 'NewerVersionError'
}

/** Returns a file with everything in a database but secrets, for a database that can no longer be used. */
export async function copyOfDatabase(name: string): Promise<Blob> {
  return (await load()).copyDatabase(name, Date.now)
}
