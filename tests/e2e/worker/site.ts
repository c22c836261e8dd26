import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.webmanifest': 'application/manifest+json',
  '.graphql': 'application/graphql',
}

/** A server for the built app and a second version of it, with a mark on the root element and other script names. */
export interface Site {
  url: string
  /** Switches to the second version. The scripts of the first one are no longer served. */
  release: () => void
  /** Delays responses to requests for a path until `go` is called. */
  hold: (path: string) => { go: () => void }
  /** The paths of all requests so far. */
  requests: () => string[]
  close: () => void
}

export async function serveSite(): Promise<Site> {
  const scripts = readdirSync('dist/assets').filter((name) => name.endsWith('.js'))
  const anyScript = new RegExp(scripts.join('|').replaceAll('.', '\\.'), 'g')
  let version = 1
  const held = new Map<string, Promise<void>>()
  const requests: string[] = []

  const respond = async (path: string, response: ServerResponse) => {
    requests.push(path)
    await held.get(path)
    const isGone = version === 2 && /^\/assets\/(?!second-).*\.js$/.test(path)
    const found = (isGone ? undefined : read(path.replace('/second-', '/'))) ?? read('/index.html')
    response.setHeader('content-type', found?.type ?? '')
    response.end(version === 2 && found?.isText ? secondVersion(String(found.content), anyScript) : found?.content)
  }
  const server = createServer((request, response) => {
    void respond(new URL(request.url ?? '', 'http://localhost').pathname, response)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')

  return {
    url: `http://localhost:${address.port}`,
    release: () => {
      version = 2
    },
    hold: (path) => {
      let go = () => {}
      const released = new Promise<void>((resolve) => {
        go = resolve
      })
      held.set(path, released)
      return { go }
    },
    requests: () => [...requests],
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function read(path: string): { content: Buffer; type: string; isText: boolean } | undefined {
  const type = types[extname(path)]
  if (!type) return undefined
  try {
    return { content: readFileSync(join('dist', path)), type, isText: /html|javascript/.test(type) }
  } catch {
    return undefined
  }
}

/** Renames every script, as a change of a shared module does. */
function secondVersion(text: string, anyScript: RegExp): string {
  const renamed = text
    .replaceAll(anyScript, 'second-$&')
    .replace('<html', '<html data-version="2"')
    .replace(/(\/index\.html[`'"],revision:[`'"])\w+/, '$12')
  // The policy allows the inline scripts by their hashes.
  const [hashes, newHashes] = [inlineHashes(text), inlineHashes(renamed)]
  return hashes.reduce((page, hash, at) => page.replaceAll(hash, newHashes[at] ?? hash), renamed)
}

function inlineHashes(page: string): string[] {
  return [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = '']) =>
    createHash('sha256').update(script).digest('base64'),
  )
}
