import * as fc from 'fast-check'

import { id } from './rows.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'

/** Some calls. `label` describes them in a failure report. */
export interface Step {
  label: string
  /** How many. A list that is read to its end counts as one. */
  calls: number
  run: (store: AdministeredStore) => Promise<unknown>
}

/** Of posts, by their like count. */
export const contents = ['', '#warp', '#warp and #Weft', 'weft #weft']
export const number = fc.integer({ min: 1, max: 6 })
export const few = fc.integer({ min: 1, max: 3 })
export const count = fc.integer({ min: 0, max: 3 })
export const change = fc.integer({ min: -2, max: 2 })
export const anyId = few.map(id)
export const ids = fc.array(anyId, { maxLength: 4 })
const nameUnit = fc.constantFrom('a', 'A', 'n', 'İ', '\u{1f980}', '\uffff', '\ue000')
export const name = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: nameUnit, maxLength: 6 }) },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom('a', 'n'), minLength: 195, maxLength: 205 }) },
)
export const text = fc.oneof(
  fc.constantFrom('a', 'n', 'A', 'na', 'anaa'),
  fc.string({ unit: nameUnit, minLength: 1, maxLength: 18 }),
)
