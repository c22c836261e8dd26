import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'

const types = {
  '.css': 'text/css',
  '.graphql': 'text/plain',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** The path of a page that shows an `article` after the backend's default latency, without any other work. */
export const blankPath = '/blank'

const blankPage = `<!doctype html><title>Blank</title><body><script>
  setTimeout(() => document.body.append(document.createElement('article'), 'Text'), 400)
</script>`

/**
 * Serves dist as a plain static host does: gzipped, names with a hash cached for ever, `/login` from login.html and
 * other addresses from index.html. Resolves to its address and a function that stops it.
 */
export async function serveSite() {
  const files = new Map()
  const server = createServer(({ url }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    const file =
      pathname === blankPath ? { body: gzipSync(blankPage), headers: headersOf('.html', '') } : fileAt(pathname)
    response.writeHead(200, file.headers).end(file.body)
  })
  await new Promise((resolve) => {
    server.listen(0, 'localhost', resolve)
  })
  return {
    origin: `http://localhost:${server.address().port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }

  function fileAt(pathname) {
    const path = normalize(pathname)
    const found = [path, `${path}.html`, '/index.html'].find((name) => isFile(join('dist', name)))
    if (!files.has(found)) {
      const extension = extname(found)
      const body = gzipSync(readFileSync(join('dist', found)))
      files.set(found, { body, headers: headersOf(extension, found) })
    }
    return files.get(found)
  }
}

function headersOf(extension, path) {
  return {
    'content-type': types[extension] ?? 'application/octet-stream',
    'content-encoding': 'gzip',
    'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  }
}

function isFile(path) {
  return existsSync(path) && statSync(path).isFile()
}
