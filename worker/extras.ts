import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { wholeFile } from './wholeFile.ts'

const cacheName = 'weft-extras'
const paths = new Set(EXTRA_FILES)
const strategy = new CacheFirst({ cacheName, matchOptions: { ignoreVary: true }, plugins: [wholeFile] })

/** Answers with what is large and rarely needed, GraphiQL and its editor: it holds up no install, and is kept later. */
export function serveExtras(): void {
  registerRoute(({ url, sameOrigin }) => sameOrigin && paths.has(url.pathname), strategy)
}

/** Fetches what is not there yet: asked again after it was interrupted, it goes on. */
export async function keepExtras(event: ExtendableEvent): Promise<void> {
  for (const path of paths) {
    try {
      await Promise.all(strategy.handleAll({ event, request: new Request(path) }))
    } catch {
      // Offline, most likely: the next page asks again.
      return
    }
  }
}

/** Removes the files of former versions. */
export async function cleanUpExtras(): Promise<void> {
  const cache = await caches.open(cacheName)
  const kept = await cache.keys()
  await Promise.all(kept.filter(({ url }) => !paths.has(new URL(url).pathname)).map((request) => cache.delete(request)))
}
