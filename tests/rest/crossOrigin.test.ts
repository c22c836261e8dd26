import { beforeEach, describe, expect, test } from 'vitest'
import { passwordInput, type TestClient } from '../backend.ts'
import { anyHost } from '../hosts.ts'

const message = 'Another origin may not send this request.'

describe.each(anyHost)('requests that a browser sends for a page ($name)', ({ open }) => {
  let backend: TestClient
  beforeEach(async () => {
    backend = await open()
  })

  const signUp = async (headers: Record<string, string>) => {
    const body = JSON.stringify({ username: 'mira', ...passwordInput('mira') })
    const init = { method: 'POST', body, headers: { 'content-type': 'text/plain', ...headers } }
    return backend.http(new Request('http://weft.example/api/auth/signup', init))
  }

  const other = 'http://other.example'
  test.each([
    ['of another site', { 'sec-fetch-site': 'cross-site', origin: other }],
    ['of another host of the site', { 'sec-fetch-site': 'same-site', origin: 'http://a.weft.example' }],
    ['of another site, in an older browser', { origin: other }],
    ['of another port, in an older browser', { origin: 'http://weft.example:8080' }],
    ['in a sandbox', { origin: 'null' }],
  ])('are refused for a page %s', async (_where, headers) => {
    const response = await signUp(headers)
    expect([response.status, await response.json()]).toEqual([403, { errors: [message] }])
    expect((await backend.rest('GET', '/users')).json).toEqual({ users: [] })
  })

  test.each([
    ['a page of the app', { 'sec-fetch-site': 'same-origin', origin: 'http://weft.example' }],
    ['a page of the app, in an older browser', { origin: 'http://weft.example' }],
    ['a page of the app, behind a proxy', { origin: 'https://weft.example', host: 'weft.example' }],
    ['the user', { 'sec-fetch-site': 'none' }],
    ['a client that is no browser', {}],
  ])('are accepted from %s', async (_who, headers) => {
    expect((await signUp(headers)).status).toBe(201)
  })

  test.each(['/graphql', '/media', '/api/posts'])('are refused at %s, but for GET and HEAD', async (path) => {
    const ask = (method: string) =>
      backend.http(
        new Request(`http://weft.example${path}?query={viewer{id}}`, {
          method,
          headers: { 'sec-fetch-site': 'cross-site' },
        }),
      )
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await ask(method)).status).toBe(403)
    for (const method of ['GET', 'HEAD']) expect((await ask(method)).status).toBe(path === '/media' ? 405 : 200)
  })

  test('are refused at /graphql with an error of GraphQL', async () => {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' }
    const response = await backend.http(new Request('http://weft.example/graphql', { method: 'POST', headers }))
    expect(await response.json()).toEqual({ errors: [{ message, extensions: { code: 'CROSS_ORIGIN', status: 403 } }] })
  })
})
