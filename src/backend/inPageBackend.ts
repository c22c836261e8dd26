import { loadModule } from '../lib/loadModule.ts'
import { pageSettled } from '../lib/pageSettled.ts'
import { inPageLink } from './inPageLink.ts'
import type { BackendClient } from './openBackend.ts'
import { createPageLab } from './pageLab.ts'

const load = loadModule(async () => {
  const resolvers = await import('../../resolvers/browser/index.ts')
  abortTransactionsOnSuspension(resolvers.abortOpenTransactions)
  return resolvers
})

/** Executes the schema in this page, over the data in this browser. */
export async function openInPageBackend(onLost: () => void): Promise<BackendClient> {
  const lost = new AbortController()
  lost.signal.addEventListener('abort', onLost)
  try {
    const resolvers = await load()
    const { store, storageStatus } = await resolvers.openStore(() => lost.abort())
    lost.signal.addEventListener('abort', () => void store.close())
    const events = resolvers.broadcastTarget()
    lost.signal.addEventListener('abort', () => events.close())
    const lab = createPageLab({
      store,
      events,
      via: 'tab',
      counts: () => store.admin.read((tx) => tx.count()),
      report: (error) => console.error(error),
    })
    await resolvers.seedIfEmpty(store, Date.now)
    const backend = resolvers.createBackend({
      store,
      events,
      schemaFile: async () => (await fetch('/schema.graphql')).text(),
      report: (error) => console.error(error),
    })
    await backend.readEvents()
    backend.keepNotifications(lost.signal)
    void pageSettled().then(() => (lost.signal.aborted ? undefined : backend.runHousekeeping(lost.signal)))
    return {
      link: inPageLink(backend, { lab: lab.link, lost: lost.signal }),
      demoAccount: resolvers.demoAccount,
      files: {
        add: (file, { token, signal }) =>
          lab.simulateUpload(() => backend.addFile({ authorization: token }, file), signal),
        async find(url) {
          const file = await backend.readFile(url)
          const content = await file?.read()
          // The stores of a browser return no streams.
          return content instanceof Blob ? content.slice(0, content.size, file?.type) : undefined
        },
      },
      describe: backend.describe,
      lab: lab.client,
      inBrowser: {
        storageStatus,
        runDataTask: (task, options) => resolvers.runDataTask(store, task, { clock: Date.now, events, ...options }),
      },
    }
  } catch (reason) {
    lost.abort()
    throw reason
  }
}

/**
 * Aborts open transactions when this page enters the back/forward cache of WebKit, and reloads the page if it returns.
 * WebKit suspends the page with its transactions, and every other page would wait for them. Call it once.
 *
 * @param abortOpenTransactions Returns whether there were any.
 */
function abortTransactionsOnSuspension(abortOpenTransactions: () => boolean): void {
  // Other engines finish the transactions or remove the page from the cache. Chromium reports itself as 537.36.
  if (!/AppleWebKit\/(?!537\.36)/.test(navigator.userAgent)) return
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted && abortOpenTransactions()) addEventListener('pageshow', () => location.reload())
  })
}

/** Returns a file with everything in a database except secrets, for a database that Weft cannot use. */
export async function exportDatabase(name: string): Promise<Blob> {
  return (await load()).exportDatabase(name, Date.now)
}
