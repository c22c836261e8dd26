import * as fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'

import type { PageRequest, SearchCursor } from '../../resolvers/store/port.ts'
import { foldText } from '../../shared/foldedText.ts'
import { seed } from '../seed.ts'
import { storeAdapters } from './adapters.ts'
import { id, idsOf, insertUsers, readToEnd, userRow } from './rows.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'

describe.each(storeAdapters)('search by first name in the $name store', ({ open }) => {
  let store: AdministeredStore
  beforeEach(async () => {
    store = await open()
    return () => store.close()
  })

  const search = async (text: string, limit = 100) =>
    (await store.read.search.usersByFirstName(text, { limit })).map(({ row }) => row.firstName)

  it('lists names that start with the text first, then the others', async () => {
    await insertNames(store, ['Joanna', 'Hanna', 'Annika', 'Bob', 'anna', 'ANN', 'Susanne'])
    expect(await search('ann')).toEqual(['ANN', 'anna', 'Annika', 'Hanna', 'Joanna', 'Susanne'])
    expect(await search('NNA')).toEqual(['anna', 'Hanna', 'Joanna'])
    expect(await search('anna')).toEqual(['anna', 'Hanna', 'Joanna'])
    expect(await search('anna', 1)).toEqual(['anna'])
    expect(await search('bobby')).toEqual([])
  })

  it('finds each user once', async () => {
    await insertNames(store, ['anna', 'aaaa', 'banana', 'xa', 'a', 'xbanana', 'banabanana'])
    expect(await search('a')).toEqual(['a', 'aaaa', 'anna', 'xa', 'banabanana', 'banana', 'xbanana'])
    expect(await search('an')).toEqual(['anna', 'banabanana', 'banana', 'xbanana'])
    expect(await search('banana')).toEqual(['banana', 'banabanana', 'xbanana'])
    const rows = await readToEnd(
      (request: PageRequest<SearchCursor>) => store.read.search.usersByFirstName('a', request),
      1,
    )
    expect(rows).toHaveLength(7)
  })

  it('sorts equal names by id', async () => {
    await insertNames(store, ['Ada', 'ada', 'ADA'])
    expect(idsOf(await store.read.search.usersByFirstName('ad', { limit: 9 }))).toEqual([id(1), id(2), id(3)])
    expect(idsOf(await store.read.search.usersByFirstName('da', { limit: 9 }))).toEqual([id(1), id(2), id(3)])
  })

  it('finds the others who have the name of a removed user', async () => {
    const found = () => store.read.search.usersByFirstName('da', { limit: 9 })
    await insertNames(store, ['Ada', 'ada', 'Ida'])
    await store.transaction((tx) => tx.users.remove(id(1), 9))
    expect(idsOf(await found())).toEqual([id(2), id(3)])
    await store.transaction((tx) => tx.users.remove(id(2), 9))
    expect(idsOf(await found())).toEqual([id(3)])
    await store.transaction((tx) => tx.users.insert(userRow(4, { firstName: 'ADA' })))
    expect(idsOf(await found())).toEqual([id(4), id(3)])
  })

  it('reads on within a name that many users have', async () => {
    await insertNames(store, ['Ida', ...Array.from({ length: 5 }, () => 'Ada'), 'Magda', 'Magda'])
    const rows = await readToEnd(
      (request: PageRequest<SearchCursor>) => store.read.search.usersByFirstName('da', request),
      3,
    )
    expect(rows.map((row) => row.id)).toEqual([2, 3, 4, 5, 6, 1, 7, 8].map(id))
  })

  it('returns no user of another name for a cursor with that name, which no page has', async () => {
    await insertNames(store, ['Ada', 'Ada', 'Marina'])
    const after = { rank: 3, part: 'da', folded: 'ada', spelled: 'ada', id: id(1) } as const
    expect(idsOf(await store.read.search.usersByFirstName('rina', { after, limit: 9 }))).toEqual([id(3)])
  })

  it('finds a name however it is spelled, the exact spelling first', async () => {
    await insertNames(store, ['Zoella', 'Zoë', 'Zoe', 'Zo\u00e9', 'Chlo\u00eb-Zoe\u0308'])
    expect(await search('zoë')).toEqual(['Zoë', 'Zoe', 'Zo\u00e9', 'Zoella', 'Chlo\u00eb-Zoe\u0308'])
    expect(await search('ZOE')).toEqual(['Zoe', 'Zo\u00e9', 'Zoë', 'Zoella', 'Chlo\u00eb-Zoe\u0308'])
    expect(await search('Zo\u0065\u0308')).toEqual(await search('zoë'))
    const rows = await readToEnd(
      (request: PageRequest<SearchCursor>) => store.read.search.usersByFirstName('Zoë', request),
      1,
    )
    expect(rows.map(({ firstName }) => firstName)).toEqual(await search('zoë'))
  })

  it('folds letters of other scripts, and takes all others as they are', async () => {
    const names = ['İpek', 'ΑΣ', 'Straße', 'ｶﾞｲ', '\u{1f980}crab', 'ا\u0644علي', 'x\uffffy', '\uffff\uffff', 'a%_\\b']
    await insertNames(store, names)
    expect(await search('i')).toEqual(['İpek'])
    expect(await search('İ')).toEqual(['İpek'])
    expect(await search('ς')).toEqual(['ΑΣ'])
    expect(await search('ß')).toEqual(['Straße'])
    expect(await search('ガ')).toEqual(['ｶﾞｲ'])
    expect(await search('\u{1f980}')).toEqual(['\u{1f980}crab'])
    expect(await search('علي')).toEqual(['ا\u0644علي'])
    expect(await search('\uffff')).toEqual(['\uffff\uffff', 'x\uffffy'])
    expect(await search('\uffff\uffff')).toEqual(['\uffff\uffff'])
    for (const letter of ['%', '_', '\\']) expect(await search(letter)).toEqual(['a%_\\b'])
    expect(await search('\u0301')).toEqual([])
  })

  it('sorts names by code points, not by UTF-16 units', async () => {
    await insertNames(store, ['x\u{1f980}', 'x\uffff', 'x\ue000', 'xz', 'ax\u{1f980}', 'ax\ue001'])
    expect(await search('x')).toEqual(['xz', 'x\ue000', 'x\uffff', 'x\u{1f980}', 'ax\ue001', 'ax\u{1f980}'])
    const rows = await readToEnd(
      (request: PageRequest<SearchCursor>) => store.read.search.usersByFirstName('x', request),
      1,
    )
    expect(rows.map(({ firstName }) => firstName)).toEqual(await search('x'))
  })

  it('looks at the first 200 characters of names that are longer', async () => {
    const longName = `${'a'.repeat(199)}z${'q'.repeat(2 ** 20)}`
    await insertNames(store, [longName, `${'\u{1f980}'.repeat(199)}zq`])
    expect((await search('z')).length).toBe(2)
    expect(await search('zq')).toEqual([])
    expect(await search('q')).toEqual([])
    expect(await search('a'.repeat(199))).toEqual([longName])
    expect(await search(`${'a'.repeat(198)}z`)).toEqual([longName])
  })

  it('finds the names that contain the text once both are folded, in the order that the port defines', async () => {
    const unit = fc.constantFrom('a', 'A', 'á', 'b', 'İ', 'Σ', '\u{1f980}', '\uffff', '\ue000', 'ل')
    const name = fc.oneof(
      { weight: 4, arbitrary: fc.string({ unit, maxLength: 6 }) },
      { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 14, maxLength: 90 }) },
    )
    const text = fc.oneof(
      { weight: 3, arbitrary: fc.string({ unit, minLength: 1, maxLength: 5 }) },
      { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 2, maxLength: 20 }) },
    )
    const cases = fc.record({ names: fc.array(name, { maxLength: 12 }), text, limit: fc.integer({ min: 1, max: 4 }) })
    await fc.assert(
      fc.asyncProperty(cases, async ({ names, text: sought, limit }) => {
        const fresh = await open()
        await insertNames(fresh, names)
        const found = await readToEnd(
          (request: PageRequest<SearchCursor>) => fresh.read.search.usersByFirstName(sought, request),
          limit,
        )
        await fresh.close()
        expect(found.map((row) => row.id)).toEqual(expectedIds(names, sought))
      }),
      { numRuns: 150, seed },
    )
  })
})

