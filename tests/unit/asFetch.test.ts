import { describe, expect, it } from 'vitest'
import type { LogEntry } from '../../src/backend/lab.ts'
import { asFetch } from '../../src/devtools/lab/requests/asFetch.ts'

const request: LogEntry = {
  id: '1',
  timestamp: 0,
  ms: 1,
  via: 'http',
  name: 'GET /posts',
  method: 'GET',
  path: '/api/posts',
  variables: null,
  outcome: { kind: 'responded', status: 200, messages: [] },
}

/** Runs the code with a `fetch` that returns the request as JSON. */
async function run(code: string, token: string | null): Promise<unknown> {
  const storage = { getItem: () => token }
  const fetch = async (path: string, { body, ...init }: { body?: string }) => ({
    json: async () => ({ path, ...init, ...(body && { body: JSON.parse(body) }) }),
  })
  const AsyncFunction = Object.getPrototypeOf(run).constructor
  return AsyncFunction('fetch', 'localStorage', code.replace('await (', 'return await ('))(fetch, storage)
}

describe('asFetch', () => {
  it('writes a REST call without a body', async () => {
    expect(await run(asFetch(request), 'token')).toEqual({
      path: '/api/posts',
      method: 'GET',
      headers: { authorization: 'token' },
    })
  })

  it('sends an empty token when nobody is signed in', async () => {
    expect(await run(asFetch(request), null)).toMatchObject({ headers: { authorization: '' } })
  })

  it('writes a REST call with a body and a quote in its path', async () => {
    const code = asFetch({
      ...request,
      method: 'POST',
      path: "/api/users/o'neil",
      variables: { postData: { content: "It's `$" } },
    })
    expect(await run(code, 'token')).toEqual({
      path: "/api/users/o'neil",
      method: 'POST',
      headers: { authorization: 'token', 'content-type': 'application/json' },
      body: { postData: { content: "It's `$" } },
    })
    expect(code).not.toContain('//')
  })

  it('writes the document and the variables of an operation', async () => {
    const code = asFetch({
      ...request,
      method: 'POST',
      path: '/graphql',
      query: 'query Who {\n  viewer { id }\n}',
      variables: {},
    })
    expect(await run(code, 'token')).toMatchObject({
      path: '/graphql',
      body: { query: 'query Who {\n  viewer { id }\n}', variables: {} },
    })
  })

  it('writes an operation sent by GET as a URL', async () => {
    const code = asFetch({
      ...request,
      name: 'Who',
      path: '/graphql',
      query: "query Who { viewer { id } } # it's",
      variables: { first: 1 },
    })
    const path =
      '/graphql?query=query+Who+%7B+viewer+%7B+id+%7D+%7D+%23+it%27s&variables=%7B%22first%22%3A1%7D&operationName=Who'
    expect(await run(code, 'token')).toEqual({ path, method: 'GET', headers: { authorization: 'token' } })
  })

  it('names the operation of a document with several', async () => {
    const query = 'query A { viewer { id } } query B { viewer { id } }'
    const code = asFetch({ ...request, name: 'B', method: 'POST', path: '/graphql', query })
    expect(await run(code, 'token')).toMatchObject({ body: { query, operationName: 'B' } })
  })

  it.each([
    [
      'in a variable of another name',
      {
        variables: { word: '' },
        query: 'mutation In($word: String!) { logIn(input: { username: "ana", password: $word }) { token } }',
      },
    ],
    [
      'in the variables',
      {
        variables: { input: { username: 'ana', password: '' } },
        query: 'mutation In($input: In!) { logIn(input: $input) { token } }',
      },
    ],
    [
      'in the document',
      { variables: {}, query: 'mutation In { logIn(input: { username: "ana", password: "" }) { token } }' },
    ],
    ['in the body', { variables: { username: 'ana', password: '' } }],
  ])('asks for the password to be filled in when it was %s', (_where, change) => {
    expect(asFetch({ ...request, method: 'POST', ...change })).toMatch(
      /^\/\/ Passwords are not logged: fill them in.\n/,
    )
  })

  it.each<[string, Partial<LogEntry>]>([
    ['// Files are not logged: send one as the body.', { method: 'POST', path: '/media' }],
    [
      '// The body was too long to log: fill it in.',
      { method: 'POST', variables: '30027 characters, too long for the log' },
    ],
  ])('adds the note "%s"', (note, changes) => expect(asFetch({ ...request, ...changes })).toContain(`${note}\nawait`))
})
