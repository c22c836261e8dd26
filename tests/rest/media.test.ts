import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { megabyte } from '../../shared/formats.ts'
import type { TestClient, TestUser } from '../backend.ts'
import { hosts } from '../hosts.ts'
import { ebml, fileOf, ftyp, gif, mp4, ogg, png, pngOf, pngWith } from '../mediaFiles.ts'
import { textAt } from '../values.ts'
import { openWithMira } from './fixture.ts'

const picture = gif
const { length } = picture

describe.each(hosts)('/media ($name)', ({ open }) => {
  let backend: TestClient
  let mira: TestUser
  beforeEach(async () => {
    ;({ backend, mira } = await openWithMira(open))
  })

  const upload = (
    content: BodyInit,
    { type = 'image/png', token = mira.token }: { type?: string; token?: string } = {},
  ) =>
    backend.http(
      new Request('http://localhost/media', {
        method: 'POST',
        body: content,
        headers: { 'content-type': type, authorization: token },
      }),
    )
  const uploadPicture = async () => textAt(await (await upload(picture)).json(), 'url')
  const get = (url: string, init: RequestInit = {}) => backend.http(new Request(`http://localhost${url}`, init))

  test('serves an uploaded picture to visitors with its type and headers that forbid execution', async () => {
    const created = await upload(picture)
    expect(created.status).toBe(201)
    const url = textAt(await created.json(), 'url')
    expect(url).toMatch(/^\/media\/[\w-]+$/)
    const response = await get(url)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/gif',
      'content-length': String(length),
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cache-control': 'private, max-age=31536000, immutable',
      etag: `"${url.replace('/media/', '')}"`,
    })
    expect(await response.text()).toBe(picture)
  })

  test('serves a video with a policy that allows only media of this origin', async () => {
    const url = textAt(await (await upload(fileOf(mp4))).json(), 'url')
    expect((await get(url)).headers.get('content-security-policy')).toBe(
      "default-src 'none'; media-src 'self'; frame-ancestors 'none'",
    )
  })

  test('stores a picture without its location and camera, but with its orientation', async () => {
    const photo = readFileSync('tests/fixtures/pictures/baseline.jpg')
    const url = textAt(await (await upload(photo)).json(), 'url')
    const response = await get(url)
    const stored = Buffer.from(await response.arrayBuffer())
    expect(photo.includes('Loom Cameras')).toBe(true)
    expect(stored.includes('Loom Cameras')).toBe(false)
    expect(stored.includes(Buffer.from('MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06', 'latin1'))).toBe(true)
    expect(response.headers.get('content-length')).toBe(String(stored.length))
  })

  test('refuses a damaged picture with metadata that cannot be removed', async () => {
    const size = '\0\0\0\x14ispe\0\0\0\0\0\0\0\x01\0\0\0\x01'
    const avif = `${ftyp('avif', 'avif').slice(0, 20)}\0\0\0\x30meta\0\0\0\0\0\0\0\x24iprp\0\0\0\x1cipco${size}\0\0\0\x04mdat`
    expect((await upload(fileOf(avif))).status).toBe(201)
    const refused = await upload(fileOf(`${avif}Exif\0\0`))
    expect([refused.status, await refused.json()]).toEqual([400, { errors: ['body is a damaged picture.'] }])
  })

  test.each([
    ['the first bytes of a JPEG', '\xff\xd8\xff', 'is a damaged picture'],
    ['a GIF without a picture', 'GIF89a!', 'is a damaged picture'],
    ['one pixel more than 50 megapixels', pngOf(10_000, 5001), 'must not have more than 50 megapixels'],
    [
      'a PNG of 109 kB with 30,000 pixels a side',
      pngOf(30_000, 30_000),
      'must not be wider or higher than 16384 pixels',
    ],
    ['1,001 frames', pngOf(1, 1, 1001), 'must not have more than 1000 frames'],
  ])('refuses a picture by its header: %s', async (_what, content, problem) => {
    const refused = await upload(fileOf(content))
    expect([refused.status, await refused.json()]).toEqual([400, { errors: [`body ${problem}.`] }])
  })

  test.each(['', 'Bearer nonsense'])('rejects an upload with the token "%s"', async (token) => {
    expect((await upload(picture, { token })).status).toBe(401)
  })

  test.each([
    ['image/png', png],
    ['image/gif', gif],
    ['video/mp4', mp4],
    ['video/webm', ebml('webm')],
  ])('takes the type %s from the first bytes and ignores the declared type', async (type, head) => {
    for (const declared of ['text/html', 'image/jpeg', 'nonsense']) {
      const url = textAt(await (await upload(fileOf(head), { type: declared })).json(), 'url')
      expect((await get(url)).headers.get('content-type')).toBe(type)
    }
  })

  test.each([
    ['SVG', '<svg onload=alert(1)>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['HTML before a picture', `<script>alert(1)</script>${png}`],
    ['a script', 'alert(1)'],
    ['HEIC', ftyp('heic', 'mif1', 'heic')],
    ['Matroska', ebml('matroska')],
    ['an audio file', ogg('OpusHead\x01\x02')],
  ])('rejects %s, whatever type is declared', async (_format, head) => {
    for (const type of ['image/png', 'video/mp4', 'image/svg+xml']) {
      const response = await upload(fileOf(head), { type })
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual({ errors: ['body must be a picture or video Weft can show.'] })
    }
  })

  test('rejects an empty file, a picture above 4 MB and a video above 9.5 MB', async () => {
    expect(await (await upload('')).json()).toEqual({ errors: ['body must not be empty.'] })
    for (const [make, megabytes] of [
      [(size: number) => pngWith(new Uint8Array(size - pngWith(new Uint8Array()).length)), 4],
      [(size: number) => fileOf(mp4, size), 9.5],
    ] as const) {
      const limit = megabytes * megabyte
      expect((await upload(make(limit))).status).toBe(201)
      const tooLarge = await upload(make(limit + 1))
      expect(tooLarge.status).toBe(413)
      expect(await tooLarge.json()).toEqual({ errors: [`body must not be larger than ${megabytes} MB.`] })
    }
  })

  test.each([
    ['bytes=0-3', 206, 'GIF8', `bytes 0-3/${length}`],
    ['bytes=4-', 206, picture.slice(4), `bytes 4-${length - 1}/${length}`],
    ['bytes=-2', 206, picture.slice(-2), `bytes ${length - 2}-${length - 1}/${length}`],
    ['bytes=-99', 206, picture, `bytes 0-${length - 1}/${length}`],
    ['bytes=2-99', 206, picture.slice(2), `bytes 2-${length - 1}/${length}`],
    [`bytes=${length - 1}-${length - 1}`, 206, ';', `bytes ${length - 1}-${length - 1}/${length}`],
    [`bytes=${length}-`, 416, '', `bytes */${length}`],
    ['bytes=-0', 416, '', `bytes */${length}`],
    ['bytes=3-1', 200, picture, null],
    ['bytes=0-1,3-4', 200, picture, null],
    ['lines=0-1', 200, picture, null],
    ['bytes=-', 200, picture, null],
  ])('answers Range %s with status %i', async (range, status, content, contentRange) => {
    const response = await get(await uploadPicture(), { headers: { range } })
    expect(response.status).toBe(status)
    expect(response.headers.get('content-range')).toBe(contentRange)
    expect(response.headers.get('content-length')).toBe(String(content.length))
    expect(await response.text()).toBe(content)
  })

  test('caches nothing of the response to a Range outside of the file', async () => {
    const { headers } = await get(await uploadPicture(), { headers: { range: `bytes=${length}-` } })
    expect([headers.get('cache-control'), headers.get('content-type')]).toEqual(['no-store', null])
  })

  test.each([
    ['if-none-match', 'ETAG', 304],
    ['if-none-match', '"other", W/ETAG', 304],
    ['if-none-match', '*', 304],
    ['if-none-match', '"other"', 200],
    ['if-none-match', 'other', 200],
    ['if-range', 'ETAG', 206],
    ['if-range', '"other"', 200],
    ['if-range', 'W/ETAG', 200],
    ['if-range', 'Mon, 04 May 2026 09:30:00 GMT', 200],
  ])('answers %s: %s with status %i', async (header, value, status) => {
    const url = await uploadPicture()
    const etag = (await get(url)).headers.get('etag') ?? ''
    const range = header === 'if-range' ? { range: 'bytes=1-2' } : {}
    const response = await get(url, { headers: { [header]: value.replace('ETAG', etag), ...range } })
    expect([response.status, response.headers.get('etag')]).toEqual([status, etag])
    expect(await response.text()).toBe(
      new Map([
        [206, 'IF'],
        [304, ''],
      ]).get(status) ?? picture,
    )
  })

  test('keeps the headers of a cached file when it is revalidated', async () => {
    const url = await uploadPicture()
    const { headers } = await get(url)
    const revalidated = await get(url, { headers: { 'if-none-match': '*', range: 'bytes=0-1' } })
    expect(revalidated.status).toBe(304)
    for (const name of ['cache-control', 'content-security-policy', 'x-content-type-options'])
      expect(revalidated.headers.get(name), name).toBe(headers.get(name))
    expect(revalidated.headers.get('content-length')).toBeNull()
  })

  test('answers HEAD without the content and whatever its Range, and rejects other methods and paths', async () => {
    const url = await uploadPicture()
    const head = await get(url, { method: 'HEAD', headers: { range: 'bytes=0-1' } })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(length), ''])
    expect((await get(url, { method: 'HEAD', headers: { 'if-none-match': '*' } })).status).toBe(304)
    for (const [path, method, status, allow] of [
      [url, 'DELETE', 405, 'GET, HEAD'],
      ['/media', 'GET', 405, 'POST'],
      ['/media/none', 'GET', 404, null],
      [`${url}/x`, 'GET', 404, null],
    ] as const) {
      const response = await get(path, { method })
      expect([response.status, response.headers.get('allow')]).toEqual([status, allow])
      expect(await response.json()).toEqual({ errors: [expect.any(String)] })
    }
  })
})
