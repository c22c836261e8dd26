import { beforeEach, describe, expect, test } from 'vitest'
import type { TestClient } from '../backend.ts'
import { anyAdapterInProcess, anyHost } from '../hosts.ts'
import { openLab } from '../lab/openLab.ts'
import { picture } from '../mediaFiles.ts'
import { textAt } from '../values.ts'

/** Expects that browsers neither guess another type for the response nor show it in a frame. */
function expectProtected({ headers }: Response) {
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')?.split('; ')).toContain("frame-ancestors 'none'")
}

describe.each(anyHost)('a response ($name)', ({ open }) => {
  let backend: TestClient
  beforeEach(async () => {
    backend = await open()
  })

  const send = (path: string, init?: RequestInit) => backend.http(new Request(`http://weft.example${path}`, init))

  const changes = encodeURIComponent('subscription { changes { ... on PostChange { post { id } } } }')
  test.each<[method: string, path: string, status: number, headers?: Record<string, string>]>([
    ['GET', '/api/posts', 200],
    ['HEAD', '/api/posts', 200],
    ['GET', '/api/nowhere', 404],
    ['POST', '/api/posts', 403, { 'sec-fetch-site': 'cross-site' }],
    ['POST', '/api/users/edit', 401],
    ['GET', '/graphql?query={viewer{id}}', 200],
    ['GET', '/graphql?query={viewer{id', 200],
    ['PUT', '/graphql', 405],
    ['GET', `/graphql?query=${changes}`, 406],
    ['GET', `/graphql?query=${changes}`, 200, { accept: 'text/event-stream' }],
    ['POST', '/media', 401],
    ['GET', '/media/none', 404],
  ])('to %s %s with status %i is protected', async (method, path, status, headers = {}) => {
    const response = await send(path, { method, headers })
    await response.body?.cancel()
    expect(response.status).toBe(status)
    expectProtected(response)
  })

  test('with a file is protected', async () => {
    const added = await send('/media', {
      method: 'POST',
      headers: { authorization: (await backend.signUpUser('mira')).token },
      body: picture('dot.png'),
    })
    expectProtected(added)
    const url = textAt(await added.json(), 'url')
    for (const range of ['', 'bytes=0-7', 'bytes=1000000-']) expectProtected(await send(url, { headers: { range } }))
  })
})

test.each(anyAdapterInProcess)('a response with a fault of the lab is protected ($name store)', async ({ open }) => {
  const lab = await openLab(open)
  await lab.set({ fault: { kind: 'errorBefore' } })
  const response = await lab.backend.http(new Request('http://weft.example/api/posts'))
  expect(response.status).toBe(500)
  expectProtected(response)
})
