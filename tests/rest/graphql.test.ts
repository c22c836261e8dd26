import { beforeEach, describe, expect, test } from 'vitest'
import { serverAudits } from 'graphql-http'
import { passwordInput, type TestUser, type TestClient } from '../backend.ts'
import { gqlError } from '../errorCatalogue.ts'
import { anyHost } from '../hosts.ts'
import { openWithMira } from './fixture.ts'

const url = 'http://localhost/graphql'

describe.each(anyHost)('GraphQL over HTTP ($name)', ({ open }) => {
  let backend: TestClient
  let mira: TestUser
  beforeEach(async () => {
    ;({ backend, mira } = await openWithMira(open))
  })

  async function post(
    query: string,
    { variables, token }: { variables?: unknown; token?: string } = {},
  ): Promise<{ status: number; json: unknown }> {
    const response = await backend.http(
      new Request(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/graphql-response+json',
          ...(token && { authorization: token }),
        },
        body: JSON.stringify({ query, variables }),
      }),
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
    const text = await response.text()
    for (const word of ['sesame', 'stack', 'node_modules']) expect(text).not.toContain(word)
    return { status: response.status, json: JSON.parse(text) }
  }

  test.each(
    serverAudits({ url, fetchFn: (input: string, init: RequestInit) => backend.http(new Request(input, init)) }),
  )('$id $name', async (audit) => {
    expect(await audit.fn()).toMatchObject({ status: 'ok' })
  })

  test('executes an operation for the user of the token', async () => {
    expect(await post('{ viewer { username email } }', { token: mira.token })).toEqual({
      status: 200,
      json: { data: { viewer: { username: 'mira', email: 'mira@mail.example' } } },
    })
    expect(await post('{ viewer { username } }')).toEqual({ status: 200, json: { data: { viewer: null } } })
  })

  test('executes a mutation by POST and rejects it by GET', async () => {
    const query = 'mutation { createPost(input: { content: "Hemp" }) { postEdge { node { content } } } }'
    const got = await backend.http(
      new Request(`${url}?query=${encodeURIComponent(query)}`, { headers: { authorization: mira.token } }),
    )
    expect(got.status).toBe(405)
    expect(got.headers.get('allow')).toBe('POST')
    expect((await backend.rest('GET', '/posts')).json).toEqual({ posts: [] })
    expect((await post(query, { token: mira.token })).json).toEqual({
      data: { createPost: { postEdge: { node: { content: 'Hemp' } } } },
    })
  })

  test('answers 200 with partial data when one mutation of an operation fails', async () => {
    const like = `likePost(input: { postId: "${await backend.post(mira)}" }) { post { likeCount } }`
    expect(await post(`mutation { a: ${like} b: ${like} }`, { token: mira.token })).toMatchObject({
      status: 200,
      json: { data: { a: { post: { likeCount: 1 } }, b: null }, errors: [gqlError('ALREADY_LIKED')] },
    })
  })

  const nested = (depth: number) =>
    `{ ${'viewer { posts { edges { node { author { '.repeat(depth)} id ${'} } } } }'.repeat(depth)} }`
  test.each([
    ['depth', nested(3), /depth limit of 10 exceeded/],
    [
      'depth in fragments',
      `query { viewer { ...a } }
      fragment a on User {
        posts { edges { node { author { posts { edges { node { author { posts { edges { node { id } } } } } } } } } } }
      }`,
      /depth limit of 10 exceeded/,
    ],
    [
      'aliases',
      `{ ${Array.from({ length: 16 }, (_, at) => `a${at}: viewer { id }`).join(' ')} }`,
      /[Aa]lias(es)? limit of 15 exceeded/,
    ],
    [
      'aliases of __typename',
      `{ ${Array.from({ length: 16 }, (_, at) => `a${at}: __typename`).join(' ')} }`,
      /[Aa]lias(es)? limit of 15 exceeded/,
    ],
    ['directives', `{ viewer { id ${'@include(if: true) '.repeat(51)} } }`, /[Dd]irectives limit of 50 exceeded/],
    ['tokens', `{ ${'viewer '.repeat(1000)} }`, /contains more tha[nt] 1000 tokens/],
    ['page size', '{ posts(first: 101) { edges { cursor } } }', /^first must be between 1 and 100\.$/],
    [
      'page size in a list of a list',
      '{ users { edges { node { posts(first: 0) { edges { cursor } } } } } }',
      /^first must be between 1 and 100\.$/,
    ],
  ])('rejects a query that exceeds the limit of %s', async (_what, query, message) => {
    const { status, json } = await post(query)
    expect(status).toBe(400)
    expect(json).toEqual({
      errors: expect.arrayContaining([expect.objectContaining({ message: expect.stringMatching(message) })]),
    })
  })

  const credentials = '(input: { username: "mira", password: "sesame" })'
  test.each([
    ['logIn', 'beside a plain one', `mutation { logIn${credentials} { token } again: logIn${credentials} { token } }`],
    ['logIn', 'under two aliases', `mutation { a: logIn${credentials} { token } b: logIn${credentials} { token } }`],
    [
      'signUp',
      'in an inline fragment',
      `mutation { signUp${credentials} { token } ... { again: signUp${credentials} { token } } }`,
    ],
    [
      'logIn',
      'in fragments',
      `mutation { signUp${credentials} { token } ...A ...B }
      fragment A on Mutation { a: logIn${credentials} { token } }
      fragment B on Mutation { b: logIn${credentials} { token } }`,
    ],
  ])('refuses a second %s %s', async (name, _where, query) => {
    expect(await post(query)).toEqual({
      status: 400,
      json: { errors: [{ message: `An operation may call ${name} only once.` }] },
    })
  })

  test('accepts one log-in and one sign-up in an operation', async () => {
    const same = `logIn${credentials} { token }`
    const { status, json } = await post(`mutation { ${same} ${same} signUp${credentials} { token } }`)
    expect([status, json]).toMatchObject([200, { data: { logIn: null, signUp: null } }])
  })

  test('accepts a query at the limits', async () => {
    const aliases = Array.from({ length: 15 }, (_, at) => `a${at}: viewer { id }`).join(' ')
    expect(
      (
        await post(
          `{
            ${aliases}
            posts(first: 100) { edges { node { author { posts(first: 1) { edges { node { author { id } } } } } } } }
          }`,
        )
      ).status,
    ).toBe(200)
  })

  test('limits a page size given in a variable', async () => {
    const { json } = await post('query ($first: Int) { posts(first: $first) { edges { cursor } } }', {
      variables: { first: 101 },
    })
    expect(json).toMatchObject({
      errors: [{ message: 'first must be between 1 and 100.', extensions: { code: 'BAD_INPUT' } }],
    })
  })

  test('rejects a circular introspection query', async () => {
    const fields = (inner: string) => `fields { name type { ${inner} } }`
    const { status } = await post(`{ __schema { types { ${fields(fields(fields(fields('name'))))} } } }`)
    expect(status).toBe(400)
  })

  test.each([
    [
      'a missing field',
      { password: passwordInput('mira').password },
      'Variable "$input" got invalid value; Field "username" of required type "String!" was not provided.',
    ],
    [
      'a wrong type',
      { username: { '; ': 'sesame at "x"; ' }, password: passwordInput('mira').password },
      'Variable "$input" got invalid value at "input.username"; it is not of the expected type.',
    ],
    [
      'a password that is no text',
      { username: 'mira', password: ['sesame'] },
      'Variable "$input" got invalid value at "input.password"; it is not of the expected type.',
    ],
    [
      'an unknown field',
      { username: 'mira', password: 'sesame', pasword: 'sesame' },
      'Variable "$input" got invalid value; Field "pasword" is not defined by type "LogInInput".',
    ],
    ['no object', 'sesame', 'Variable "$input" got invalid value; it is not of the expected type.'],
  ])('reports an invalid variable without its value: %s', async (_what, input, message) => {
    const { json } = await post('mutation ($input: LogInInput!) { logIn(input: $input) { token } }', {
      variables: { input },
    })
    expect(json).toMatchObject({ errors: [{ message }] })
  })

  const logIn = (input: string) => `mutation { logIn(input: ${input}) { token } }`
  test.each([
    [
      'a number for a text',
      logIn('{ username: "mira", password: 12345678 }'),
      'String cannot represent a non string value.',
    ],
    [
      'a word for a text',
      logIn('{ username: "mira", password: sesame }'),
      'String cannot represent a non string value.',
    ],
    ['a text for an object', logIn('"sesame"'), 'Expected value of type "LogInInput!".'],
    ['a text of many lines', logIn('"""\nsesame\n"; found "sesame\n"""'), 'Expected value of type "LogInInput!".'],
    ['an unknown word', '{ posts(orderBy: sesame) { totalCount } }', 'Value does not exist in "PostOrder" enum.'],
    [
      'a text for a word',
      '{ posts(orderBy: "sesame") { totalCount } }',
      'Enum "PostOrder" cannot represent non-enum value.',
    ],
    ['no colon', logIn('{ username: "mira", password "sesame" }'), 'Syntax Error: Expected ":", found String.'],
    [
      'no colon before many lines',
      logIn('{ password """\nsesame".\n""" }'),
      'Syntax Error: Expected ":", found BlockString.',
    ],
    ['no quotes', logIn('{ password: "x" } sesame'), 'Syntax Error: Expected ":", found ")".'],
    ['no name', logIn('{ "sesame" }'), 'Syntax Error: Expected Name, found String.'],
    ['a word for a document', 'sesame', 'Syntax Error: Unexpected Name.'],
    [
      'a variable in a constant',
      'query ($a: String = $sesame) { viewer { id } }',
      'Syntax Error: Unexpected variable.',
    ],
    ['an escape that is none', logIn('{ password: "\\usesame" }'), 'Syntax Error: Invalid Unicode escape sequence.'],
    ['no end', logIn('{ password: "sesame }'), 'Syntax Error: Unterminated string.'],
  ])('reports an invalid literal without its value: %s', async (_what, query, message) => {
    expect((await post(query)).json).toMatchObject({
      errors: expect.arrayContaining([expect.objectContaining({ message })]),
    })
  })

  test('suggests the name of a misspelled field', async () => {
    const { json } = await post(logIn('{ username: "mira", pasword: "sesame", password: "sesame" }'))
    expect(json).toMatchObject({
      errors: [{ message: 'Field "pasword" is not defined by type "LogInInput". Did you mean "password"?' }],
    })
  })

  test.each(['/graphql/', '/graphql/?query={viewer{id}}'])('answers GraphQL at %s', async (address) => {
    const response = await backend.http(new Request(`http://localhost${address}`))
    expect(response.status).toBe(address.includes('?') ? 200 : 400)
  })

  test.each(['/graphql/anything', '/graphql//', '/graphql/x/'])('answers 404 at %s', async (address) => {
    const response = await backend.http(new Request(`http://localhost${address}?query={viewer{id}}`))
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ errors: ['There is nothing at this path. Not Found error.'] })
  })
})
