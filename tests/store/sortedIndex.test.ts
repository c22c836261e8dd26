import { indexedDB } from 'fake-indexeddb'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { compareKeys, pageRange, prefixRange } from '../../resolvers/store/keyValue/keys.ts'
import type { Key } from '../../resolvers/store/keyValue/keys.ts'
import { SortedIndex } from '../../resolvers/store/keyValue/sortedIndex.ts'
import { seed } from '../seed.ts'

const ALL = prefixRange([])

it('orders keys as IndexedDB does', () => {
  const part = fc.oneof(
    fc.integer({ min: -2, max: 2 }),
    fc.double({ noNaN: true }),
    fc.string({ unit: 'binary', maxLength: 2 }),
  )
  const key = fc.array(fc.oneof({ weight: 9, arbitrary: part }, { weight: 1, arbitrary: fc.tuple() }), { maxLength: 3 })
  fc.assert(
    fc.property(key, key, (a, b) => {
      expect(Math.sign(compareKeys(a, b))).toBe(indexedDB.cmp(a, b))
    }),
    { seed },
  )
})

it('iterates thousands of entries in order after additions and removals', () => {
  const index = new SortedIndex<number>()
  const kept = new Set<number>()
  for (let step = 0; step < 6000; step += 1) {
    const number = (step * 7919) % 5000
    if (step % 3 === 2) {
      const removed = (step * 31) % 5000
      index.delete([removed])
      kept.delete(removed)
    }
    index.set([number], number)
    kept.add(number)
  }
  const sorted = [...kept].toSorted((a, b) => a - b)
  expect(Array.from(index.ascending(ALL), ({ value }) => value)).toEqual(sorted)
  expect(Array.from(index.descending(ALL), ({ value }) => value)).toEqual(sorted.toReversed())

  for (const start of [-1, 0, 511, 512, 2500.5, 4999, 9000]) {
    const after = Array.from(index.ascending(pageRange([], 'ascending', [start])), ({ value }) => value)
    expect(after).toEqual(sorted.filter((number) => number > start))
    const before = Array.from(index.descending(pageRange([], 'descending', [start])), ({ value }) => value)
    expect(before).toEqual(sorted.filter((number) => number < start).toReversed())
  }

  for (const number of sorted) index.delete([number])
  expect([...index.ascending(ALL), ...index.descending(ALL)]).toEqual([])
})

it('does not change a fork, nor the index that it is a fork of', () => {
  const changes = fc.array(
    fc.record({ isFork: fc.boolean(), number: fc.nat(700), action: fc.constantFrom('set', 'set', 'delete', 'fork') }),
    { minLength: 300, maxLength: 600, size: 'max' },
  )
  fc.assert(
    fc.property(changes, (steps) => {
      const first = new SortedIndex<number>()
      for (let number = 0; number < 600; number += 1) first.set([number], number)
      let pair = [
        { index: first, expected: new Set(contentsOf(first)) },
        { index: first.fork(), expected: new Set(contentsOf(first)) },
      ]
      for (const { isFork, number, action } of steps) {
        const changed = pair[Number(isFork)]
        if (changed === undefined) continue
        const { index, expected } = changed
        if (action === 'fork') {
          pair = [changed, { index: index.fork(), expected: new Set(expected) }]
        } else {
          index[action]([number], number)
          expected[action === 'set' ? 'add' : 'delete'](number)
        }
      }
      for (const { index, expected } of pair) {
        expect(contentsOf(index)).toEqual([...expected].toSorted((a, b) => a - b))
        expect(index.size).toBe(expected.size)
      }
    }),
    { numRuns: 50, seed },
  )
})

it('clears a fork alone', () => {
  const index = new SortedIndex<number>()
  index.set([1], 1)
  const fork = index.fork()
  fork.clear()
  fork.set([2], 2)
  expect([contentsOf(index), contentsOf(fork)]).toEqual([[1], [2]])
})

function contentsOf(index: SortedIndex<number>): number[] {
  return Array.from(index.ascending(ALL), ({ value }) => value)
}

it('compares only logarithmically more keys for a page of 100,000 entries than of 1,000', () => {
  expect(comparisons(100_000)).toBeLessThan(comparisons(1000) + 30)
})

/** Returns how often a part of a key is read for a page from the middle. */
function comparisons(size: number): number {
  let count = 0
  const index = new SortedIndex<number>()
  const keyOf = (number: number): Key => Object.defineProperty([number], 0, { get: () => ((count += 1), number) })
  for (let number = 0; number < size; number += 1) index.set(keyOf(number), number)
  count = 0
  const page = index.descending(pageRange([], 'descending', [size / 2]))
  for (let row = 0; row < 20; row += 1) page.next()
  return count
}
