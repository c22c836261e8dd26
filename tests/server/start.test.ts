import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, connect } from 'node:net'
import { hostname as nameOfHost } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { settingRows } from '../../server/config.ts'
import { gif } from '../mediaFiles.ts'
import { listAt } from '../values.ts'
import { dataFolder, runServer, signUp, startServer, temporaryFolder, type ServerProcess } from './serverProcess.ts'

const demo = { username: 'asharao', password: 'jasmine-half-drop' }

/** Returns options of Node that execute this module first. */
function importing(module: string): string {
  return `--import data:text/javascript,${encodeURIComponent(module)}`
}

/** Returns the first tag of a page. */
async function markOf(server: ServerProcess): Promise<string | undefined> {
  return /<html.*?>/.exec(await (await server.fetch('/login')).text())?.[0]
}

describe('npm run serve', () => {
  it('starts empty in a new folder, says how to make the first account, and keeps it across a restart', async () => {
    const folder = join(await temporaryFolder(), 'data')
    const server = await startServer({ folder })
    expect(server.lines.join('\n')).toContain(`Data: PGlite in ${folder}`)
    expect(server.lines.join('\n')).toContain(`There are no users yet. Sign up at ${server.url}/signup`)
    expect(await server.send('GET', '/api/posts')).toMatchObject({ status: 200, json: { posts: [] } })

    const token = await signUp(server, 'ada')
    await server.send('POST', '/api/posts', { token, body: { postData: { content: 'First' } } })
    expect(await server.stop('SIGTERM')).toBe(0)

    const next = await startServer({ folder })
    const { json } = await next.send('GET', '/api/posts', { token })
    expect(listAt(json, 'posts')).toMatchObject([{ content: 'First', username: 'ada' }])
    // The token is still valid.
    expect(await next.send('GET', '/api/users/bookmark', { token })).toMatchObject({ status: 200 })
  })

  it('keeps every acknowledged change when it is killed', async () => {
    const folder = await dataFolder()
    const server = await startServer({ folder })
    const token = await signUp(server, 'ada')
    let sent = 0
    for (; sent < 20; sent += 1)
      await server.send('POST', '/api/posts', { token, body: { postData: { content: `Post ${sent}` } } })
    await server.stop('SIGKILL')

    const next = await startServer({ folder })
    const { json } = await next.send('GET', '/api/posts')
    expect(listAt(json, 'posts')).toHaveLength(sent)
  })

  it('adds six users with --demo, and asharao can log in', async () => {
    const server = await startServer({ args: ['--demo'] })
    expect(server.lines.join('\n')).toContain('Demo account: asharao')
    expect(server.lines.join('\n')).not.toContain(demo.password)
    expect(listAt((await server.send('GET', '/api/users')).json, 'users')).toHaveLength(6)
    expect(await server.send('POST', '/api/auth/login', { body: demo })).toMatchObject({
      status: 200,
      json: { foundUser: { username: 'asharao' } },
    })
  })

  it('adds no users with --demo if there are some already, and says so', async () => {
    const folder = await dataFolder()
    const server = await startServer({ folder })
    await signUp(server, demo.username)
    await server.stop('SIGTERM')
    const next = await startServer({ folder, args: ['--demo'] })
    const notice = 'There are users already: --demo adds the sample users to an empty server only.'
    expect(next.lines.join('\n')).toContain(notice)
    expect(listAt((await next.send('GET', '/api/users')).json, 'users')).toHaveLength(1)
  })

  it('offers the demo account and links to the developer pages only if it was started with --demo', async () => {
    const folder = await dataFolder()
    const demoServer = await startServer({ folder, args: ['--demo'] })
    expect(await markOf(demoServer)).toMatch(/^<html data-host="server" data-demo="\S+" data-developer-pages /)
    await demoServer.stop('SIGTERM')
    expect(await markOf(await startServer({ folder }))).toMatch(/^<html data-host="server" (?!data-)/)
  })

  it('does not offer a user who only has the name of the demo account', async () => {
    const folder = await dataFolder()
    const server = await startServer({ folder })
    await signUp(server, demo.username)
    await server.stop('SIGTERM')
    expect(await markOf(await startServer({ folder, args: ['--demo'] }))).not.toContain('data-demo')
  })

  it('links to the developer pages as DEVELOPER_PAGES says', async () => {
    const on = await startServer({ env: { DEVELOPER_PAGES: 'on' } })
    expect(await markOf(on)).toMatch(/^<html data-host="server" data-developer-pages /)
    const off = await startServer({ args: ['--demo'], env: { DEVELOPER_PAGES: 'off' } })
    expect(await markOf(off)).not.toContain('data-developer-pages')
  })

  it('refuses a folder that another process has open, and replaces the lock of a killed one', async () => {
    const folder = await dataFolder()
    const server = await startServer({ folder })
    const second = await runServer({ folder })
    expect(second).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^The process \d+ has .+ open\. Stop it first\.\n$/),
    })

    await server.stop('SIGKILL')
    expect(JSON.parse(await readFile(join(folder, 'weft.lock'), 'utf8'))).toMatchObject({ pid: server.process.pid })
    await startServer({ folder })
  })

  it('refuses a folder that another host may have open, such as another container', async () => {
    const folder = await dataFolder()
    await writeFile(join(folder, 'weft.lock'), JSON.stringify({ pid: 1, host: 'another', boot: '' }))
    expect(await runServer({ folder })).toMatchObject({
      code: 1,
      output: expect.stringMatching(
        /^The process 1 on the host another has .+ open\. Stop it first\. If it no longer exists, /,
      ),
    })
  })

  it('replaces a lock from before the machine was started, whose process id another process has now', async () => {
    const folder = await dataFolder()
    const lock = { pid: process.pid, host: nameOfHost(), boot: 'a former start' }
    await writeFile(join(folder, 'weft.lock'), JSON.stringify(lock))
    await startServer({ folder })
  })

  it('names every setting that is wrong and what it accepts, without the value', async () => {
    const { code, output } = await runServer({
      env: {
        PORT: 'x',
        DATABASE_URL: 'mysql://root:sesame@db/weft',
        SIGN_UP: 'no',
        CORS_ORIGINS: 'https://a.example/path',
      },
    })
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toEqual([
      'PORT must be a whole number from 0 to 65535.',
      'DATABASE_URL must be a URL such as `postgres://user:password@host:5432/database`, with its special ' +
        'characters percent-encoded (`@` in a password is `%40`).',
      'SIGN_UP must be `open` or `closed`.',
      'CORS_ORIGINS must be a list of origins such as `https://app.example, http://localhost:5173`.',
    ])
  })

  it('says which database it cannot open, and why, without the password', async () => {
    expect(await runServer({ env: { DATABASE_URL: 'postgres://root:sesame@127.0.0.1:1/weft' } })).toEqual({
      code: 1,
      output: 'Postgres at 127.0.0.1:1/weft cannot be opened: connect ECONNREFUSED 127.0.0.1:1. Check DATABASE_URL.\n',
    })
  })

  it.each([
    ['ends each connection', '', 'it ended the connection, and is perhaps no Postgres'],
    ['has no SSL', '?sslmode=require', 'it has no SSL, which `sslmode` asks for'],
  ])('says so if what DATABASE_URL names %s', async (_what, query, reason) => {
    const other = createServer((socket) => void socket.once('data', () => socket.end(query === '' ? '' : 'N')))
    other.listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' ? address?.port : ''
    const url = `postgres://root:sesame@127.0.0.1:${port}/weft${query}`
    expect(await runServer({ env: { DATABASE_URL: url } })).toEqual({
      code: 1,
      output: `Postgres at 127.0.0.1:${port}/weft cannot be opened: ${reason}. Check DATABASE_URL.\n`,
    })
  })

  it.each(['PORT', 'METRICS_PORT'])('ends if the port of %s is taken, and says which', async (name) => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    expect(await runServer({ env: { [name]: port } })).toEqual({
      code: 1,
      output: `The port ${port} is taken. Set PORT or METRICS_PORT to another one.\n`,
    })
  })

  it('--help lists the settings, and the commands of docs/server.md', async () => {
    const { code, output } = await runServer({ args: ['--help'] })
    expect(code).toBe(0)
    const settings = [...output.matchAll(/^ {2}([A-Z\d_]+) /gm)].map(([, name]) => name)
    expect(settings).toEqual(settingRows().map(({ name }) => name))
    const listed = [...output.matchAll(/^ {2}(npm run serve.*?)(?: {2,}.*)?$/gm)].map(([, command]) => command)
    const documented = [...(await readFile('docs/server.md', 'utf8')).matchAll(/^\| `(npm run serve.*?)` \|/gm)]
    expect([...listed, 'npm run serve -- --help']).toEqual(documented.map(([, command]) => command))
  })

  it('rotate-keys keeps sessions, and says when new tokens are signed with the new key', async () => {
    const folder = await dataFolder()
    const server = await startServer({ folder })
    const former = await signUp(server, 'ada')
    await server.stop('SIGTERM')
    const rotation = await runServer({ folder, args: ['rotate-keys'] })
    expect(rotation).toEqual({
      code: 0,
      output: 'New tokens are signed with a new key in 60 s. Running servers need no restart.\n',
    })

    const next = await startServer({ folder })
    const fresh = await signUp(next, 'grace')
    for (const token of [former, fresh])
      expect(await next.send('GET', '/api/users/bookmark', { token })).toMatchObject({ status: 200 })
  })

  it('rotate-keys --revoke ends all sessions', async () => {
    const folder = await dataFolder()
    const server = await startServer({ folder })
    const former = await signUp(server, 'ada')
    await server.stop('SIGTERM')
    expect(await runServer({ folder, args: ['rotate-keys', '--revoke'] })).toEqual({
      code: 0,
      output: 'All sessions end in 30 s, or at once on servers that are restarted.\n',
    })
    const next = await startServer({ folder })
    expect(await next.send('GET', '/api/users/bookmark', { token: former })).toMatchObject({ status: 401 })
    const fresh = await signUp(next, 'grace')
    expect(await next.send('GET', '/api/users/bookmark', { token: fresh })).toMatchObject({ status: 200 })
  })

  it.each([
    [['--revoke'], 'A server does not take --revoke.'],
    [['check', '--demo'], 'check does not take --demo.'],
    [['rotate-keys', 'now'], 'rotate-keys does not take now.'],
    [['check', '--all'], "Unknown option '--all'."],
    [['import', 'one', 'two'], 'import does not take two.'],
  ])('refuses arguments that it would ignore: %s', async (args, message) => {
    expect(await runServer({ args })).toEqual({
      code: 1,
      output: `${message} --help lists what each command takes.\n`,
    })
  })

  it.each(['serv', 'constructor'])('refuses the unknown command %s', async (name) => {
    expect(await runServer({ args: [name] })).toMatchObject({ code: 1, output: expect.stringContaining(`"${name}"`) })
  })
})

