import type { ApolloLink } from '@apollo/client'
import type { DataResult, DataTask, DataTaskOptions, Progress, StorageStatus } from '../../resolvers/browser/index.ts'
import type { Lab } from '../../resolvers/browser/lab.ts'

export type { DataResult, DataTask, DataTaskOptions, Lab, Progress, StorageStatus }

/** The backend as the app uses it: in this page, or on the server that sent it. */
export interface BackendClient {
  /** Executes operations. */
  link: ApolloLink
  /** The account of 'Test Login'. Null on a server without it. */
  demoAccount: { username: string; password: string } | null
  files: MediaFiles
  /** Adds the descriptions to the schema, for GraphiQL. */
  describe: () => Promise<void>
  lab: LabClient
  /** What only a backend in this page has. Null for a server. */
  inBrowser: InBrowserBackend | null
}

/** The network conditions and the request log of this browser. */
export interface LabClient {
  open: () => Promise<Lab>
  /** Clears the request log in all tabs. */
  clearRequestLog: () => void
  /** Calls the listener once lab settings are saved, or at once if they are. Returns a function that unsubscribes. */
  onEnabled: (listener: () => void) => () => void
}

/** The data of this browser as a whole. */
export interface InBrowserBackend {
  storageStatus: () => Promise<StorageStatus>
  /** Runs a data task in this page. Only for data in memory, which a worker cannot reach: see `dataTasks.ts`. */
  runDataTask: (task: DataTask, options: DataTaskOptions) => Promise<DataResult>
}

/** Pictures and videos that are stored with the data, used if no cloud is configured. */
export interface MediaFiles {
  /** Stores a file of the user with this token. Returns its URL, `/media/…`. */
  add(file: Blob, options: { token: string | null; signal: AbortSignal }): Promise<string>
  /** Returns the file at such a URL, for a page without a service worker. */
  find(url: string): Promise<Blob | undefined>
}

/**
 * Opens a backend. Calls `onLost` when it can no longer be used, because the browser has deleted the data. Rejects if
 * the data was written by a newer version of Weft: `isNewerVersion` is true for that error.
 */
export type Connect = (onLost: () => void) => Promise<BackendClient>

/** The backend of the page, which serves one session after the other. */
const backend: { connect?: Connect; client?: Promise<BackendClient> | undefined } = {}

/** Sets the backend of the app. `main.tsx` calls it before the first render. */
export function connectBackend(connect: Connect): void {
  backend.connect = connect
  backend.client = undefined
}

/**
 * Opens the backend once. The next call opens it again after a failure, or after the browser has deleted the data.
 * Rejects as `Connect` does.
 */
export function openBackend(): Promise<BackendClient> {
  if (backend.client) return backend.client
  if (!backend.connect) throw new Error('Call connectBackend first.')
  const forget = () => {
    if (backend.client === opened) backend.client = undefined
  }
  const opened = backend.connect(forget)
  opened.catch(forget)
  backend.client = opened
  return opened
}

/** Returns the backend in this page. Rejects on a server. */
export async function openInBrowserBackend(): Promise<InBrowserBackend> {
  const { inBrowser } = await openBackend()
  if (!inBrowser) throw new Error('Weft runs on a server here, which keeps all data.')
  return inBrowser
}

/** Returns whether the backend refused to open data that a newer version of Weft has written. */
export function isNewerVersion(error: unknown): error is Error & { database: string } {
  // Compares the name, because the class belongs to the backend's chunk.
  return error instanceof Error && error.name === 'NewerVersionError'
}
