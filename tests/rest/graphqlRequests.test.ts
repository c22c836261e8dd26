import { createHash } from 'node:crypto'
import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries'
import { print } from 'graphql'
import { beforeEach, describe, expect, test } from 'vitest'
import { createHttpHandler } from '../../resolvers/http/handler.ts'
import { appDocuments, send } from '../../tools/sentDocuments.ts'
import { trustedDocuments } from '../../worker/trustedDocuments.generated.ts'
import { openBackend, type TestBackend, type TestClient } from '../backend.ts'
import { anyAdapterInProcess, anyHost } from '../hosts.ts'

const url = 'http://localhost/graphql'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const viewerQuery = '{ viewer { id } }'
const persistedQuery = { version: 1, sha256Hash: sha256(viewerQuery) }

interface Sent {
  body?: unknown
  headers?: Record<string, string>
  http: TestClient['http']
}

async function post({ body, headers, http }: Sent): Promise<{ status: number; json: unknown }> {
  const isText = typeof body === 'string' || body instanceof FormData
  const response = await http(
    new Request(url, {
      method: 'POST',
      ...(!(body instanceof FormData) && { headers: { 'content-type': 'application/json', ...headers } }),
      body: isText ? body : JSON.stringify(body),
    }),
  )
  expect(response.headers.get('cache-control')).toBe('no-store')
  return { status: response.status, json: await response.json() }
}

/** An Apollo Client with persisted queries. `requests` has the parameters of each request. */
function persistingClient(http: TestClient['http'], useGETForHashedQueries = false) {
  const requests: unknown[] = []
  const fetchHttp = async (input: unknown, init: RequestInit = {}) => {
    const request = new Request(new URL(String(input), url), init)
    const { searchParams } = new URL(request.url)
    requests.push(request.method === 'GET' ? Object.fromEntries(searchParams) : await request.clone().json())
    return http(request)
  }
  const link = ApolloLink.from([
    new PersistedQueryLink({ sha256, useGETForHashedQueries }),
    new HttpLink({ uri: url, fetch: fetchHttp }),
  ])
  return { client: new ApolloClient({ link, cache: new InMemoryCache() }), requests }
}

describe.each(anyHost)('requests that are not supported ($name)', ({ open }) => {
  let http: TestClient['http']
  beforeEach(async () => {
    http = (await open()).http
  })

  test.each([
    ['a batch', { body: [{ query: viewerQuery }] }, 400, 'Batched requests are not supported.'],
    ['an empty batch', { body: [] }, 400, 'Batched requests are not supported.'],
    ['no query', { body: {} }, 400, 'Missing query'],
    ['malformed JSON', { body: '{' }, 400, 'Unparsable JSON body'],
    ['a number', { body: '5' }, 400, 'JSON body must be an object'],
  ])('%s gets a status and a message', async (_what, sent, status, message) => {
    expect(await post({ ...sent, http })).toEqual({ status, json: { errors: [{ message }] } })
  })

  test('a multipart request gets a status and a message', async () => {
    const body = new FormData()
    body.set('operations', JSON.stringify({ query: viewerQuery }))
    expect(await post({ body, http })).toEqual({
      status: 415,
      json: { errors: [{ message: 'Multipart requests are not supported. Add files at /media.' }] },
    })
  })

  test.each([
    ['the hash of Apollo', { extensions: { persistedQuery } }],
    ['a documentId', { documentId: `sha256:${sha256(viewerQuery)}` }],
  ])('%s without a document gets PersistedQueryNotSupported', async (_what, body) => {
    const expected = {
      status: 400,
      json: {
        errors: [{ message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } }],
      },
    }
    expect(await post({ body, http })).toEqual(expected)
    const parameters = Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ])
    const response = await http(new Request(`${url}?${new URLSearchParams(parameters)}`))
    expect({ status: response.status, json: await response.json() }).toEqual(expected)
  })

  test('a document beside its hash is executed', async () => {
    const body = { query: viewerQuery, extensions: { persistedQuery } }
    expect(await post({ body, http })).toEqual({ status: 200, json: { data: { viewer: null } } })
  })

  test.each([false, true])("Apollo's persisted queries fall back to documents, GET: %s", async (useGet) => {
    const { client, requests } = persistingClient(http, useGet)
    const [first, second] = [gql('{ viewer { id } }'), gql('{ posts { edges { cursor } } }')]
    expect(await client.query({ query: first })).toEqual({ data: { viewer: null } })
    expect(await client.query({ query: second })).toMatchObject({ data: { posts: { edges: [] } } })
    const withQuery = expect.objectContaining({ query: expect.any(String) })
    expect(requests).toEqual([expect.not.objectContaining({ query: expect.anything() }), withQuery, withQuery])
  })
})

