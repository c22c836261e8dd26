import { getIntrospectionQuery, getOperationAST, getVariableValues, parse } from 'graphql'
import { beforeEach, describe, expect, test } from 'vitest'
import { starterTabs } from '../../src/devtools/graphiql/tabs.ts'
import { COUNTED_EVENTS, costOf, MIN_LIST_COST, PASSWORD_COST, SEARCH_COST } from '../../resolvers/graphql/cost.ts'
import { limits } from '../../resolvers/graphql/limits.ts'
import { trustedDocuments } from '../../worker/trustedDocuments.generated.ts'
import { openBackend, type TestBackend } from '../backend.ts'
import { openMemoryStore } from './fixture.ts'

const nodes = (fields: string) => `{ edges { node { ${fields} } } }`
const posts = (size: number, fields: string) => `posts(first: ${size}) ${nodes(fields)}`
const likers = (size: number, fields: string) => `likedBy(first: ${size}) ${nodes(fields)}`

/** The query of the report: 15 times 100 posts with 100 users who like it and 100 followers each. */
const hostile = Array.from(
  { length: 15 },
  (_, alias) => `a${alias}: ${posts(100, likers(100, `followers(first: 100) ${nodes('id')}`))}`,
)

describe('the cost of an operation', () => {
  let backend: TestBackend
  beforeEach(async () => {
    backend = await openBackend(openMemoryStore)
  })
  const cost = (query: string, variables: Record<string, unknown> = {}, operationName?: string) => {
    const document = parse(query)
    const operation = getOperationAST(document, operationName)
    if (!operation) throw new Error('There is no such operation.')
    const { coerced } = getVariableValues(backend.schema, operation.variableDefinitions ?? [], variables)
    if (!coerced) throw new Error('The variables are invalid.')
    return costOf(backend.schema, document, operation, coerced).cost
  }

  test.each([
    ['no list', '{ viewer { username } __typename __schema { types { name } } }', 0],
    ['a list', `{ ${posts(50, 'id')} }`, 50],
    ['a list with single objects', `{ ${posts(50, 'author { id username }')} }`, 50],
    ['two lists', `{ ${posts(50, 'id')} users(first: 30) ${nodes('id')} }`, 80],
    ['a list in a list', `{ ${posts(50, likers(40, 'id'))} }`, 50 + 50 * 40],
    [
      'a list below a single object',
      `{ ${posts(50, `author { followers(first: 40) ${nodes('id')} }`)} }`,
      50 + 50 * 40,
    ],
    ['a list without first', `{ posts ${nodes('id')} }`, 20],
    ['first of null', `{ posts(first: null) ${nodes('id')} }`, 20],
    ['a short list', `{ ${posts(50, likers(1, `followers(first: 20) ${nodes('id')}`))} }`, 50 + 50 * 10 + 50 * 20],
    ['aliases of one list', `{ a: ${posts(50, 'id')} b: ${posts(50, 'id')} }`, 100],
    ['the same list twice', `{ ${posts(50, 'id')} ${posts(50, 'content')} }`, 50],
    [
      'the same list in two fragments',
      `
        { ...A ...B ...A }
        fragment A on Query { ${posts(50, likers(40, 'id'))} }
        fragment B on Query { ${posts(50, likers(40, 'bio'))} }
      `,
      50 + 50 * 40,
    ],
    ['a list in inline fragments', `{ ... { ${posts(50, `... on Post { ${likers(40, 'id')} }`)} } }`, 50 + 50 * 40],
    ['a skipped list', `{ posts(first: 50) @skip(if: true) ${nodes('id')} }`, 0],
    [
      'objects by id',
      `{ nodes(ids: [${'"x",'.repeat(50)}]) { id ... on Post { ${likers(40, 'id')} } } }`,
      50 + 50 * 40,
    ],
    ['a search', `{ searchPosts(text: "x", first: 50) ${nodes('id')} }`, 50 + SEARCH_COST],
    [
      'searches',
      `{ a: searchUsers(text: "x") ${nodes('id')} b: searchUsers(text: "y") ${nodes('id')} }`,
      40 + 2 * SEARCH_COST,
    ],
    ['one object by id', `{ node(id: "x") { id } }`, 0],
    [
      'a list of a subscription',
      `subscription { changes(ids: ["x"]) { ... on PostChange { post { ${likers(40, 'id')} } } } }`,
      COUNTED_EVENTS * 40,
    ],
    ['a list of a payload', `mutation { likePost(input: { postId: "x" }) { post { ${likers(40, 'id')} } } }`, 40],
    ['a log-in', 'mutation { logIn(input: { username: "x", password: "x" }) { token } }', PASSWORD_COST],
    [
      'a sign-up and a list',
      `mutation { signUp(input: { username: "x", password: "x" }) { query { ${posts(50, 'id')} } } }`,
      PASSWORD_COST + 50,
    ],
  ])('counts %s', (_what, query, expected) => {
    expect(cost(query)).toBe(expected)
  })

  test('takes variables, their defaults and directives into account', () => {
    const query = `query ($first: Int = 30, $more: Boolean!) {
      posts(first: $first) ${nodes(`likedBy(first: 40) @include(if: $more) ${nodes('id')}`)}
    }`
    expect(cost(query, { more: false })).toBe(30)
    expect(cost(query, { more: true })).toBe(30 + 30 * 40)
    expect(cost(query, { more: true, first: 60 })).toBe(60 + 60 * 40)
    expect(cost(query, { more: false, first: null })).toBe(20)
  })

  test('does not exceed that of the largest page if first is out of bounds, which is refused later', () => {
    const query = `query ($first: Int) { posts(first: $first) ${nodes('id')} }`
    expect(cost(query, { first: 1_000_000 })).toBe(100)
    expect(cost(query, { first: -1 })).toBe(MIN_LIST_COST)
  })

  test('counts ids in a variable', () => {
    const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { id } }`
    expect(cost(query, { ids: Array.from({ length: 50 }, String) })).toBe(50)
    expect(cost(query, { ids: Array.from({ length: 500 }, String) })).toBe(100)
  })

  test('counts the selected operation only', () => {
    const two = `query A { ${posts(50, 'id')} } query B { ${posts(60, 'id')} }`
    expect([cost(two, {}, 'A'), cost(two, {}, 'B')]).toEqual([50, 60])
  })

  const ask = async (query: string, variables = {}) => {
    const response = await backend.http(
      new Request('http://localhost/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
        body: JSON.stringify({ query, variables }),
      }),
    )
    return { status: response.status, json: await response.json() }
  }

  test('is limited: an error names the cost and the limit, and nothing is executed', async () => {
    const error = (sum: number) => ({
      status: 400,
      json: {
        errors: [
          {
            message: `The cost of this operation is ${sum}, which exceeds the limit of ${limits.cost}. Request fewer rows.`,
            extensions: { cost: sum, limit: limits.cost },
          },
        ],
      },
    })
    expect(await ask(`{ ${hostile.join(' ')} }`)).toEqual(error(15 * (100 + 100 ** 2 + 100 ** 3)))
    const likersOfPost = `likedBy(first: $first) ${nodes(likers(20, 'id').replace('likedBy', 'followers'))}`
    const query = `query ($first: Int) { ${posts(100, likersOfPost)} }`
    expect(await ask(query, { first: 10 })).toEqual(error(100 + 100 * 10 + 100 * 10 * 20))
    expect(await ask(query, { first: 9 })).toEqual({ status: 200, json: { data: { posts: { edges: [] } } } })
  })

  test.each([
    [
      '100 posts with their authors and 100 users who like each',
      `{ ${posts(100, `author { id username } ${likers(100, 'id username')}`)} }`,
    ],
    [
      'a page of 100 posts with 100 users who like each, as clients of Relay ask for it',
      `{ ${posts(
        100,
        `id __typename likedBy(first: 100) {
        edges { cursor node { id __typename username firstName lastName avatarUrl } } pageInfo { endCursor hasNextPage }
      }`,
      )} }`,
    ],
    [
      '100 users with 20 followers, 20 followed users and 20 posts each',
      `{ users(first: 100) ${nodes(`followers ${nodes('id')} following ${nodes('id')} posts ${nodes('id')}`)} }`,
    ],
    [
      'an introspection',
      getIntrospectionQuery({
        schemaDescription: true,
        inputValueDeprecation: true,
        specifiedByUrl: true,
        directiveIsRepeatable: true,
      }),
    ],
  ])('allows %s', async (_what, query) => {
    expect((await ask(query)).status).toBe(200)
  })

  test('limits the fields of all rows', async () => {
    const aliases = Array.from({ length: 15 }, (_, at) => `a${at}: id`).join(' ')
    const likersOfPosts = (size: number) => `{ ${posts(100, likers(size, aliases))} }`
    expect((await ask(likersOfPosts(50))).status).toBe(200)
    expect(await ask(likersOfPosts(100))).toMatchObject({
      status: 400,
      json: {
        errors: [{ message: expect.stringMatching(/^This operation reads \d+ fields, which exceeds the limit/) }],
      },
    })
  })

  test('allows to read the schema once', async () => {
    const field = '__schema { types { name } }'
    const refusal = (name: string) => ({
      status: 400,
      json: { errors: [{ message: `An operation may call ${name} only once.` }] },
    })
    expect((await ask(`{ ${field} ...F } fragment F on Query { ${field} }`)).status).toBe(200)
    expect(await ask(`{ a: ${field} ...F } fragment F on Query { b: ${field} }`)).toEqual(refusal('__schema'))
    expect(await ask('{ __schema { a: types { name } b: types { name } } }')).toEqual(refusal('types'))
    const logIn = `logIn(input: { username: "x", password: "x" }) { query { a: ${field} b: ${field} } }`
    expect(await ask(`mutation { ${logIn} }`)).toEqual(refusal('__schema'))
    const types = ['Post', 'User', '__Directive'].map((name, at) => `a${at}: __type(name: "${name}") { name }`)
    expect((await ask(`{ ${types.join(' ')} }`)).status).toBe(200)
  })

  test.each([
    ['{ viewer { username bio } __typename }', 4],
    [`{ ${posts(50, 'id __typename')} }`, 2 + 50 * 3],
    ['{ posts(first: 50) { totalCount pageInfo { hasNextPage } edges { cursor } } }', 5 + 50],
    [`{ ${posts(50, likers(40, 'id'))} }`, 2 + 50 * 3 + 50 * 40 * 2],
  ])('counts the fields of %s', (query, expected) => {
    const document = parse(query)
    const operation = getOperationAST(document)
    expect(operation && costOf(backend.schema, document, operation, {}).fields).toBe(expected)
  })

  test('is not computed for too many values in variables', async () => {
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'
    const message = `The variables have more than ${limits.values} values.`
    const refused = { status: 400, json: { errors: [{ message }] } }
    const ids = Array.from({ length: limits.values }, (_, at) => at)
    expect(await ask(query, { ids })).toEqual(refused)
    expect(await ask(query, { ids: [{ nested: ids }] })).toEqual(refused)
  })

  test('allows the operations of the app and the tabs of GraphiQL', async () => {
    const tabs = [true, false].flatMap((signedIn) => starterTabs(signedIn))
    for (const query of [...trustedDocuments.values(), ...tabs.map((tab) => tab.query)]) {
      const errors = await backend.backend.validate(parse(query), {})
      // They are sent without variables here.
      expect(errors.filter(({ message }) => !message.startsWith('Variable "$'))).toEqual([])
    }
  })
})
