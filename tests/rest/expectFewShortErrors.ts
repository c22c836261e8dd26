import { expect } from 'vitest'
import { variableChecks } from '../../resolvers/graphql/execute.ts'
import { MAX_MESSAGE_CHARS } from '../../resolvers/graphql/formatErrors.ts'
import type { TestClient } from '../backend.ts'
import { valueMarker, type InputPlace } from '../wrongVariables.ts'

/** Sends an operation with this JSON at this place. Expects errors that are few, short and quote no value. */
export async function expectFewShortErrors(client: TestClient, place: InputPlace, json: string): Promise<void> {
  const response = await client.http(
    new Request('http://localhost/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, text/event-stream',
      },
      body: `{"query":${JSON.stringify(place.query)},"variables":${place.variables(json)}}`,
    }),
  )
  expect(response.status).toBeOneOf([200, 400])
  const text = await response.text()
  expect(text).toContain('"errors"')
  expect(text).not.toContain(valueMarker)
  expect(text.length).toBeLessThan((variableChecks.maxErrors + 1) * MAX_MESSAGE_CHARS)
}
