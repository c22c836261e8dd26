import { GraphQLError } from 'graphql'
import { describe, expect, test, vi } from 'vitest'
import { createDocumentCache, MAX_CACHED_CHARS, MAX_CACHED_DOCUMENTS } from '../../resolvers/graphql/documentCache.ts'
import { limits, MAX_LOCATED_CHARS, parseWithinLimits } from '../../resolvers/graphql/limits.ts'
import { trustedDocuments } from '../../worker/trustedDocuments.generated.ts'
import { openBackend } from '../backend.ts'
import { at } from '../values.ts'
import { openMemoryStore } from './fixture.ts'

describe('a long document', () => {
  test('has errors without locations, because each would search the whole text', async () => {
    const { http } = await openBackend(openMemoryStore)
    const errorsOf = async (query: string) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ query })
      return at(
        await (await http(new Request('http://localhost/graphql', { method: 'POST', headers, body }))).json(),
        'errors',
      )
    }
    expect(await errorsOf(`{ ${' '.repeat(1000)} unknown }`)).toMatchObject([{ locations: [{ line: 1 }] }])
    expect(await errorsOf(`{ ${' '.repeat(MAX_LOCATED_CHARS)} unknown }`)).not.toMatchObject([{ locations: [{}] }])
  })

  test('has no name that errors of validation would quote', async () => {
    const text = (length: number) => `{ ${'a'.repeat(length)} }`
    expect(() => parseWithinLimits(text(limits.name))).not.toThrow()
    expect(() => parseWithinLimits(text(limits.name + 1))).toThrow(
      new GraphQLError('A name may have at most 200 characters.'),
    )
  })
})

describe('documents that are sent again', () => {
  test('are parsed once', () => {
    const text = '{ viewer { username } }'
    expect(parseWithinLimits(text)).toBe(parseWithinLimits(text))
    expect(parseWithinLimits('{ viewer { id } }')).not.toBe(parseWithinLimits(text))
  })

  test('are validated once over HTTP, but their cost is checked with the variables of each request', async () => {
    const backend = await openBackend(openMemoryStore)
    const send = async (query: string, variables: object) => {
      const body = JSON.stringify({ query, variables })
      const headers = { 'content-type': 'application/json' }
      const response = await backend.http(new Request('http://localhost/graphql', { method: 'POST', headers, body }))
      return JSON.stringify(await response.json())
    }
    const likers = (name: string) => `query ${name}($size: Int!) {
      posts(first: $size) { edges { node { likedBy(first: $size) {
        edges { node { followers(first: $size) { totalCount } } }
      } } } }
    }`
    const empty = '{"data":{"posts":{"edges":[]}}}'
    // The descriptions are added with the first request.
    expect(await send(likers('First'), { size: 10 })).toBe(empty)

    // Rules about directives read these in each validation. Nothing else that handles a request does.
    const validations = vi.spyOn(backend.schema, 'getDirectives')
    expect(await send(likers('First'), { size: 11 })).toBe(empty)
    expect(await send(likers('First'), { size: 100 })).toContain(`exceeds the limit of ${limits.cost}`)
    expect(validations).not.toHaveBeenCalled()
    expect(await send(likers('Second'), { size: 10 })).toBe(empty)
    expect(validations).toHaveBeenCalled()
  })

  test('are refused each time if they are invalid', async () => {
    const { backend } = await openBackend(openMemoryStore)
    const document = parseWithinLimits('{ nothing }')
    const messages = async () => (await backend.validate(document, {})).map(({ message }) => message)
    expect(await messages()).toEqual(['Cannot query field "nothing" on type "Query".'])
    expect(await messages()).toEqual(['Cannot query field "nothing" on type "Query".'])
  })
})

describe('the cache of documents', () => {
  const query = (number: number) => `{ field${number} }`

  function openCache() {
    const parsed = vi.fn(parseWithinLimits)
    return { parse: createDocumentCache(parsed), parsed }
  }

  test('drops the least recently used document', () => {
    const { parse, parsed } = openCache()
    for (let number = 0; number < MAX_CACHED_DOCUMENTS; number++) parse(query(number))
    parse(query(0))
    parse(query(MAX_CACHED_DOCUMENTS))
    expect(parsed).toHaveBeenCalledTimes(MAX_CACHED_DOCUMENTS + 1)
    parse(query(0))
    expect(parsed).toHaveBeenCalledTimes(MAX_CACHED_DOCUMENTS + 1)
    parse(query(1))
    expect(parsed).toHaveBeenCalledTimes(MAX_CACHED_DOCUMENTS + 2)
  })

  test('keeps no long document', () => {
    const { parse, parsed } = openCache()
    const long = `{ field } # ${'x'.repeat(MAX_CACHED_CHARS)}`
    parse(long)
    parse(long)
    expect(parsed).toHaveBeenCalledTimes(2)
  })

  test('keeps nothing of a document that does not parse', () => {
    const { parse, parsed } = openCache()
    expect(() => parse('{')).toThrow(GraphQLError)
    expect(() => parse('{')).toThrow(GraphQLError)
    expect(parsed).toHaveBeenCalledTimes(2)
  })

  test("has room for the app's own documents", () => {
    expect(trustedDocuments.size).toBeLessThanOrEqual(MAX_CACHED_DOCUMENTS)
    for (const text of trustedDocuments.values()) expect(text.length).toBeLessThanOrEqual(MAX_CACHED_CHARS)
  })
})
