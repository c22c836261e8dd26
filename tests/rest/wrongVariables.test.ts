import { parse } from 'graphql'
import { beforeEach, describe, expect, test } from 'vitest'
import { createSchema } from '../../resolvers/schema.ts'
import { megabyte } from '../../shared/formats.ts'
import { openBackend, type TestClient } from '../backend.ts'
import { anyAdapterInProcess, anyHost } from '../hosts.ts'
import { countReads, inputPlaces, inputTypes, wrongValues } from '../wrongVariables.ts'
import { expectFewShortErrors } from './expectFewShortErrors.ts'

const places = inputPlaces(createSchema())
/** Enough for more errors than a response has, and little enough for every kind at every place in `npm test`. */
const small = wrongValues(10_000)
const [, wrongForAll = ''] = small.find(([kind]) => kind === 'wrong and unknown fields') ?? []
/** At some places only a resolver refuses these kinds. */
const fitsSomeTypes = new Set(['a long text', 'a long list'])
/** The largest body, less the rest of the request. */
const large = wrongValues(megabyte - 1000)

// First, because it fails where the megabytes below would block the process.
describe.each(anyAdapterInProcess)('the check of wrong variables ($name store)', ({ open }) => {
  test.each(places)('reads each value at most a few times: $name', async ({ query, variables }) => {
    const { backend } = await openBackend(open)
    for (const [kind, json] of small) {
      const { copy, reads } = countReads(JSON.parse(variables(json)))
      const errors = await backend.validate(parse(query), { variables: copy })
      if (!fitsSomeTypes.has(kind)) expect([kind, errors]).not.toEqual([kind, []])
      expect([kind, reads() / json.length]).toEqual([kind, expect.toSatisfy((share: number) => share < 3)])
    }
  })
})

describe.each(anyHost)('wrong variables ($name)', ({ open }) => {
  let backend: TestClient
  beforeEach(async () => {
    backend = await open()
    return () => expect(backend.reportedErrors).toEqual([])
  })

  test('are tried at every type of an argument and of a field of an input', () => {
    expect(new Set(places.map(({ type }) => String(type)))).toEqual(inputTypes(createSchema()))
  })

  test.each(places)('get few short errors over HTTP: $name', async (place) => {
    await expectFewShortErrors(backend, place, wrongForAll)
  })

  test.each(large)('of each kind get few short errors over HTTP for a megabyte: %s', async (_kind, json) => {
    const name = json.startsWith('[') ? 'nodes(ids)' : 'logIn(input)'
    const [place, ...others] = places.filter((known) => known.name === name)
    if (!place || others.length > 0) throw new Error(`The schema has no single place ${name}.`)
    await expectFewShortErrors(backend, place, json)
  })
})
