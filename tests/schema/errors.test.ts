import { readFileSync } from 'node:fs'
import {
  buildSchema,
  isEnumType,
  isObjectType,
  lexicographicSortSchema,
  parse,
  printSchema,
  type GraphQLSchema,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { createMemoryStore } from '../../resolvers/store/memory/store.ts'
import { listAt, openBackend, type TestBackend } from '../backend.ts'
import { gqlError, internalMessage, errorCatalogue } from '../errorCatalogue.ts'
import { adapters } from '../store/adapters.ts'
import { interceptStore } from '../interceptStore.ts'

const masked = {
  message: internalMessage,
  extensions: {
    code: 'INTERNAL',
    status: 500,
    errors: [internalMessage],
    http: { status: 500 },
  },
}

describe.each(adapters)('errors of operations over $name', ({ open }) => {
  test('are plain data and nothing else', async () => {
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
          errors: [errorCatalogue.TOKEN_INVALID[1]],
          http: { status: 401 },
        },
      },
    ])
    expect(errors[0]?.extensions).toEqual(errors.map(({ extensions }) => structuredClone(extensions))[0])
  })

  /** A backend whose store fails at one call as long as `fault` is set. */
  async function openFailing(failing: string) {
    const state: { fault: unknown } = { fault: undefined }
    const backend = await openBackend(open, {
      wrap: (store) =>
        interceptStore(store, (call) => {
          if (call === failing && state.fault !== undefined) throw state.fault
        }),
    })
    return { backend, state }
  }

  test.each([
    [new Error('secret detail at /home/x.ts:1'), 'secret detail at /home/x.ts:1'],
    ['a word', 'Unexpected error value: "a word"'],
    [{ stack: 'x' }, 'Unexpected error value: { stack: "x" }'],
  ])('mask a fault as INTERNAL, and report it: %s', async (fault, message) => {
    const { backend, state } = await openFailing('posts.page')
    state.fault = fault
    const answer = await backend.gql('{ posts { edges { cursor } } viewer { id } }')
    expect(answer).toEqual({
      data: { posts: null, viewer: null },
      errors: [{ ...masked, locations: [{ line: 1, column: 3 }], path: ['posts'] }],
    })
    expect(backend.reportedErrors).toMatchObject([{ message }])
  })

  test('report a fault once per operation, however many fields run into it', async () => {
    const { backend, state } = await openFailing('users.getMany')
    await populate(backend)
    const fault = new Error('No disk')
    state.fault = fault
    const ask = () => backend.gql('{ posts { edges { node { author { username viewerIsFollowing } } } } }')
    expect(await ask()).toMatchObject({ data: { posts: null }, errors: [masked] })
    expect(backend.reportedErrors).toEqual([fault])
    expect(await ask()).toMatchObject({ errors: [masked] })
    expect(backend.reportedErrors).toEqual([fault, fault])
  })

  test('claim nothing about a change whose payload cannot be read after the commit', async () => {
    const { backend, state } = await openFailing('reactions.pageOfLikes')
    const mira = await backend.signUpUser('mira')
    const postId = await backend.post(mira)
    state.fault = new Error('No disk')
    const document = `mutation { likePost(input: { postId: "${postId}" }) { post { likedBy { edges { cursor } } } } }`
    expect(await backend.gql(document, {}, mira.token)).toMatchObject({ errors: [masked] })
    expect(await backend.gql(`{ post(id: "${postId}") { likeCount } }`)).toEqual({ data: { post: { likeCount: 1 } } })
    expect(internalMessage).not.toMatch(/changed|saved/)
  })

  test('do not take a fault while reading the viewer for a visit', async () => {
    const { backend, state } = await openFailing('users.getMany')
    const [token] = await populate(backend)
    state.fault = new Error('No disk')
    expect(await backend.gql('{ users { edges { node { email } } } }', {}, token)).toMatchObject({ errors: [masked] })
  })

  test('end with their cause: a key that could not be read is read again, and no half-made account stands in the way', async () => {
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

  test('say that an author is gone where a post has none', async () => {
    const backend = await openBackend(open)
    const mira = await backend.signUpUser('mira')
    const [row] = await backend.store.read.posts.getMany([await backend.post(mira)])
    if (!row) throw new Error('The post is not in the store.')
    await backend.store.transaction((tx) => tx.posts.put({ ...row, authorId: 'gone' }))
    expect(await backend.gql('{ posts { edges { node { author { id } } } } }')).toMatchObject({
      data: { posts: null },
      errors: [{ extensions: { code: 'USER_NOT_FOUND' } }],
    })
    expect((await backend.rest('GET', '/posts')).json).toMatchObject({ posts: [{ username: '' }] })
  })

  test('keep the results of changes before and after one that is refused', async () => {
    const backend = await openBackend(open)
    const mira = await backend.signUpUser('mira')
    const postId = await backend.post(mira)
    const like = `likePost(input: { postId: "${postId}" }) { post { likeCount } }`
    const document = `mutation { a: ${like} b: ${like} c: editProfile(input: { bio: "x" }) { viewer { bio } } }`
    expect(await backend.gql(document, {}, mira.token)).toMatchObject({
      data: { a: { post: { likeCount: 1 } }, b: null, c: { viewer: { bio: 'x' } } },
      errors: [{ ...gqlError('ALREADY_LIKED'), path: ['b'] }],
    })
  })

  test('keep the lists that a visitor may read beside one that is refused', async () => {
    const backend = await openBackend(open)
    await populate(backend)
    expect(await backend.gql('{ feed { edges { cursor } } posts { edges { node { content } } } }')).toMatchObject({
      data: { feed: null, posts: { edges: [{ node: { content: '3' } }, {}, {}] } },
      errors: [{ ...gqlError('TOKEN_INVALID'), path: ['feed'] }],
    })
  })
})

/** Three posts by one author; answers their token. */
async function populate(backend: TestBackend): Promise<[token: string]> {
  const mira = await backend.signUpUser('mira')
  for (const content of ['1', '2', '3']) await backend.post(mira, content)
  expect(listAt((await backend.rest('GET', '/posts')).json, 'posts')).toHaveLength(3)
  return [mira.token]
}

describe('the schema', () => {
  async function describedSchema(): Promise<GraphQLSchema> {
    const { backend } = await openBackend(async () => createMemoryStore())
    await backend.describe()
    return backend.schema
  }

  test('is that of schema.graphql, word for word', async () => {
    const contract = buildSchema(readFileSync('schema.graphql', 'utf8'))
    const printed = (schema: GraphQLSchema) => printSchema(lexicographicSortSchema(schema))
    expect(printed(await describedSchema())).toBe(printed(contract))
  })

  test('lists every error of the contract in ErrorCode', async () => {
    const type = (await describedSchema()).getType('ErrorCode')
    const codes = isEnumType(type) ? type.getValues() : []
    expect(codes.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(errorCatalogue)))
    for (const { name, description } of codes) {
      const [status] = Object.entries(errorCatalogue).find(([code]) => code === name)?.[1] ?? []
      expect(description).toMatch(status === undefined ? /^\d{3}: / : `${status}: `)
    }
  })

  test('describes every query, every mutation and every subscription', async () => {
    const schema = await describedSchema()
    for (const type of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
      const fields = isObjectType(type) ? Object.values(type.getFields()) : []
      expect(fields.length).toBeGreaterThan(0)
      expect(fields.filter(({ description }) => !description)).toEqual([])
    }
  })
})
