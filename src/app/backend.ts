import type { ApolloLink } from '@apollo/client'

/** What the app knows of its backend: a link to it, and the account of 'Test Login'. */
export interface BackendDoor {
  link: ApolloLink
  demoAccount: { username: string; password: string }
  files: LocalFiles
  /** Whether what is written outlives the page; not where the browser keeps nothing. */
  kept: boolean
}

/** Pictures and videos that are kept with the data, where there is no cloud for them. */
export interface LocalFiles {
  /** Keeps a file for the member with this token; answers its address, `/media/…`. */
  add(file: Blob, options: { token: string | null; signal: AbortSignal }): Promise<string>
  /** What is behind such an address, for a page that no worker answers. */
  find(url: string): Promise<Blob | undefined>
}

let door: Promise<BackendDoor> | undefined

/**
 * The one door to the backend. To run against a real server, make `start` answer an `HttpLink` instead: nothing else
 * in `src` knows where the schema is executed. Opens once; after a failure the next call tries again.
 */
export function openBackend(): Promise<BackendDoor> {
  return (door ??= start().catch((reason: unknown) => {
    door = undefined
    throw reason
  }))
}

async function start(): Promise<BackendDoor> {
  const [resolvers, { executingLink }] = await Promise.all([import('../../resolvers/index.ts'), import('./executingLink.ts')])
  const { store, kept } = await resolvers.openStore()
  await resolvers.sow(store, Date.now)
  const events = resolvers.broadcastTarget()
  const backend = resolvers.createBackend({ store, events, ...delayInAddress(), report: reportFault })
  const files: LocalFiles = {
    add: (file, { token, signal }) => backend.addFile({ authorization: token, signal }, file),
    find: async (url) => (await backend.findFile(url))?.content,
  }
  return { link: executingLink(backend), demoAccount: resolvers.demoAccount, files, kept }
}

/** `?delay=` in the address, in milliseconds, instead of the usual delay. */
function delayInAddress(): { delay?: number } {
  const given = new URLSearchParams(location.search).get('delay')
  const delay = Number(given)
  return given && delay >= 0 ? { delay } : {}
}

/** A fault of the backend: the caller is told only that there was one. */
function reportFault(fault: unknown): void {
  console.error(fault)
}
