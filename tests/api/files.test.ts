import { beforeEach, describe, expect, test } from 'vitest'
import { megabyte } from '../../shared/formats.ts'
import { at, openBackend, textAt, type TestUser, type TestBackend } from '../backend.ts'
import { ebml, fileOf, ftyp, mp4, ogg, png } from '../mediaFiles.ts'
import { adapters } from '../store/adapters.ts'

const day = 24 * 60 * 60 * 1000
/** Enough of a picture to be one. */
const picture = 'GIF89a!'

describe.each(adapters)('pictures and videos over $name', ({ open }) => {
  let backend: TestBackend
  let mira: TestUser
  let noor: TestUser
  beforeEach(async () => {
    backend = await openBackend(open, { startAt: '2026-05-04T09:30:00Z' })
    mira = await backend.signUpUser('mira')
    noor = await backend.signUpUser('noor')
    return () => expect(backend.reportedErrors).toEqual([])
  })

  const send = (
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
  const add = async (content = '!', member = mira) =>
    textAt(await (await send(`GIF89a${content}`, { token: member.token })).json(), 'url')
  const get = (url: string, init: RequestInit = {}) => backend.http(new Request(`http://localhost${url}`, init))
  const isThere = async (url: string) => (await get(url)).status === 200
  const share = async (mediaUrl: string, member = mira) => {
    const document = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postEdge { node { id } } } }'
    const answer = await backend.gql(document, { input: { mediaUrl, mediaType: 'IMAGE' } }, member.token)
    return textAt(answer, 'data.createPost.postEdge.node.id')
  }
  const edit = (postId: string, post_img: string, member = mira) =>
    backend.rest('POST', `/posts/edit/${postId}`, { token: member.token, body: { postData: { post_img } } })
  const remove = (postId: string, member = mira) => backend.rest('DELETE', `/posts/${postId}`, { token: member.token })

  test('are kept for their owner, and answered to anyone as what they are, never to be executed', async () => {
    const response = await send(picture)
    expect(response.status).toBe(201)
    const url = textAt(await response.json(), 'url')
    expect(url).toMatch(/^\/media\/[\w-]+$/)
    const answer = await get(url)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/gif',
      'content-length': '7',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=31536000, immutable',
    })
    expect(await answer.text()).toBe(picture)
  })

  test('a video may load itself once more, and nothing else', async () => {
    const url = textAt(await (await send(fileOf(mp4))).json(), 'url')
    expect((await get(url)).headers.get('content-security-policy')).toBe("default-src 'none'; media-src 'self'")
  })

  test.each(['', 'Bearer nonsense'])('need a token: "%s"', async (token) => {
    expect((await send(picture, { token })).status).toBe(401)
  })

  test.each([
    ['image/png', png],
    ['image/gif', 'GIF89a'],
    ['video/mp4', mp4],
    ['video/webm', ebml('webm')],
  ])('are what their first bytes say, whatever is declared: %s', async (type, head) => {
    for (const declared of ['text/html', 'image/jpeg', 'nonsense']) {
      const url = textAt(await (await send(fileOf(head), { type: declared })).json(), 'url')
      expect((await get(url)).headers.get('content-type')).toBe(type)
      expect((await backend.backend.readFile(url))?.type).toBe(type)
    }
  })

  test.each([
    ['SVG', '<svg onload=alert(1)>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['HTML before a picture', `<script>alert(1)</script>${png}`],
    ['a script', 'alert(1)'],
    ['HEIC', ftyp('heic', 'mif1', 'heic')],
    ['Matroska', ebml('matroska')],
    ['a sound', ogg('OpusHead\x01\x02')],
  ])('of another format are refused, whatever is declared: %s', async (_what, head) => {
    for (const type of ['image/png', 'video/mp4', 'image/svg+xml']) {
      const response = await send(fileOf(head), { type })
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual({ errors: ['body must be a picture or video Weft can show.'] })
    }
  })

  test('are refused when empty, and when larger than the limit of their kind', async () => {
    expect(await (await send('')).json()).toEqual({ errors: ['body must not be empty.'] })
    for (const [head, megabytes] of [
      [png, 4],
      [mp4, 9.5],
    ] as const) {
      const limit = megabytes * megabyte
      expect((await send(fileOf(head, limit))).status).toBe(201)
      const tooLarge = await send(fileOf(head, limit + 1))
      expect(tooLarge.status).toBe(400)
      expect(await tooLarge.json()).toEqual({ errors: [`body must not be larger than ${megabytes} MB.`] })
    }
  })

  test.each([
    ['bytes=0-3', 206, 'GIF8', 'bytes 0-3/7'],
    ['bytes=4-', 206, '9a!', 'bytes 4-6/7'],
    ['bytes=-2', 206, 'a!', 'bytes 5-6/7'],
    ['bytes=-99', 206, picture, 'bytes 0-6/7'],
    ['bytes=2-99', 206, 'F89a!', 'bytes 2-6/7'],
    ['bytes=6-6', 206, '!', 'bytes 6-6/7'],
    ['bytes=7-', 416, '', 'bytes */7'],
    ['bytes=-0', 416, '', 'bytes */7'],
    ['bytes=3-1', 200, picture, null],
    ['bytes=0-1,3-4', 200, picture, null],
    ['lines=0-1', 200, picture, null],
    ['bytes=-', 200, picture, null],
  ])('in parts: %s', async (range, status, content, contentRange) => {
    const answer = await get(await add(), { headers: { range } })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-range')).toBe(contentRange)
    expect(answer.headers.get('content-length')).toBe(String(content.length))
    expect(await answer.text()).toBe(content)
  })

  test('HEAD without the content, other methods and addresses refused', async () => {
    const url = await add()
    const head = await get(url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '7', ''])
    for (const [address, method, status, allow] of [
      [url, 'DELETE', 405, 'GET, HEAD'],
      ['/media', 'GET', 405, 'POST'],
      ['/media/none', 'GET', 404, null],
      [`${url}/x`, 'GET', 404, null],
    ] as const) {
      const answer = await get(address, { method })
      expect([answer.status, answer.headers.get('allow')]).toEqual([status, allow])
      expect(await answer.json()).toEqual({ errors: [expect.any(String)] })
    }
  })

  test('go with the post that shows them', async () => {
    const url = await add()
    const postId = await share(url)
    expect(await isThere(url)).toBe(true)
    await remove(postId)
    expect(await isThere(url)).toBe(false)
  })

  test('are freed when the post shows another one, or none', async () => {
    const [first, second] = [await add('first'), await add('second')]
    const postId = await share(first)
    await edit(postId, second)
    expect([await isThere(first), await isThere(second)]).toEqual([false, true])
    await backend.rest('POST', `/posts/edit/${postId}`, { token: mira.token, body: { postData: { content: 'Said' } } })
    expect(await isThere(second)).toBe(true)
    await edit(postId, '')
    expect(await isThere(second)).toBe(false)
  })

  test("stay until the last that shows them goes: a second post of the owner's, or their picture of themselves", async () => {
    const url = await add()
    const [first, second] = [await share(url), await share(url)]
    await backend.rest('POST', '/users/edit', { token: mira.token, body: { userData: { avatar: url } } })
    await remove(first)
    expect(await isThere(url)).toBe(true)
    await edit(second, await add('another'))
    expect(await isThere(url)).toBe(true)
    await backend.rest('POST', '/users/edit', { token: mira.token, body: { userData: { avatar: '' } } })
    expect(await isThere(url)).toBe(false)
  })

  test("are not freed by another's post that points at them", async () => {
    const url = await add()
    const own = await share(url)
    const others = await share(url, noor)
    await remove(others, noor)
    expect(await isThere(url)).toBe(true)
    await remove(own)
    expect(await isThere(url)).toBe(false)
  })

  test("of others are not taken over: they go when their owner's go", async () => {
    const url = await add()
    const others = await share(url, noor)
    const own = await share(url)
    await remove(others, noor)
    expect(await isThere(url)).toBe(true)
    await remove(own)
    expect(await isThere(url)).toBe(false)
  })

  test('as a picture of oneself: the one before is freed', async () => {
    const [first, second] = [await add('first'), await add('second')]
    const wear = (avatar: string) =>
      backend.rest('POST', '/users/edit', { token: mira.token, body: { userData: { avatar } } })
    expect(at((await wear(first)).json, 'user.avatar')).toBe(first)
    await wear(second)
    expect([await isThere(first), await isThere(second)]).toEqual([false, true])
  })

  test('that nothing shows are gone a day later, with the next one added', async () => {
    const [unused, shown] = [await add('unused'), await add('shown')]
    const others = await add('of noor', noor)
    await share(shown)
    backend.setClock(new Date(Date.parse('2026-05-04T09:30:00Z') + day).toISOString())
    const recent = await add('recent')
    expect(await isThere(unused)).toBe(true)
    backend.setClock(new Date(Date.parse('2026-05-04T09:30:00Z') + day + 1).toISOString())
    await add('now')
    expect(await Promise.all([unused, shown, others, recent].map(isThere))).toEqual([false, true, true, true])
  })
})
