import type { ApolloLink } from '@apollo/client'
import type { DataResult, DataTask, Progress } from '../../resolvers/index.ts'

export type { DataResult, DataTask, Progress }

/** What the app knows of its backend: a link to it, and the account of 'Test Login'. */
export interface BackendDoor {
  link: ApolloLink
  demoAccount: { username: string; password: string }
  files: LocalFiles
  /** Gives the schema its descriptions, for GraphiQL. */
  describe: () => Promise<void>
  openLab: () => Promise<Lab>
  /** Empties the request log of all tabs and of the worker. */
  forgetRequests: () => void
  /** Hears, now or later, that somebody has set something in the lab; until the answer is called. */
  whenLabTouched: (hear: () => void) => () => void
  /** Where the data of this page is stored now. */
  storageStatus: () => Promise<StorageStatus>
  /** In this page, over its own store: for data in memory, which no worker has. `dataTasks.ts` knows when. */
  runDataTask: (
    task: DataTask,
    options: { signal: AbortSignal; onProgress: (progress: Progress) => void },
  ) => Promise<DataResult>
}

/** Pictures and videos that are kept with the data, where there is no cloud for them. */
export interface LocalFiles {
  /** Keeps a file for the member with this token; answers its address, `/media/…`. */
  add(file: Blob, options: { token: string | null; signal: AbortSignal }): Promise<string>
  /** What is behind such an address, for a page that no worker answers. */
  find(url: string): Promise<Blob | undefined>
}

export type Lab = Awaited<ReturnType<Awaited<ReturnType<typeof load>>['openLab']>>

const load = () => import('../../resolvers/index.ts')

export type StorageStatus = Awaited<ReturnType<OpenedStore['storageStatus']>>
type OpenedStore = Awaited<ReturnType<Awaited<ReturnType<typeof load>>['openStore']>>

let door: Promise<BackendDoor> | undefined

/** Fires `replaced` when all of the data has become another, here or in another tab: what was read before tells nothing any more. */
export const dataEvents = new EventTarget()

/**
 * The one door to the backend. To run against a real server, make `start` answer an `HttpLink` instead: nothing else
 * in `src` knows where the schema is executed. Opens once; after a failure, or when the browser has taken the data away,
 * the next call opens anew. Rejects with what `isNewerVersion` knows where the data is that of a later Weft.
 */
export function openBackend(): Promise<BackendDoor> {
  return (door ??= start())
}

async function start(): Promise<BackendDoor> {
  const lost = new AbortController()
  lost.signal.addEventListener('abort', () => {
    door = undefined
  })
  try {
    const [resolvers, { executingLink }] = await Promise.all([load(), import('./executingLink.ts')])
    const { store, storageStatus } = await resolvers.openStore(() => lost.abort())
    lost.signal.addEventListener('abort', store.close)
    await resolvers.sow(store, Date.now)
    const events = resolvers.broadcastTarget()
    lost.signal.addEventListener('abort', () => events.close())
    events.addEventListener('dataReplaced', () => dataEvents.dispatchEvent(new Event('replaced')))
    const backend = resolvers.createBackend({
      store,
      events,
      conditions: resolvers.keptConditions(store, events),
      report: reportFault,
    })
    const files: LocalFiles = {
      add: (file, { token, signal }) => backend.addFile({ authorization: token, signal }, file),
      find: (url) => backend.readFile(url),
    }
    return {
      link: executingLink(backend, lost.signal),
      demoAccount: resolvers.demoAccount,
      files,
      describe: backend.describe,
      openLab: () => resolvers.openLab(store, events),
      forgetRequests: () => void events.dispatchEvent(new CustomEvent('labForget')),
      whenLabTouched: (hear) => resolvers.whenLabTouched(store, events, hear),
      storageStatus,
      runDataTask: (task, options) => resolvers.runDataTask(store, task, { clock: Date.now, events, ...options }),
    }
  } catch (reason) {
    lost.abort()
    throw reason
  }
}

/** Whether the backend refused to open data that a later version of Weft has written. */
export function isNewerVersion(error: unknown): error is Error & { database: string } {
  // By name: the class comes with the backend, which pages load late.
  return error instanceof Error && error.name === 'NewerVersionError'
}

/** A file with all that a database holds, without secrets; for one that cannot be used any more. */
export async function copyOfDatabase(name: string): Promise<Blob> {
  return (await load()).copyDatabase(name, Date.now)
}

/** A fault of the backend: the caller is told only that there was one. */
function reportFault(fault: unknown): void {
  console.error(fault)
}
