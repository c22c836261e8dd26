import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { cacheableResponse } from './cacheableResponse.ts'

/** Do not change it: browsers would keep the cache of the old name. */
const cacheName = 'weft-extras'
const paths = new Set(GRAPHIQL_FILES)
const strategy = new CacheFirst({ cacheName, matchOptions: { ignoreVary: true }, plugins: [cacheableResponse] })

/** Serves GraphiQL and its editor, which are large and rarely needed, from a cache that the install does not fill. */
export function serveGraphiqlFiles(): void {
  registerRoute(({ url, sameOrigin }) => sameOrigin && paths.has(url.pathname), strategy)
}

/** Caches the files that are not cached yet. After an interruption, the next call continues. */
export async function cacheGraphiqlFiles(event: ExtendableEvent): Promise<void> {
  for (const path of paths) {
    try {
      await Promise.all(strategy.handleAll({ event, request: new Request(path) }))
    } catch {
      // Probably offline: the next page sends the message again.
      return
    }
  }
}

/** Deletes the files of earlier versions. */
export async function deleteOldGraphiqlFiles(): Promise<void> {
  const cache = await caches.open(cacheName)
  const requests = await cache.keys()
  await Promise.all(
    requests.filter(({ url }) => !paths.has(new URL(url).pathname)).map((request) => cache.delete(request)),
  )
}