it('a server prints no warning when many streams are open', async () => {
  const server = await startServer({ env: { RATE_LIMITS: 'off' } })
  let errors = ''
  server.process.stderr.on('data', (text) => (errors += String(text)))
  const path = '/graphql?query=subscription{changes{...on%20PostChange{post{id}}}}'
  const open = () => server.fetch(path, { headers: { accept: 'text/event-stream' } })
  const streams = await Promise.all(Array.from({ length: 20 }, open))
  expect(streams.map(({ status }) => status)).toEqual(Array(20).fill(200))
  await server.stop('SIGTERM')
  expect(errors).toBe('')
})

describe('a server that stops', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('ends with a code at %s while it starts', async (signal) => {
    const started = runServer({
      env: {
        NODE_OPTIONS: importing(`
      import { syncBuiltinESMExports } from 'node:module'
      import fs from 'node:fs/promises'
      // The first thing that a start does with its folder.
      const { mkdir } = fs
      fs.mkdir = (...args) => {
        process.kill(process.pid, '${signal}')
        return mkdir(...args)
      }
      syncBuiltinESMExports()`),
      },
    })
    const { code, output } = await started
    // 1 if the start takes longer than a server may take to stop.
    expect([0, 1]).toContain(code)
    expect(output).not.toContain('listening')
  })

  it('logs an exception that nothing catches, and ends with code 1 once the requests of others have ended', async () => {
    const crash = "process.on('SIGUSR2', () => { throw new TypeError(['pri', 'vate'].join('')) })"
    const server = await startServer({ env: { NODE_OPTIONS: importing(crash) } })
    const token = await signUp(server, 'ada')
    const { hostname, port, host } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    const answer = textOf(socket)
    const head = ['POST /media HTTP/1.1', `Host: ${host}`, `Authorization: ${token}`, 'Content-Length: 100']
    socket.write(`${head.join('\r\n')}\r\n\r\n${gif.slice(0, 6)}`)
    // The server has read it once it has answered a later request.
    await server.fetch('/livez')
    const ended = once(server.process, 'close')
    server.process.kill('SIGUSR2')
    await expect.poll(() => server.lines.join('\n')).toContain('"event":"uncaught exception","error":"TypeError"')
    socket.write(gif.slice(6).padEnd(94, '\0'))
    expect(await answer).toMatch(/^HTTP\/1\.1 201 /)
    await ended
    expect(server.process.exitCode).toBe(1)
    expect(server.lines.join('\n')).not.toContain('private')
  })

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends its streams at %s, and then the process, within the time that is allowed',
    async (signal) => {
      const server = await startServer()
      const stream = await server.fetch('/graphql?query=subscription{changes{...on%20PostChange{post{id}}}}', {
        headers: { accept: 'text/event-stream' },
      })
      const text = stream.text()
      expect(await server.stop(signal)).toBe(0)
      expect(await text).toMatch(/^retry: 2000\n\nid: \S+\n: The server stops\.\n\n$/)
    },
  )

  // npm passes on the signal of Ctrl+C, which the terminal has sent to the server, too.
  it.each(['SIGTERM', 'SIGINT'] as const)('takes the rest of an upload when %s comes twice', async (signal) => {
    const server = await startServer()
    const token = await signUp(server, 'ada')
    const { hostname, port, host } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    const answer = textOf(socket)
    const head = ['POST /media HTTP/1.1', `Host: ${host}`, `Authorization: ${token}`, 'Content-Length: 100']
    socket.write(`${head.join('\r\n')}\r\n\r\n${gif.slice(0, 6)}`)
    // The server has read it once it has answered a later request.
    await server.fetch('/livez')
    const code = server.stop(signal)
    await expect.poll(() => server.fetch('/livez').catch(() => 'closed')).toBe('closed')
    server.process.kill(signal)
    socket.write(gif.slice(6).padEnd(94, '\0'))
    expect(await answer).toMatch(/^HTTP\/1\.1 201 /)
    expect(await code).toBe(0)
  })

  it('answers an open request first', async () => {
    const server = await startServer({ args: ['--demo'] })
    // Hashing takes longer than the signal.
    const open = server.send('POST', '/api/auth/signup', { body: { username: 'ada', password: 'sesame' } })
    await new Promise<void>((resolve) => {
      server.fetch('/livez').then(() => resolve(), resolve)
    })
    const code = server.stop('SIGTERM')
    expect((await open).status).toBe(201)
    expect(await code).toBe(0)
  })
})

it('a server of a test has no settings of the environment of the tests', async () => {
  vi.stubEnv('SIGN_UP', 'closed')
  onTestFinished(() => void vi.unstubAllEnvs())
  const server = await startServer()
  expect(await signUp(server, 'ada')).toContain('.')
})