describe.each(anyAdapterInProcess)('a handler of trusted documents ($name store)', ({ open }) => {
  let backend: TestBackend
  let http: TestClient['http']
  beforeEach(async () => {
    backend = await openBackend(open)
    http = createHttpHandler(backend.backend, { trustedDocuments })
  })

  test('executes every operation of the app by its hash', async () => {
    const { client, requests } = persistingClient(http)
    const queries = appDocuments.filter((document) => !print(document).startsWith('subscription'))
    expect(queries.length).toBeGreaterThan(20)
    for (const document of queries) {
      // Without variables and a token many are refused, but none for its document.
      const error = await send(client, document).catch((reason: unknown) => reason)
      expect(String(error)).not.toMatch(/trusted|Persisted/)
    }
    expect(requests).toHaveLength(queries.length)
    for (const request of requests) expect(request).not.toHaveProperty('query')
  })

  const [hash = ''] = [...trustedDocuments].find(([, text]) => text.startsWith('query Viewer ')) ?? []
  const refusal = {
    status: 400,
    json: {
      errors: [
        {
          message: 'Only trusted documents are executed: send the hash of one.',
          extensions: { code: 'PERSISTED_QUERY_NOT_IN_LIST' },
        },
      ],
    },
  }

  test('executes a document by documentId, in the body and in the address', async () => {
    const body = { documentId: `sha256:${hash}` }
    expect(await post({ body, http })).toEqual({ status: 200, json: { data: { viewer: null } } })
    const get = await http(new Request(`${url}?documentId=sha256:${hash}`))
    expect(await get.json()).toEqual({ data: { viewer: null } })
  })

  test('passes variables on', async () => {
    const [searchHash] = [...trustedDocuments].find(([, text]) => text.startsWith('query SearchUsers(')) ?? []
    await backend.signUpUser('mira')
    const body = { documentId: searchHash, variables: { first: 8, text: 'fir' } }
    expect(await post({ body, http })).toMatchObject({
      json: { data: { users: { edges: [{ node: { username: 'mira' } }] } } },
    })
  })

  test('streams a subscription of the app', async () => {
    const [changes] = [...trustedDocuments].find(([, text]) => text.startsWith('subscription Changes')) ?? []
    const response = await http(
      new Request(`${url}?documentId=${changes}`, { headers: { accept: 'text/event-stream' } }),
    )
    expect(response.headers.get('content-type')).toMatch('text/event-stream')
    await response.body?.cancel()
  })

  test.each([
    ['a document', { query: viewerQuery }],
    ['an unknown hash', { extensions: { persistedQuery } }],
    ['an unknown hash beside its document', { query: viewerQuery, extensions: { persistedQuery } }],
    ['the name of a property', { documentId: 'constructor' }],
    ['nothing', {}],
  ])('refuses %s', async (_what, body) => {
    expect(await post({ body, http })).toEqual(refusal)
  })

  test('executes the trusted document, not the one that is sent with its hash', async () => {
    const body = { query: '{ users { edges { node { id } } } }', documentId: hash }
    expect(await post({ body, http })).toEqual({ status: 200, json: { data: { viewer: null } } })
  })
})
