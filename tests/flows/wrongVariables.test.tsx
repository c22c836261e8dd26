import { act } from '@testing-library/react'
import { firstValueFrom } from 'rxjs'
import { beforeEach, describe, expect, test } from 'vitest'
import { megabyte } from '../../shared/formats.ts'
import { createSchema } from '../../resolvers/schema.ts'
import { runInTab } from '../../src/devtools/graphiql/runInTab.ts'
import { inputPlaces, valueMarker, wrongValues } from '../wrongVariables.ts'
import { setLab } from './app.tsx'

const places = inputPlaces(createSchema())
const names = ['logIn(input)', 'changes(inFeed)']

describe('a megabyte of wrong variables in the tab of GraphiQL', () => {
  beforeEach(() => setLab())

  test.each(wrongValues(megabyte))('gets few short errors: %s', async (_kind, json) => {
    // A list of ids accepts one long text, too.
    const sent = places.filter(({ name }) => [...names, ...(json.startsWith('[') ? ['nodes(ids)'] : [])].includes(name))
    expect(sent).toHaveLength(json.startsWith('[') ? 3 : 2)
    for (const { query, variables } of sent) {
      const operation = { query, variables: JSON.parse(variables(json)) }
      const { errors = [] } = await act(() => firstValueFrom(runInTab(operation)))
      expect(errors.length).toBeGreaterThan(0)
      const text = JSON.stringify(errors)
      expect(text).not.toContain(valueMarker)
      expect(text.length).toBeLessThan(5000)
    }
  })
})
