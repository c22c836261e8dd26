import { getCacheKeyForURL, matchPrecache } from 'workbox-precaching'
import { appPages, prerenderedFiles } from '../shared/appPages.ts'
import { appFiles } from './precache.ts'

/**
 * Static routes: the browser answers these requests from a cache without starting the worker, so a page that does not
 * need the backend's addresses starts no later than without a worker. Chromium has them; other browsers and all other
 * requests use the routes of `precache.ts`. A request that is not in its cache goes to the network.
 */

const cachePrefix = 'weft-static-'

/**
 * The precached file of each address. Needed for files whose precache key has a revision, and for pages, which several
 * addresses share.
 */
const fileAt = new Map<string, string>([
  ...appFiles.flatMap(({ url, revision }): [string, string][] => (revision === null ? [] : [[url, url]])),
  ...Object.values(appPages)
    .filter(({ path }) => !path.includes(':'))
    .map(({ path }): [string, string] => [path, `/${prerenderedFiles.get(path) ?? 'index.html'}`]),
])

/** Files with a hash in their name: their precache key is their address. */
const hashedFiles = appFiles.flatMap(({ url, revision }) => (revision === null ? [url] : []))

/** A name for each version, because the former worker still serves its own. */
function cacheName(): string | undefined {
  const key = getCacheKeyForURL('/index.html')
  return key && cachePrefix + new URL(key).search
}

/** Declares the routes while the worker is installed. */
export function addStaticRoutes(event: ExtendableEvent): void {
  const name = cacheName()
  // In dev there is no precache: the dev server serves the files.
  if (!event.addRoutes || !name) return
  const routes: StaticRoute[] = [
    { condition: anyOf(hashedFiles), source: 'cache' },
    { condition: anyOf([...fileAt.keys()]), source: { cacheName: name } },
  ]
  // Also creates the cache.
  event.waitUntil(Promise.all([event.addRoutes(routes), caches.open(name)]))
}

/** Fills the cache of the routes from the precache and deletes those of earlier versions. */
export async function fillStaticCache(): Promise<void> {
  const name = cacheName()
  // Without static routes nothing reads it.
  if (!name || !(await caches.has(name))) return
  const cache = await caches.open(name)
  await Promise.all(
    [...fileAt].map(async ([address, file]) => {
      const response = await matchPrecache(file)
      if (response) await cache.put(address, response)
    }),
  )
  const names = await caches.keys()
  await Promise.all(
    names.filter((other) => other.startsWith(cachePrefix) && other !== name).map((other) => caches.delete(other)),
  )
}

function anyOf(paths: string[]): StaticRouteCondition {
  return { or: paths.map((pathname) => ({ urlPattern: { pathname, search: '' } })) }
}
