import * as fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'

import type { Store } from '../../resolvers/store/port.ts'
import { adapters } from './adapters.ts'
import { id, idsOf, putUsers, readToEnd, userRow } from './rows.ts'

const MEGABYTE = 2 ** 20

describe.each(adapters)('search by first name in the $name store', ({ open }) => {
  let store: Store
  beforeEach(async () => {
    store = await open()
    return () => store.close()
  })

  const search = async (text: string, limit = 100) =>
    (await store.read.users.searchByFirstName(text, { limit })).map(({ row }) => row.firstName)

  it('lists names that start with the text first, ordered by what follows the match', async () => {
    await join(store, ['Joanna', 'Hanna', 'Annika', 'Bob', 'anna', 'ANN', 'Susanne'])
    expect(await search('ann')).toEqual(['ANN', 'anna', 'Annika', 'Joanna', 'Hanna', 'Susanne'])
    expect(await search('NNA')).toEqual(['Joanna', 'Hanna', 'anna'])
    expect(await search('anna', 1)).toEqual(['anna'])
    expect(await search('bobby')).toEqual([])
  })

  it('finds each user once, at the first match', async () => {
    await join(store, ['anna', 'aaaa', 'banana', 'xa', 'a'])
    expect(await search('a')).toEqual(['a', 'aaaa', 'anna', 'xa', 'banana'])
    expect(await search('an')).toEqual(['anna', 'banana'])
    const rows = await readToEnd((request) => store.read.users.searchByFirstName('a', request), 1)
    expect(rows).toHaveLength(5)
  })

  it('orders equal names by id', async () => {
    await join(store, ['Ada', 'ada', 'ADA'])
    expect(idsOf(await store.read.users.searchByFirstName('ad', { limit: 9 }))).toEqual([id(1), id(2), id(3)])
  })

  it('compares whole strings in lower case', async () => {
    await join(store, ['İpek', 'ΑΣ', 'Straße', '\u{1f980}crab', 'ا\u0644علي', 'x\uffffy', '\uffff\uffff', 'a\ud83e'])
    expect(await search('İ')).toEqual(['İpek'])
    expect(await search('i')).toEqual(['İpek'])
    expect(await search('\u0307p')).toEqual(['İpek'])
    expect(await search('σ')).toEqual([])
    expect(await search('ς')).toEqual(['ΑΣ'])
    expect(await search('SS')).toEqual([])
    expect(await search('\u{1f980}')).toEqual(['\u{1f980}crab'])
    expect(await search('\udd80C')).toEqual(['\u{1f980}crab'])
    expect(await search('علي')).toEqual(['ا\u0644علي'])
    expect(await search('\uffff')).toEqual(['\uffff\uffff', 'x\uffffy'])
    expect(await search('\uffff\uffff')).toEqual(['\uffff\uffff'])
    expect(await search('\ud83e')).toEqual(['\u{1f980}crab', 'a\ud83e'])
  })

  it('finds texts longer than a suffix of the index', async () => {
    const twice = `x${'abcdefgh'.repeat(2)}-${'abcdefgh'.repeat(2)}+`
    await join(store, [twice, `${'abcdefgh'.repeat(2)}-`, 'abcdefgh'])
    expect(await search('abcdefgh'.repeat(2))).toEqual([`${'abcdefgh'.repeat(2)}-`, twice])
    expect(await search(`${'abcdefgh'.repeat(2)}+`)).toEqual([twice])
    expect(await search(`${'ABCDEFGH'.repeat(2)}-`)).toEqual([`${'abcdefgh'.repeat(2)}-`, twice])
    expect(await search(`${'abcdefgh'.repeat(2)}-x`)).toEqual([])
  })

  it('finds any part of very long names, and lists late matches last, by id', async () => {
    const long = `${'a'.repeat(MEGABYTE)}z`
    const late = `${'b'.repeat(64)}Zoe`
    await join(store, [long, late, 'Zoe', 'Bazooka', `${'b'.repeat(63)}Zoe`])
    expect((await store.read.users.searchByFirstName('z', { limit: 9 })).map(({ row }) => row.id)).toEqual(
      [3, 5, 4, 1, 2].map(id),
    )
    expect(
      (await readToEnd((request) => store.read.users.searchByFirstName('Z', request), 2)).map((row) => row.id),
    ).toEqual([3, 5, 4, 1, 2].map(id))
    expect(idsOf(await store.read.users.searchByFirstName(long.toUpperCase(), { limit: 9 }))).toEqual([id(1)])
    expect(idsOf(await store.read.users.searchByFirstName(`a${long}`, { limit: 9 }))).toEqual([])
    expect(idsOf(await store.read.users.searchByFirstName('oe', { limit: 9 }))).toEqual([3, 2, 5].map(id))
  })

  it('does not find a user by a previous name', async () => {
    await join(store, ['Ada', `${'b'.repeat(70)}x`])
    await join(store, ['Bob', 'Bo'])
    expect(await search('ada')).toEqual([])
    expect(await search('x')).toEqual([])
    expect(await search('b')).toEqual(['Bo', 'Bob'])
  })

  it('finds what String.includes finds, in the order that the port defines', async () => {
    const unit = fc.constantFrom('a', 'A', 'b', 'İ', 'Σ', '\u{1f980}', '\uffff', '\ud800', 'ل')
    const name = fc.oneof(
      { weight: 4, arbitrary: fc.string({ unit, maxLength: 6 }) },
      { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 14, maxLength: 90 }) },
    )
    const text = fc.oneof(
      { weight: 3, arbitrary: fc.string({ unit, minLength: 1, maxLength: 3 }) },
      { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 2, maxLength: 20 }) },
    )
    const cases = fc.record({ names: fc.array(name, { maxLength: 12 }), text, limit: fc.integer({ min: 1, max: 4 }) })
    await fc.assert(
      fc.asyncProperty(cases, async ({ names, text: searchText, limit }) => {
        const fresh = await open()
        await join(fresh, names)
        const found = await readToEnd((request) => fresh.read.users.searchByFirstName(searchText, request), limit)
        fresh.close()
        expect(found.map((row) => row.id)).toEqual(idsByDefinition(names, searchText))
      }),
      { numRuns: 150 },
    )
  })
})

function join(store: Store, names: string[]): Promise<void> {
  return putUsers(store, ...names.map((firstName, index) => userRow(index + 1, { firstName })))
}

/** Returns the result that the port defines, by scanning all names. */
function idsByDefinition(names: string[], text: string): string[] {
  return names
    .map((firstName, index) => {
      const name = firstName.toLowerCase()
      const place = name.indexOf(text.toLowerCase())
      const part = place >= 64 ? 2 : Number(place > 0)
      return { id: id(index + 1), place, part, rest: part === 2 ? '' : name.slice(place, place + 16) }
    })
    .filter(({ place }) => place >= 0)
    .toSorted((a, b) => a.part - b.part || compare(a.rest, b.rest) || compare(a.id, b.id))
    .map((match) => match.id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
