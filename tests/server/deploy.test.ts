/** The files in `deploy/`, whose commands run here outside of a container. */

import { execFile, execSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdir, symlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, inject, it } from 'vitest'
import { settingRows } from '../../server/config.ts'
import { findPostgres } from '../../tools/postgres.mjs'
import { recordOf } from '../values.ts'
import { startServer, temporaryFolder } from './serverProcess.ts'

const dockerfile = readFileSync('deploy/Dockerfile', 'utf8')
const unit = readFileSync('deploy/weft.service', 'utf8')
const compose = readFileSync('deploy/compose.yaml', 'utf8')
const caddyfile = readFileSync('deploy/Caddyfile', 'utf8')
const { scripts, dependencies } = recordOf(JSON.parse(readFileSync('package.json', 'utf8')))

/** Returns what follows this word at the start of lines. */
function valuesOf(text: string, word: string): string[] {
  return [...text.matchAll(new RegExp(`^ *${word}(.*)$`, 'gm'))].map(([, value = '']) => value)
}

const [, image = ''] = dockerfile.split(/^FROM .*$/m).slice(1)
const assignments = (lines: string[]): [string, string][] =>
  lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
/** How the server is started by each of them. */
const starts = [
  {
    name: 'the image',
    command: valuesOf(image, 'CMD ')[0]
      ?.match(/[^"[\], ]+/g)
      ?.join(' '),
    env: assignments(valuesOf(image, 'ENV ')),
  },
  {
    name: 'the unit of systemd',
    command: valuesOf(unit, 'ExecStart=/usr/bin/')[0],
    env: assignments(valuesOf(unit, 'Environment=')),
  },
]

/** Creates a folder with what the image copies from the build, of the packages those that are no tools. */
async function createImage(): Promise<string> {
  const folder = await temporaryFolder()
  for (const copy of valuesOf(image, 'COPY --from=build /app/')) {
    const [from = ''] = copy.split(' ')
    if (from === 'node_modules') continue
    await cp(from, join(folder, from), { recursive: true })
  }
  for (const name of Object.keys(recordOf(dependencies))) {
    const link = join(folder, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(resolve('node_modules', name), link)
  }
  return folder
}

describe('deploy', () => {
  it.each(starts)('$name starts a server that is healthy and stops', async ({ command, env }) => {
    expect(command).toBe('node dist-server/main.js')
    const folder = join(await temporaryFolder(), 'data')
    const cwd = await createImage()
    const server = await startServer({ cwd, env: { ...Object.fromEntries(env), DATA_DIR: folder } })
    const { port } = new URL(server.url)
    const [health = ''] = valuesOf(image, 'HEALTHCHECK CMD ')
    execSync(health.replace('4000', port))
    expect((await fetch(`http://127.0.0.1:${port}/signup`)).headers.get('content-type')).toMatch('text/html')
    expect(await server.stop('SIGTERM')).toBe(0)
    expect(() => execSync(health.replace('4000', port), { stdio: 'ignore' })).toThrow('Command failed')
  })

  it('builds the image with scripts of this project', () => {
    const commands = valuesOf(dockerfile, 'RUN npm ')
    const called = commands.flatMap((command) => (command.startsWith('run ') ? [command.slice(4)] : []))
    expect(Object.keys(recordOf(scripts))).toEqual(expect.arrayContaining(called))
    expect(commands).toEqual(['ci', ...called.map((name) => `run ${name}`), 'prune --omit=dev'])
  })

  it('set only variables that the server reads', () => {
    const [, weft = ''] = /^ {2}weft:\n((?: {4}.*\n)+)/m.exec(compose) ?? []
    const named = [...starts.flatMap(({ env }) => env.map(([name]) => name)), ...weft.matchAll(/^ {6}([A-Z_]+):/gm)]
    const names = named.map((name) => (typeof name === 'string' ? name : name[1]))
    expect(names).toContain('TRUSTED_PROXIES')
    const ofNode = ['NODE_ENV', 'NODE_OPTIONS', 'MALLOC_MMAP_THRESHOLD_']
    expect([...settingRows().map(({ name }) => name), ...ofNode]).toEqual(expect.arrayContaining(names))
  })

  it('gives a server more than ten seconds to stop', () => {
    expect(Number(valuesOf(unit, 'TimeoutStopSec=')[0])).toBeGreaterThan(10)
    expect(Number.parseInt(valuesOf(compose, 'stop_grace_period: ')[0] ?? '', 10)).toBeGreaterThan(10)
  })

  it('name the address of Caddy in TRUSTED_PROXIES, and the port of the server in Caddy', () => {
    expect(valuesOf(compose, 'TRUSTED_PROXIES: ')).toEqual(valuesOf(compose, 'ipv4_address: '))
    const port = settingRows().find(({ name }) => name === 'PORT')?.default
    expect(valuesOf(compose, 'UPSTREAM: ')).toEqual([`weft:${port}`])
    expect(caddyfile).toContain(`reverse_proxy {$UPSTREAM:127.0.0.1:${port}} {\n\t\thealth_uri /readyz\n`)
    expect(valuesOf(image, 'EXPOSE ')).toEqual([port])
  })

  it.runIf(findPostgres())('have a health check that accepts a running Postgres', async () => {
    const [program = '', ...args] = valuesOf(compose, 'test: ')[0]?.split(' ') ?? []
    const { hostname, port } = new URL(inject('postgresUrl') ?? '')
    const env = { ...process.env, PGHOST: hostname, PGPORT: port }
    const { stdout } = await promisify(execFile)(join(findPostgres() ?? '', program), args, { env })
    expect(stdout).toContain('accepting connections')
  })
})
