import { readFileSync } from 'node:fs'
import { buildSchema, isEnumType, lexicographicSortSchema, parse, printSchema, type GraphQLSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { openBackend, type TestClient } from '../backend.ts'
import { adaptersInProcess, anyAdapterInProcess, hosts } from '../hosts.ts'
import { listAt } from '../values.ts'
import { gqlError, internalMessage, errorCatalogue } from '../errorCatalogue.ts'
import { interceptStore } from '../interceptStore.ts'

const internalError = {
  message: internalMessage,
  extensions: {
    code: 'INTERNAL',
    status: 500,
  },
}

describe.each(adaptersInProcess)('errors of operations ($name store)', ({ open }) => {
  test('returns an error as plain data with message, location, path and extensions only', async () => {
    const { backend } = await openBackend(open)
    const context = backend.context({ authorization: null })
    const { errors = [] } = await backend.execute({ document: parse('{ feed { edges { cursor } } }'), context })
    const plain: unknown = JSON.parse(JSON.stringify(errors))
    expect(plain).toEqual([
      {
        message: errorCatalogue.TOKEN_INVALID[1],
        locations: [{ line: 1, column: 3 }],
        path: ['feed'],
        extensions: {
          code: 'TOKEN_INVALID',
          status: 401,
        },
      },
    ])
    expect(errors[0]?.extensions).toEqual(errors.map(({ extensions }) => structuredClone(extensions))[0])
  })

  /** Opens a backend whose store throws `state.error` at this call while it is set. */
  async function openFailing(failingCall: string) {
    const state: { error: unknown } = { error: undefined }
    const backend = await openBackend(open, {
      wrap: (store) =>
        interceptStore(store, (call) => {
          if (call === failingCall && state.error !== undefined) throw state.error
        }),
    })
    return { backend, state }
  }

  test.each([
    [new Error('secret detail at /home/x.ts:1'), 'secret detail at /home/x.ts:1'],
    ['a word', 'Unexpected error value: "a word"'],
    [{ stack: 'x' }, 'Unexpected error value: { stack: "x" }'],
  ])('masks what the store throws as INTERNAL and reports it: %s', async (error, message) => {
    const { backend, state } = await openFailing('posts.page')
    state.error = error
    const response = await backend.gql('{ posts { edges { cursor } } viewer { id } }')
    expect(response).toEqual({
      data: { posts: null, viewer: null },
      errors: [{ ...internalError, locations: [{ line: 1, column: 3 }], path: ['posts'] }],
    })
    expect(backend.reportedErrors).toMatchObject([{ message }])
  })

  test('reports an error once per operation when several fields fail with it', async () => {
    const { backend, state } = await openFailing('users.getBios')
    await populate(backend)
    const error = new Error('No disk')
    state.error = error
    const query = () => backend.gql('{ posts { edges { node { author { bio } } } } }')
    const errors = [internalError, internalError, internalError]
    expect(await query()).toMatchObject({ errors })
    expect(backend.reportedErrors).toEqual([error])
    expect(await query()).toMatchObject({ errors })
    expect(backend.reportedErrors).toEqual([error, error])
  })

  test('does not say whether anything was changed when a payload cannot be read after the commit', async () => {
    const { backend, state } = await openFailing('reactions.pages')
    const mira = await backend.signUpUser('mira')
    const postId = await backend.post(mira)
    state.error = new Error('No disk')
    const document = `mutation { likePost(input: { postId: "${postId}" }) { post { likedBy { edges { cursor } } } } }`
    expect(await backend.gql(document, {}, mira.token)).toMatchObject({ errors: [internalError] })
    expect(await backend.gql(`{ post(id: "${postId}") { likeCount } }`)).toEqual({ data: { post: { likeCount: 1 } } })
    expect(internalMessage).not.toMatch(/changed|saved/)
  })

  test('returns an error instead of the data for a visitor when the viewer cannot be read', async () => {
    const { backend, state } = await openFailing('users.getMany')
    const token = await populate(backend)
    state.error = new Error('No disk')
    expect(await backend.gql('{ users { edges { node { email } } } }', {}, token)).toMatchObject({
      errors: [internalError],
    })
  })

  test('accepts a repeated sign-up once the token key can be read again', async () => {
    const state = { isBroken: true }
    const backend = await openBackend(open, {
      wrap: (store) =>
        interceptStore(store, (call) => {
          if (call === 'meta.get' && state.isBroken) throw new Error('No disk')
        }),
    })
    const body = { username: 'mira', password: 'sesame mira' }
    expect(await backend.rest('POST', '/auth/signup', { body })).toMatchObject({ status: 500 })
    state.isBroken = false
    expect(await backend.rest('POST', '/auth/signup', { body })).toMatchObject({ status: 201 })
  })
})

describe.each(hosts)('the errors of some fields ($name)', ({ open }) => {
  test('returns the results of the other mutations when one of an operation is rejected', async () => {
    const backend = await open()
    const mira = await backend.signUpUser('mira')
    const postId = await backend.post(mira)
    const like = `likePost(input: { postId: "${postId}" }) { post { likeCount } }`
    const document = `mutation { a: ${like} b: ${like} c: editProfile(input: { bio: "x" }) { viewer { bio } } }`
    expect(await backend.gql(document, {}, mira.token)).toMatchObject({
      data: { a: { post: { likeCount: 1 } }, b: null, c: { viewer: { bio: 'x' } } },
      errors: [{ ...gqlError('ALREADY_LIKED'), path: ['b'] }],
    })
  })

  test('returns the public lists of a query when a visitor also asks for the feed', async () => {
    const backend = await open()
    await populate(backend)
    expect(await backend.gql('{ feed { edges { cursor } } posts { edges { node { content } } } }')).toMatchObject({
      data: { feed: null, posts: { edges: [{ node: { content: '3' } }, {}, {}] } },
      errors: [{ ...gqlError('TOKEN_INVALID'), path: ['feed'] }],
    })
  })
})

/** Creates an author with three posts. Returns the author's token. */
async function populate(backend: TestClient): Promise<string> {
  const mira = await backend.signUpUser('mira')
  for (const content of ['1', '2', '3']) await backend.post(mira, content)
  expect(listAt((await backend.rest('GET', '/posts')).json, 'posts')).toHaveLength(3)
  return mira.token
}

describe.each(anyAdapterInProcess)('the executable schema ($name store)', ({ open }) => {
  async function describedSchema(): Promise<GraphQLSchema> {
    const { backend } = await openBackend(open)
    await backend.describe()
    return backend.schema
  }

  test('builds the executable schema that schema.graphql describes, including the descriptions', async () => {
    const expected = buildSchema(readFileSync('schema.graphql', 'utf8'))
    const printed = (schema: GraphQLSchema) => printSchema(lexicographicSortSchema(schema))
    expect(printed(await describedSchema())).toBe(printed(expected))
  })

  test('lists every error of the catalogue with its status in ErrorCode', async () => {
    const type = (await describedSchema()).getType('ErrorCode')
    const codes = isEnumType(type) ? type.getValues() : []
    expect(codes.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(errorCatalogue)))
    for (const { name, description } of codes) {
      const [status] = Object.entries(errorCatalogue).find(([code]) => code === name)?.[1] ?? []
      expect(description).toMatch(status === undefined ? /^\d{3}: / : `${status}: `)
    }
  })
})
