import { coerceInputValue, type GraphQLInputType } from 'graphql'
import { expect, test } from 'vitest'
import { createSchema } from '../../resolvers/schema.ts'
import { megabyte } from '../../shared/formats.ts'
import { anyHost } from '../hosts.ts'
import { inputPlaces, wrongValues } from '../wrongVariables.ts'
import { sendWrongVariables } from './sendWrongVariables.ts'

/** The largest body, less the rest of the request. */
const large = wrongValues(megabyte - 1000)

function fits(value: unknown, type: GraphQLInputType): boolean {
  try {
    coerceInputValue(value, type)
    return true
  } catch {
    return false
  }
}

test.each(inputPlaces(createSchema()))('a megabyte of each kind gets few short errors: $name', async (place) => {
  const wrong = large.filter(([, json]) => !fits(JSON.parse(json), place.type))
  expect(wrong.length).toBeGreaterThanOrEqual(large.length - 2)
  for (const { open } of anyHost) {
    const client = await open()
    for (const [, json] of wrong) await sendWrongVariables(client, place, json)
    expect(client.reportedErrors).toEqual([])
  }
})
