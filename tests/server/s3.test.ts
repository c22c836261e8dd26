/** A server with its files in S3. */

import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DAY_MS } from '../../resolvers/lib/dates.ts'
import { idAt } from '../../resolvers/lib/ids.ts'
import { countingBytes, mp4, png } from '../mediaFiles.ts'
import { startS3, type S3Request, type S3Server } from '../s3Server.ts'
import { textAt } from '../values.ts'
import { databaseKinds, type DatabaseSetup } from './databases.ts'
import { runServer, signUp, startServer, temporaryFolder, type ServerProcess } from './serverProcess.ts'

const picture = Buffer.from(png, 'latin1')
/** A video of more than one part. */
const video = Buffer.concat([Buffer.from(mp4, 'latin1'), countingBytes(6_000_000)])

async function openS3(): Promise<S3Server> {
  const s3 = await startS3()
  onTestFinished(() => s3.stop().catch(() => undefined))
  return s3
}

const withBucket = ({ folder, env }: DatabaseSetup, s3: S3Server, more: Record<string, string> = {}) => ({
  folder,
  env: { ...env, ...s3.env, ...more },
})

function upload(server: ServerProcess, token: string, body: Buffer<ArrayBuffer>) {
  return server.fetch('/media', { method: 'POST', headers: { authorization: token }, body })
}

async function uploaded(server: ServerProcess, token: string, body: Buffer<ArrayBuffer>): Promise<string> {
  return textAt(await (await upload(server, token, body)).json(), 'url')
}

async function bytesAt(server: ServerProcess, url: string): Promise<Buffer> {
  const response = await server.fetch(url)
  if (!response.ok) throw new Error(`The file has status ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

const isPart = ({ query }: S3Request) => query.has('partNumber')
const oldId = (number: number) => idAt(Date.now() - (2 + number) * DAY_MS, Math.random)

for (const { name, isThere, isShared, create } of databaseKinds)
  describe.runIf(isThere)(`a server over ${name} with files in S3`, () => {
    it('stores files there, sends them and any range of them, and keeps no bytes in the database', async () => {
      const [database, s3] = [await create(), await openS3()]
      const server = await startServer(withBucket(database, s3))
      const token = await signUp(server, 'ada')
      const [shown, played] = [await uploaded(server, token, picture), await uploaded(server, token, video)]
      expect([...s3.objects].map(([key, { type }]) => [`/${key}`, type])).toEqual([
        [shown, 'image/png'],
        [played, 'video/mp4'],
      ])
      expect([await bytesAt(server, shown), (await bytesAt(server, played)).equals(video)]).toEqual([picture, true])
      const part = await server.fetch(played, { headers: { range: 'bytes=5242870-5242889' } })
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 5242870-5242889/${video.length}`])
      expect(Buffer.from(await part.arrayBuffer())).toEqual(video.subarray(5_242_870, 5_242_890))
      const etag = part.headers.get('etag') ?? ''
      expect((await server.fetch(played, { headers: { 'if-none-match': etag } })).status).toBe(304)
    })

    it('moves the files of the database there while it serves them, also after the move was killed', async () => {
      const [database, s3] = [await create(), await openS3()]
      const before = await startServer(database)
      const token = await signUp(before, 'ada')
      const urls: string[] = []
      // PGlite is slow. A kill between two parts is tested over Postgres.
      const files = [picture, isShared ? video : picture, picture]
      for (const bytes of files) urls.push(await uploaded(before, token, bytes))
      await before.stop('SIGTERM')

      const after = withBucket(database, s3)
      let server = await startServer(after)
      const expectFiles = async () => {
        for (const [index, bytes] of files.entries())
          expect((await bytesAt(server, urls[index] ?? '')).equals(bytes)).toBe(true)
      }
      await expectFiles()
      if (!isShared) await server.stop('SIGTERM')
      let mover: ChildProcess | undefined
      s3.onRequest = (received) => {
        if (isShared ? received.query.get('partNumber') === '2' : received.method === 'PUT') mover?.kill('SIGKILL')
      }
      expect(await runServer({ ...after, args: ['move-media'] }, (child) => (mover = child))).toMatchObject({
        code: null,
      })
      s3.onRequest = () => {}
      if (!isShared) server = await startServer(after)
      await expectFiles()
      urls.push(await uploaded(server, token, picture))
      if (!isShared) await server.stop('SIGTERM')

      const { code, output } = await runServer({ ...after, args: ['move-media'] })
      expect([code, output]).toEqual([
        0,
        expect.stringMatching(/^All [123] files of the database that have a row are in S3 now\.$/m),
      ])
      expect(await runServer({ ...after, args: ['move-media'] })).toEqual({
        code: 0,
        output: 'All 0 files of the database that have a row are in S3 now.\n',
      })
      if (!isShared) server = await startServer(after)
      await expectFiles()
      expect([...s3.objects.keys()].toSorted()).toEqual(urls.map((url) => url.slice(1)).toSorted())
    })
  })

