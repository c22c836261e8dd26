import { act } from '@testing-library/react'
import { firstValueFrom } from 'rxjs'
import { beforeEach, describe, expect, test } from 'vitest'
import { megabyte } from '../../shared/formats.ts'
import { createSchema } from '../../resolvers/schema.ts'
import { runInTab } from '../../src/pages/graphiql/runInTab.ts'
import { inputPlaces, valueMarker, wrongValues } from '../wrongVariables.ts'
import { setLab } from './app.tsx'

const places = inputPlaces(createSchema()).filter(({ name }) => ['logIn(input)', 'changes(inFeed)'].includes(name))

describe('a megabyte of wrong variables in the tab of GraphiQL', () => {
  beforeEach(() => setLab())

  test.each(wrongValues(megabyte))('gets few short errors: %s', async (_kind, json) => {
    for (const { query, variables } of places) {
      const operation = { query, variables: JSON.parse(variables(json)) }
      const { errors = [] } = await act(() => firstValueFrom(runInTab(operation)))
      expect(errors.length).toBeGreaterThan(0)
      const text = JSON.stringify(errors)
      expect(text).not.toContain(valueMarker)
      expect(text.length).toBeLessThan(5000)
    }
  })
})
