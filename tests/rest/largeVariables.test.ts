import { coerceInputValue, type GraphQLInputType } from 'graphql'
import { describe, expect, test } from 'vitest'
import { createSchema } from '../../resolvers/schema.ts'
import { megabyte } from '../../shared/formats.ts'
import { anyHost } from '../hosts.ts'
import { inputPlaces, wrongValues } from '../wrongVariables.ts'
import { expectFewShortErrors } from './expectFewShortErrors.ts'

/** Takes long, so only `npm run coverage` runs it. wrongVariables.test.ts sends one megabyte of each kind. */

/** The largest body, less the rest of the request. */
const large = wrongValues(megabyte - 1000)

/** Whether GraphQL accepts this value, so that only a resolver could refuse it. */
function fits(value: unknown, type: GraphQLInputType): boolean {
  try {
    coerceInputValue(value, type)
    return true
  } catch {
    return false
  }
}

describe.each(anyHost)('a megabyte of wrong variables ($name)', ({ open }) => {
  test.each(inputPlaces(createSchema()))('of each kind gets few short errors: $name', async (place) => {
    const wrong = large.filter(([, json]) => !fits(JSON.parse(json), place.type))
    // At most two kinds fit one type: a list of ids may be a long list or a long text.
    expect(wrong.length).toBeGreaterThanOrEqual(large.length - 2)
    const client = await open()
    for (const [, json] of wrong) await expectFewShortErrors(client, place, json)
    expect(client.reportedErrors).toEqual([])
  })
})
