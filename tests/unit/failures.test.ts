import { expect, it } from 'vitest'
import { failureOf } from '../../resolvers/store/indexeddb/recovery/failures.ts'

it.each(['lost', undefined, new Error('An error without a known name.')])(
  'a database that does not open for the reason %s is not taken for a damaged one',
  (reason) => {
    expect(failureOf(reason)).toBe('unknown')
  },
)
