// Caddy, HAProxy and nginx in front of a server, with the files of `deploy`, for `npm run test:server`. Run as a script, it
// installs Debian's packages if they are missing.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installDebianPackages } from './chromium.mjs'
import { stop, untilListening } from './databaseProxies.mjs'
import { freePort } from './freePort.mjs'

/** A site of nginx with nothing but `proxy_pass`. */
const plainNginx = 'server { listen 443 ssl http2; location / { proxy_pass http://127.0.0.1:4000; } }'

/**
 * How each proxy starts: its package, its program, and what it runs with in a folder of its own.
 * @type {Record<string, {
 *   package: string
 *   program: string
 *   setUp: (own: { folder: string, listen: string, upstream: string, port: number }) =>
 *     { args: string[], env?: Record<string, string> }
 * }>}
 */
export const webProxies = {
  Caddy: {
    package: 'caddy',
    program: '/usr/bin/caddy',
    setUp: ({ folder, listen, upstream, port }) => ({
      args: ['run', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile'],
      env: { HOME: folder, PUBLIC_HOST: `http://${listen}`, UPSTREAM: upstream, CADDY_ADMIN: `127.0.0.1:${port}` },
    }),
  },
  HAProxy: {
    package: 'haproxy',
    program: '/usr/sbin/haproxy',
    setUp: ({ listen, upstream }) => ({
      args: ['-db', '-f', 'deploy/haproxy-http.cfg'],
      env: { LISTEN: listen, UPSTREAM: upstream },
    }),
  },
  nginx: nginx(() => readFileSync('deploy/nginx.conf', 'utf8')),
  'nginx with nothing but proxy_pass': nginx(() => plainNginx),
}

/** @param {() => string} readSite */
function nginx(readSite) {
  /** @type {(typeof webProxies)[string]} */
  const proxy = {
    package: 'nginx-light',
    program: '/usr/sbin/nginx',
    setUp({ folder, listen, upstream }) {
      const site = readSite()
        .replace('443 ssl http2', listen)
        .replace('127.0.0.1:4000', upstream)
        .replaceAll(/^ *ssl_.*$/gm, '')
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${folder}/${kind};`,
      )
      const file = join(folder, 'nginx.conf')
      const user = process.getuid?.() === 0 ? 'user root;' : ''
      writeFileSync(
        file,
        `${user} daemon off; pid ${folder}/pid; error_log stderr crit;
        events {} http { access_log off; ${paths.join(' ')} ${site} }`,
      )
      return { args: ['-e', 'stderr', '-c', file] }
    },
  }
  return proxy
}

/**
 * Says whether this machine has a proxy.
 * @param {string} name
 */
export const hasWebProxy = (name) => existsSync(webProxies[name].program)

/**
 * Starts a proxy on a free port in front of the server at a URL.
 * @param {string} name
 * @param {string} serverUrl
 */
export async function startWebProxy(name, serverUrl) {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'weft-proxy-'))
  const listen = `127.0.0.1:${port}`
  const { program, setUp } = webProxies[name]
  const { args, env = {} } = setUp({ folder, listen, upstream: new URL(serverUrl).host, port: await freePort() })
  const proxy = spawn(program, args, { env, stdio: 'ignore' })
  await untilListening(port, proxy)
  return {
    url: `http://${listen}`,
    async stop() {
      // nginx ends its workers only if it is asked to.
      await stop(proxy, 'SIGTERM')
      await rm(folder, { recursive: true })
    },
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const all = Object.values(webProxies)
  const missing = [...new Set(all.filter(({ program }) => !existsSync(program)).map((proxy) => proxy.package))]
  if (missing.length > 0 && !installDebianPackages(...missing))
    console.error(`${missing.join(', ')} could not be installed: their tests are skipped.`)
}
