import { expect, it } from 'vitest'
import type { LoggedRequest } from '../../src/app/lab.ts'
import { asFetch } from '../../src/features/lab/asFetch.ts'

const request: LoggedRequest = {
  id: '1',
  at: 0,
  ms: 1,
  via: 'http',
  name: 'GET /posts',
  method: 'GET',
  path: '/api/posts',
  variables: null,
  outcome: { kind: 'answered', status: 200, messages: [] },
}

/** Runs what is copied where fetch answers what it was given. */
async function run(copied: string, token: string | null): Promise<unknown> {
  const storage = { getItem: () => token }
  const fetch = async (path: string, { body, ...init }: { body?: string }) => ({
    json: async () => ({ path, ...init, ...(body && { body: JSON.parse(body) }) }),
  })
  const AsyncFunction = Object.getPrototypeOf(run).constructor
  return AsyncFunction('fetch', 'localStorage', copied.replace('await (', 'return await ('))(fetch, storage)
}

it('a call without a body', async () => {
  expect(await run(asFetch(request), 'token')).toEqual({ path: '/api/posts', method: 'GET', headers: { authorization: 'token' } })
})

it('for a visitor without a token', async () => {
  expect(await run(asFetch(request), null)).toMatchObject({ headers: { authorization: '' } })
})

it('a call with a body, and a path with a quote in it', async () => {
  const copied = asFetch({ ...request, method: 'POST', path: "/api/users/o'neil", variables: { postData: { content: "It's `$" } } })
  expect(await run(copied, 'token')).toEqual({
    path: "/api/users/o'neil",
    method: 'POST',
    headers: { authorization: 'token', 'content-type': 'application/json' },
    body: { postData: { content: "It's `$" } },
  })
  expect(copied).not.toContain('//')
})

it('an operation: its document and its variables', async () => {
  const copied = asFetch({ ...request, method: 'POST', path: '/graphql', query: 'query Who {\n  viewer { id }\n}', variables: {} })
  expect(await run(copied, 'token')).toMatchObject({ path: '/graphql', body: { query: 'query Who {\n  viewer { id }\n}', variables: {} } })
})

it.each([
  ['in the variables', { variables: { input: { username: 'ana', password: '' } }, query: 'mutation In($input: In!) { logIn(input: $input) { token } }' }],
  ['in the document', { variables: {}, query: 'mutation In { logIn(input: { username: "ana", password: "" }) { token } }' }],
  ['in the body', { variables: { username: 'ana', password: '' } }],
])('says where a password is to be filled in: %s', (_where, change) => {
  expect(asFetch({ ...request, method: 'POST', ...change })).toMatch(/^\/\/ The log keeps no passwords: fill them in.\n/)
})