/** Creates an empty database, of the kind that starts soonest. */
const create = async () =>
  (databaseKinds.findLast(({ isThere }) => isThere) ?? databaseKinds[0])?.create() ?? noDatabase()

function noDatabase(): never {
  throw new Error('There is no database.')
}

describe('a server with files in S3', () => {
  it('redirects to signed addresses if told to, which its pages may show', async () => {
    const s3 = await openS3()
    const server = await startServer(withBucket(await create(), s3, { S3_READS: 'redirect' }))
    const token = await signUp(server, 'ada')
    const url = await uploaded(server, token, video)
    const response = await server.fetch(url, { redirect: 'manual' })
    expect([response.status, response.headers.get('cache-control')]).toEqual([302, 'private, max-age=600'])
    const { origin, searchParams } = new URL(response.headers.get('location') ?? '')
    expect([origin, searchParams.get('X-Amz-Expires')]).toEqual([s3.settings.endpoint, '900'])
    const part = await server.fetch(url, { headers: { range: 'bytes=2-5' } })
    expect([part.status, part.headers.get('content-type')]).toEqual([206, 'video/mp4'])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(video.subarray(2, 6))

    const page = await server.fetch('/')
    const text = await page.text()
    for (const policy of [page.headers.get('content-security-policy'), text])
      for (const directive of ['img-src', 'media-src']) expect(policy).toContain(`${directive} ${origin} 'self'`)
  })

  it('writes its files to a snapshot, and imports them from one', async () => {
    const [database, other, s3, otherS3] = [await create(), await create(), await openS3(), await openS3()]
    const server = await startServer(withBucket(database, s3))
    const token = await signUp(server, 'ada')
    const url = await uploaded(server, token, video)
    await server.stop('SIGTERM')
    const file = join(await temporaryFolder(), 'snapshot.jsonl')
    expect(await runServer({ ...withBucket(database, s3), args: ['export', file] })).toMatchObject({ code: 0 })
    expect(await readFile(file, 'utf8')).toContain(video.toString('base64').slice(0, 1000))
    expect(await runServer({ ...withBucket(other, otherS3), args: ['import', file] })).toMatchObject({ code: 0 })
    expect(otherS3.objects.get(url.slice(1))).toMatchObject({ type: 'video/mp4', bytes: { length: video.length } })
    const next = await startServer(withBucket(other, otherS3))
    expect((await bytesAt(next, url)).equals(video)).toBe(true)
  })

  it('aborts the upload of a client that goes, and leaves nothing of it', async () => {
    const s3 = await openS3()
    const server = await startServer(withBucket(await create(), s3))
    const token = await signUp(server, 'ada')
    const client = request(`${server.url}/media`, { method: 'POST', headers: { authorization: token } })
    client.on('error', () => {})
    s3.onRequest = (received) => {
      if (isPart(received)) client.destroy()
    }
    client.write(video)
    await expect.poll(() => s3.requests.map(({ method }) => method)).toContain('DELETE')
    await expect.poll(() => [s3.uploads.size, s3.objects.size]).toEqual([0, 0])
  })

  it('shows nothing of an upload during which it was killed', async () => {
    const [database, s3] = [await create(), await openS3()]
    const server = await startServer(withBucket(database, s3))
    const token = await signUp(server, 'ada')
    s3.onRequest = async (received) => {
      if (received.method === 'PUT') await server.stop('SIGKILL')
    }
    await expect(upload(server, token, picture)).rejects.toThrow()
    await expect.poll(() => s3.objects.size).toBe(1)
    s3.onRequest = () => {}
    const [key = ''] = s3.objects.keys()
    const next = await startServer(withBucket(database, s3))
    expect((await next.fetch(`/${key}`)).status).toBe(404)
    expect(await bytesAt(next, await uploaded(next, token, picture))).toEqual(picture)
  })

  it('refuses files with 503 while S3 is lost, serves all else, and serves files when it is back', async () => {
    const s3 = await openS3()
    const server = await startServer(withBucket(await create(), s3, { LOG_LEVEL: 'warn' }))
    const token = await signUp(server, 'ada')
    const url = await uploaded(server, token, picture)
    await s3.stop()
    for (const response of [await server.fetch(url), await upload(server, token, picture)]) {
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
      expect(await response.json()).toEqual({ errors: ['The server is busy. Nothing was changed. Try again in 2 s.'] })
    }
    const post = { postData: { content: 'Still here', post_img: url } }
    expect(await server.send('POST', '/api/posts', { token, body: post })).toMatchObject({ status: 201 })
    for (const path of ['/', '/api/posts', '/readyz']) expect((await server.fetch(path)).status, path).toBe(200)
    const logged = '"event":"S3 unavailable","error":"S3NetworkError","code":"ECONNREFUSED"'
    await expect.poll(() => server.lines.join('\n')).toContain(logged)
    expect(server.lines.join('\n')).not.toContain('unexpected error')
    await s3.start()
    expect(await bytesAt(server, url)).toEqual(picture)
    expect(await bytesAt(server, await uploaded(server, token, picture))).toEqual(picture)
  })

  it('reports missing files and files without a row, and removes the latter a day later by command', async () => {
    const [database, s3] = [await create(), await openS3()]
    const setup = withBucket(database, s3)
    const server = await startServer(setup)
    const token = await signUp(server, 'ada')
    const [kept, lost] = [await uploaded(server, token, picture), await uploaded(server, token, picture)]
    await server.stop('SIGTERM')
    s3.objects.delete(lost.slice(1))
    const orphans = [1, 2].map((number) => `media/${oldId(number)}`)
    const young = `media/${idAt(Date.now() - DAY_MS / 2, Math.random)}`
    for (const key of [...orphans, young]) s3.objects.set(key, { bytes: Buffer.alloc(1), type: '' })

    const report = await runServer({ ...setup, args: ['check'] })
    expect(report.output).toContain(`The bytes of 1 file are missing:\n  ${lost}\n`)
    expect(report.output).toContain('Of 2 stored files that are older than a day, 2 have no row.\n')
    expect(s3.objects.size).toBe(4)
    expect(await runServer({ ...setup, args: ['remove-orphans'] })).toEqual({
      code: 0,
      output: 'Removed 2 of 2 stored files that are older than a day: they had no row.\n',
    })
    expect([...s3.objects.keys()].toSorted()).toEqual([kept.slice(1), young].toSorted())
  })

  it('does not start with some of its settings only, and names those that are missing', async () => {
    expect(await runServer({ env: { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'files' } })).toMatchObject({
      code: 1,
      output: expect.stringContaining('Not set: S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY.'),
    })
    expect(await runServer({ args: ['move-media'] })).toMatchObject({
      code: 1,
      output: expect.stringContaining('Set S3_ENDPOINT'),
    })
  })
})
