import { statSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { PGlite } from '@electric-sql/pglite'
import { describe, expect, it } from 'vitest'
import { demoAccount } from '../../resolvers/seed/demoAccount.ts'
import { openPostgresStore } from '../../resolvers/store/postgres/store.ts'
import { freePort } from '../../tools/freePort.mjs'
import { fileOf, mp4 } from '../mediaFiles.ts'
import { id, postRow, userRow } from '../store/rows.ts'
import { at, listAt, textAt } from '../values.ts'
import { signUp, dataFolder, startServer } from './serverProcess.ts'

/** Sends raw bytes, and resolves with all that the server answers. */
function sendRaw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.end(bytes)
  return textOf(socket)
}

describe('a server', () => {
  it('says whether it runs and whether it is ready', async () => {
    const server = await startServer()
    expect((await server.fetch('/livez')).status).toBe(200)
    expect((await server.fetch('/readyz')).status).toBe(200)
  })

  it('sends headers that forbid frames, guesses of types and plain http with every response', async () => {
    const server = await startServer({ env: { PUBLIC_URL: 'https://weft.example' } })
    for (const path of ['/api/posts', '/graphql?query={__typename}', '/nowhere', '/livez']) {
      const response = await server.fetch(path)
      expect(response.status).toBe(path === '/nowhere' ? 404 : 200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-security-policy': "frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'strict-transport-security': 'max-age=31536000',
      })
      await response.body?.cancel()
    }
  })

  it('serves the metrics that docs/server.md names on a port of loopback', async () => {
    const port = String(await freePort())
    const server = await startServer({ env: { METRICS_PORT: port } })
    await server.fetch('/api/posts')
    expect((await server.fetch('/metrics')).status).toBe(404)
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(metrics).toContain('weft_response_seconds_count{route="GET /posts",status="200"} 1')
    const [, watched = ''] = /\*\*`\/metrics`\*\*(.*?)\n\n/s.exec(await readFile('docs/server.md', 'utf8')) ?? []
    const names = [...watched.matchAll(/`((?:weft|process|nodejs)_\w+)`/g)].map(([, name = '']) => name)
    expect(names).toHaveLength(6)
    for (const name of names) expect(metrics).toContain(`# TYPE ${name} `)
  })

  it('sends the manifest of the app with its type', async () => {
    const server = await startServer()
    const [, path = ''] = /rel="manifest" href="(.*?)"/.exec(await (await server.fetch('/')).text()) ?? []
    const { status, headers } = await server.fetch(path)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/manifest+json'])
  })

  it('sends the files of the app as the build has compressed them', async () => {
    const server = await startServer()
    const names = (await readdir('dist/assets')).filter((name) => /\.(js|css)$/.test(name))
    const paths = [...names.map((name) => `/assets/${name}`), '/logo.svg', '/sw.js']
    const large = paths.filter((path) => statSync(`dist${path}`).size >= 1024)
    expect(large).toEqual(expect.arrayContaining(['/logo.svg', '/sw.js']))
    const sentAs = async (path: string, encoding: string) => {
      const { headers, body } = await server.fetch(path, { headers: { 'accept-encoding': encoding } })
      await body?.cancel()
      return [path, headers.get('content-encoding'), Number(headers.get('content-length'))]
    }
    for (const path of large) {
      const built = `dist${path === '/sw.js' ? '/sw-server.js' : path}`
      expect(await sentAs(path, 'br, gzip')).toEqual([path, 'br', statSync(`${built}.br`).size])
      expect(await sentAs(path, 'gzip')).toEqual([path, 'gzip', statSync(`${built}.gz`).size])
    }
  })

  it.each(['/nowhere', '/no//where', '/%'])(
    'sends the page of the app to a browser that opens an address without a page: %j',
    async (path) => {
      const server = await startServer()
      const statusAndType = async (accept: string) => {
        const { status, headers } = await server.fetch(path, { headers: { accept } })
        return [status, headers.get('content-type')]
      }
      expect(await statusAndType('text/html,application/xhtml+xml')).toEqual([404, 'text/html; charset=utf-8'])
      expect(await statusAndType('*/*')).toEqual([404, 'application/json'])
      const page = await server.fetch(path, { headers: { accept: 'text/html' } })
      expect(await page.text()).toContain('<html data-host="server"')
    },
  )

  it('has no file at a path with two slashes', async () => {
    const server = await startServer()
    const [name = ''] = await readdir('dist/assets')
    expect((await server.fetch(`/assets/${name}`)).status).toBe(200)
    expect((await server.fetch(`/assets//${name}`)).status).toBe(404)
  })

  it('keeps idle connections longer than a proxy does', async () => {
    const server = await startServer()
    expect((await server.fetch('/livez')).headers.get('keep-alive')).toBe('timeout=130')
  })

  it('refuses hosts other than its own', async () => {
    const server = await startServer({ env: { PUBLIC_URL: 'https://weft.example' } })
    const statusFor = async (host: string) => {
      const answer = await sendRaw(server.url, `GET /api/posts HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
    }
    expect(await statusFor('weft.example')).toBe(200)
    expect(await statusFor('localhost:1')).toBe(200)
    expect(await statusFor('rebound.example')).toBe(421)
    expect(await statusFor('a b')).toBe(421)
  })

  it('refuses other hosts, whatever a client says behind a proxy that passes it on', async () => {
    const server = await startServer({ env: { PUBLIC_URL: 'https://weft.example', TRUSTED_PROXIES: '127.0.0.1' } })
    const statusFor = async (host: string, forwarded: string) => {
      const headers = `Host: ${host}\r\nX-Forwarded-Host: ${forwarded}\r\nX-Forwarded-Proto: https`
      const answer = await sendRaw(server.url, `GET /api/posts HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`)
      return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
    }
    expect(await statusFor('rebound.example', 'weft.example')).toBe(421)
    expect(await statusFor('weft.example', 'rebound.example')).toBe(200)
  })

  it('answers malformed requests with a 4xx status and without a stack', async () => {
    const server = await startServer()
    for (const bytes of [
      'nonsense\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'GET http://%zz/ HTTP/1.1\r\nHost: localhost\r\n\r\n',
    ]) {
      const answer = await sendRaw(server.url, bytes)
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
      expect(answer).not.toMatch(/\.(js|ts):\d/)
    }
    expect((await server.fetch('/livez')).status).toBe(200)
  })

  it('refuses calls from origins other than its own and CORS_ORIGINS', async () => {
    const server = await startServer({ env: { CORS_ORIGINS: 'https://friend.example' } })
    const body = { username: 'ada', password: 'sesame' }
    const from = (origin: string) => server.send('POST', '/api/auth/signup', { body, headers: { origin } })
    expect((await from('https://other.example')).status).toBe(403)
    const allowed = await from('https://friend.example')
    expect(allowed.status).toBe(201)
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://friend.example')

    const preflight = async (origin: string) =>
      (await server.fetch('/api/posts', { method: 'OPTIONS', headers: { origin } })).headers
    expect((await preflight('https://friend.example')).get('access-control-allow-headers')).toContain('authorization')
    expect((await preflight('https://other.example')).get('access-control-allow-origin')).toBeNull()
  })

  it('by default lets no page of another origin read a response, and asks for no https', async () => {
    const server = await startServer()
    const headers = { origin: 'https://other.example', 'access-control-request-method': 'POST' }
    const requests: [string, string, number][] = [
      ['GET', '/api/posts', 200],
      ['GET', '/graphql?query={__typename}', 200],
      ['OPTIONS', '/api/posts', 405],
      ['OPTIONS', '/graphql', 405],
      ['GET', '/nowhere', 404],
    ]
    for (const [method, path, status] of requests) {
      const response = await server.fetch(path, { method, headers })
      expect([method, path, response.status]).toEqual([method, path, status])
      const names = [...response.headers.keys()]
      expect(names).toContain('x-content-type-options')
      expect(names.filter((name) => /^(access-control-|strict-transport-security$)/.test(name))).toEqual([])
      await response.body?.cancel()
    }
  })

  it('refuses new accounts when sign-up is closed, in both entrances', async () => {
    const server = await startServer({ env: { SIGN_UP: 'closed' } })
    const body = { username: 'ada', password: 'sesame' }
    expect(await server.send('POST', '/api/auth/signup', { body })).toMatchObject({
      status: 403,
      json: { errors: ['This server takes no new accounts.'] },
    })
    const query = 'mutation { signUp(input: { username: "ada", password: "sesame" }) { token } }'
    expect((await server.send('POST', '/graphql', { body: { query } })).json).toMatchObject({
      errors: [{ extensions: { code: 'SIGN_UP_CLOSED', status: 403 } }],
    })
  })

  it('limits log-ins by client, whichever entrance is used', async () => {
    const server = await startServer({ args: ['--demo'], env: { TRUSTED_PROXIES: '127.0.0.1' } })
    const logInFrom = (address: string, username: string) =>
      server.send('POST', '/api/auth/login', {
        body: { username, password: 'wrong' },
        headers: { 'x-forwarded-for': address },
      })
    for (let attempt = 0; attempt < 25; attempt += 1)
      expect((await logInFrom('203.0.113.7', `nobody${attempt}`)).status).toBe(404)
    const refused = await logInFrom('203.0.113.7', 'asharao')
    expect(refused).toMatchObject({
      status: 429,
      json: { errors: [expect.stringMatching(/^Too many requests\. Try again in \d+ (s|min)\.$/)] },
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const query = 'mutation { logIn(input: { username: "asharao", password: "wrong" }) { token } }'
    const viaGraphql = await server.send('POST', '/graphql', {
      body: { query },
      headers: { 'x-forwarded-for': '203.0.113.7' },
    })
    expect(viaGraphql.json).toMatchObject({
      errors: [{ extensions: { code: 'TOO_MANY_REQUESTS', retryAfter: expect.any(Number) } }],
    })
    // Another client is not affected.
    expect((await logInFrom('198.51.100.1', 'asharao')).status).toBe(401)
  })

  it('limits sign-ups and uploads by client', async () => {
    const server = await startServer()
    const signUpAs = (username: string) =>
      server.send('POST', '/api/auth/signup', { body: { username, password: 'sesame' } })
    const statuses: number[] = []
    for (const username of ['ada', 'ben', 'cai', 'dora', 'eve', 'fay']) statuses.push((await signUpAs(username)).status)
    expect(statuses).toEqual([...Array(5).fill(201), 429])

    const { json } = await server.send('POST', '/api/auth/login', { body: { username: 'ada', password: 'sesame' } })
    const headers = { authorization: textAt(json, 'encodedToken') }
    const upload = () => server.fetch('/media', { method: 'POST', headers, body: fileOf(mp4, 1000) })
    const uploads: number[] = []
    for (let count = 0; count < 31; count += 1) uploads.push((await upload()).status)
    expect(uploads).toEqual([...Array(30).fill(201), 429])
  })

  it.each([
    ['without TRUSTED_PROXIES', {}],
    ['before the address that the proxy adds', { TRUSTED_PROXIES: '127.0.0.1' }],
    ['from a proxy that is not trusted', { TRUSTED_PROXIES: '0:0:0:0:0:0:0:1' }],
  ])('ignores the X-Forwarded-For of clients %s', async (_when, env) => {
    const server = await startServer({ env })
    const statuses: number[] = []
    for (let attempt = 0; attempt < 26; attempt += 1) {
      const body = { username: `nobody${attempt}`, password: 'wrong' }
      const headers = { 'x-forwarded-for': `198.51.100.${attempt}, 203.0.113.7` }
      statuses.push((await server.send('POST', '/api/auth/login', { body, headers })).status)
    }
    expect(statuses).toEqual([...Array(25).fill(404), 429])
  })

  it('believes a proxy whose IPv6 address was written in full', async () => {
    const server = await startServer({ env: { HOST: '::1', TRUSTED_PROXIES: '0:0:0:0:0:0:0:1' } })
    for (let attempt = 0; attempt < 26; attempt += 1) {
      const body = { username: `nobody${attempt}`, password: 'wrong' }
      const headers = { 'x-forwarded-for': `198.51.100.${attempt}` }
      expect((await server.send('POST', '/api/auth/login', { body, headers })).status).toBe(404)
    }
  })

  it('limits the wrong log-ins to one account by client, so that those of others do not lock out its user', async () => {
    const server = await startServer({ args: ['--demo'], env: { TRUSTED_PROXIES: '127.0.0.1' } })
    const logInFrom = async (address: string, password = 'wrong') => {
      const body = { username: demoAccount.username, password }
      const headers = { 'x-forwarded-for': address }
      return (await server.send('POST', '/api/auth/login', { body, headers })).status
    }
    const guesses: number[] = []
    for (let attempt = 0; attempt < 11; attempt += 1) guesses.push(await logInFrom('203.0.113.7'))
    expect(guesses).toEqual([...Array(10).fill(401), 429])
    for (let attempt = 0; attempt < 26; attempt += 1) expect(await logInFrom(`2001:db8:0:${attempt}::1`)).toBe(401)
    expect(await logInFrom('198.51.100.1', demoAccount.password)).toBe(200)
  })

  it('logs once that a proxy may be in front that TRUSTED_PROXIES does not name', async () => {
    const server = await startServer()
    for (const address of ['203.0.113.7', '203.0.113.8'])
      await server.send('GET', '/api/posts', { headers: { 'x-forwarded-for': address } })
    await server.stop('SIGTERM')
    const warnings = server.lines
      .map((line): unknown => JSON.parse(line))
      .filter((line) => Number(at(line, 'level')) >= 40)
    expect(warnings).toMatchObject([{ event: 'untrusted proxy', address: '127.0.0.1' }])
  })

  it('limits the bytes of the files of an account', async () => {
    const server = await startServer({ env: { ACCOUNT_QUOTA_MB: '1' } })
    const body = { username: 'ada', password: 'sesame' }
    const token = textAt((await server.send('POST', '/api/auth/signup', { body })).json, 'encodedToken')
    const upload = () =>
      server.fetch('/media', { method: 'POST', headers: { authorization: token }, body: fileOf(mp4, 600_000) })
    const added = await upload()
    expect(added.status).toBe(201)
    const refused = await upload()
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { errors: ['Your pictures and videos have no more room here. Delete some first.'] },
    ])
    const part = await server.fetch(textAt(await added.json(), 'url'), { headers: { range: 'bytes=599990-' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 599990-599999/600000'])
  })

  it('stores a picture without its location and camera', async () => {
    const server = await startServer()
    const body = { username: 'ada', password: 'sesame' }
    const token = textAt((await server.send('POST', '/api/auth/signup', { body })).json, 'encodedToken')
    const photo = await readFile('tests/fixtures/pictures/baseline.jpg')
    const added = await server.fetch('/media', { method: 'POST', headers: { authorization: token }, body: photo })
    const stored = Buffer.from(await (await server.fetch(textAt(await added.json(), 'url'))).arrayBuffer())
    expect([photo, stored].map((bytes) => bytes.includes('Loom Cameras'))).toEqual([true, false])
    expect(stored.includes('ICC_PROFILE')).toBe(true)
  })

  it('sends the newest 1,000 posts, and a link to the others', async () => {
    const folder = await dataFolder()
    const database = await PGlite.create(join(folder, 'database'))
    const store = await openPostgresStore({ source: database })
    const numbers = Array.from({ length: 1001 }, (_, index) => index + 1)
    await store.admin.transaction(async (tx) => {
      await tx.insertMany('users', [userRow(1, { postCount: numbers.length })])
      await tx.insertMany(
        'posts',
        numbers.map((number) => postRow(number)),
      )
    })
    await store.close()
    await database.close()

    const server = await startServer({ folder })
    const newest = await server.send('GET', '/api/posts')
    expect(listAt(newest.json, 'posts').map((post) => at(post, '_id'))).toEqual(numbers.slice(1).map(id))
    const [, next = ''] = /^<(.+)>; rel="next"$/.exec(newest.headers.get('link') ?? '') ?? []
    const others = await server.send('GET', next)
    expect(listAt(others.json, 'posts')).toMatchObject([{ _id: id(1) }])
    expect(others.headers.get('link')).toBeNull()
  })

  it('limits the open streams of the visitors of one client, and those of each user there', async () => {
    const server = await startServer()
    const open = (token?: string) =>
      server.fetch('/graphql?query=subscription{changes{...on%20PostChange{post{id}}}}', {
        headers: { accept: 'text/event-stream', ...(token && { authorization: token }) },
      })
    const streams = await Promise.all(Array.from({ length: 10 }, () => open()))
    expect(streams.map(({ status }) => status)).toEqual(Array(10).fill(200))
    // A query is no stream, although its client accepts one.
    const accept = 'application/graphql-response+json, text/event-stream'
    expect((await server.fetch('/graphql?query={__typename}', { headers: { accept } })).status).toBe(200)
    const refused = await open()
    expect(refused.status).toBe(429)
    expect(listAt(await refused.json(), 'errors')).toMatchObject([{ extensions: { code: 'TOO_MANY_REQUESTS' } }])
    for (const username of ['ada', 'mira']) {
      const token = await signUp(server, username)
      for (let count = 0; count < 10; count += 1) streams.push(await open(token))
      expect((await open(token)).status).toBe(429)
    }
    expect(streams.map(({ status }) => status)).toEqual(Array(30).fill(200))
    for (const { body } of streams) await body?.cancel()
  })

  it('logs each request but those of health as one line of JSON, without queries, passwords, tokens, e-mail addresses or posts', async () => {
    const server = await startServer()
    const body = { username: 'ada', password: 'sesame', email: 'ada@example.org', firstname: 'Ada' }
    const { json } = await server.send('POST', '/api/auth/signup?secret=1', { body })
    const token = textAt(json, 'encodedToken')
    await server.send('POST', '/api/posts', { token, body: { postData: { content: 'A private thought' } } })
    await server.send('POST', '/graphql', { token, body: { query: 'query Mine { viewer { email } }' } })
    for (const path of ['/livez', '/readyz']) expect((await server.fetch(path)).status).toBe(200)
    await server.stop('SIGTERM')
    expect(server.lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { event: 'database' },
      { event: 'no users' },
      { event: 'listening', url: `${server.url}/` },
      { event: 'request', id: 1, method: 'POST', path: '/api/auth/signup', status: 201, ms: expect.any(Number) },
      { event: 'request', id: 2, path: '/api/posts', status: 201, user: textAt(json, 'createdUser._id') },
      {
        event: 'request',
        id: 3,
        path: '/graphql',
        status: 200,
        operation: 'Mine',
        user: textAt(json, 'createdUser._id'),
      },
      { event: 'stopping', signal: 'SIGTERM' },
    ])
    expect(server.lines.join('\n')).not.toMatch(/sesame|secret=|example\.org|private thought|eyJ/)
  })
})