function insertNames(store: AdministeredStore, names: string[]): Promise<unknown> {
  return insertUsers(store, ...names.map((firstName, index) => userRow(index + 1, { firstName })))
}

/** The result that the port defines, by scanning all names. */
function expectedIds(names: string[], text: string): string[] {
  const sought = foldText(text)
  if (sought === '') return []
  const inLowerCase = (name: string) => name.normalize('NFC').toLowerCase()
  const placeOf = (firstName: string): string[] => {
    const name = foldText(firstName)
    const spelled = inLowerCase(firstName)
    if (name === sought && spelled === inLowerCase(text)) return ['0']
    if (name === sought && compareCodePoints(spelled, inLowerCase(text)) < 0) return ['1', spelled]
    if (name.startsWith(sought)) return ['2', name, spelled]
    return ['3', name.slice(name.indexOf(sought)), name, spelled]
  }
  return names
    .map((firstName, index) => ({ firstName, id: id(index + 1) }))
    .filter(({ firstName }) => foldText(firstName).includes(sought))
    .map((user) => ({ id: user.id, place: [...placeOf(user.firstName), user.id] }))
    .toSorted((a, b) => compareAll(a.place, b.place))
    .map((match) => match.id)
}

function compareAll(a: readonly string[], b: readonly string[]): number {
  return a.map((text, at) => compareCodePoints(text, b[at] ?? '')).find((order) => order !== 0) ?? 0
}

/** UTF-8 keeps the order of code points. */
function compareCodePoints(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
