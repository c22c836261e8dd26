import * as fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'

import type { NameCursor, PageRequest } from '../../resolvers/store/port.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'
import { foldText } from '../../shared/foldedText.ts'
import { searchTerms, wordsOf } from '../../shared/searchWords.ts'
import { seed } from '../seed.ts'
import { storeAdapters } from './adapters.ts'
import { applyChanges, id, insertUsers, readToEnd, userRow } from './rows.ts'

type Names = [username: string, firstName?: string, lastName?: string]

describe.each(storeAdapters)('search for users in the $name store', ({ open }) => {
  let store: AdministeredStore
  beforeEach(async () => {
    store = await open()
    return () => store.close()
  })

  const insertNames = (...names: Names[]) =>
    insertUsers(
      store,
      ...names.map(([username, firstName = '', lastName = ''], index) =>
        userRow(index + 1, { username, firstName, lastName }),
      ),
    )
  const search = async (text: string, limit = 100) => {
    const rows = await readToEnd((request: PageRequest<NameCursor>) => store.read.search.users(text, request), limit)
    return rows.map(({ username }) => username)
  }

  it('finds users by the start of each word of their names', async () => {
    await insertNames(['mira', 'Mira', 'Okoro'], ['noor_okoro', 'Noor', 'Haddad'], ['kenji', 'Kenji', 'Mori'])
    expect(await search('ok')).toEqual(['mira', 'noor_okoro'])
    expect(await search('mi oko')).toEqual(['mira'])
    expect(await search('okoro haddad')).toEqual(['noor_okoro'])
    expect(await search('mor')).toEqual(['kenji'])
    expect(await search('koro')).toEqual([])
    expect(await search('mira haddad')).toEqual([])
  })

  it('lists the exact spelling first, then whole names, then the others by the word that is found', async () => {
    await insertNames(
      ['a', 'Zoella'],
      ['b', 'Ann', 'Zoe'],
      ['c', 'Zoe'],
      ['d', 'Zoë'],
      ['zoe', 'Ann'],
      ['f', 'Zo\u00e9'],
      ['g', 'Zoe Ann'],
    )
    expect(await search('zoe')).toEqual(['b', 'c', 'zoe', 'f', 'd', 'g', 'a'])
    expect(await search('Zoë')).toEqual(['d', 'b', 'c', 'zoe', 'f', 'g', 'a'])
    expect(await search('Ann Zoe')).toEqual(['b', 'zoe', 'g'])
    expect(await search('Zoe Ann')).toEqual(['g', 'b', 'zoe'])
    expect(await search('zo')).toEqual(['b', 'c', 'd', 'zoe', 'f', 'g', 'a'])
    expect(await search('zo', 2)).toEqual(await search('zo'))
  })

  it('finds each user once, though several words start alike', async () => {
    await insertNames(['anna_anders', 'Anna', 'Andersson'], ['bob', 'Ann', 'ANN'])
    expect(await search('an')).toEqual(['anna_anders', 'bob'])
    expect(await search('an', 1)).toEqual(['anna_anders', 'bob'])
    expect(await search('ann', 1)).toEqual(['bob', 'anna_anders'])
    expect(await search('an an')).toEqual(['anna_anders', 'bob'])
  })

  it('finds usernames that start with what follows `@`', async () => {
    await insertNames(['ana.maria', 'Ada'], ['Ana', 'x'], ['ána', 'x'], ['banana', 'Ana'], ['Ana Maria', 'x'])
    expect(await search('@ana')).toEqual(['Ana', 'ána', 'Ana Maria', 'ana.maria'])
    expect(await search('＠ÁNA')).toEqual(['ána', 'Ana', 'Ana Maria', 'ana.maria'])
    expect(await search('@ana.')).toEqual(['ana.maria'])
    expect(await search('@ana m')).toEqual(['Ana Maria'])
    expect(await search('@ada')).toEqual([])
    expect(await search('@')).toEqual([])
  })

  it('takes signs as they are, and finds nobody by a text without words', async () => {
    await insertNames(['a%_\\b', '\u{1f980}'], ["o'hara", 'x'])
    for (const text of ['', ' ', '%', '_', '\\', '=', '=a', '\u{1f980}', '\0', '@%', '@\0'])
      expect(await search(text), text).toEqual(text === '=a' ? ['a%_\\b'] : [])
    expect(await search('@a%_\\')).toEqual(['a%_\\b'])
    expect(await search('@a_')).toEqual([])
    expect(await search("o'h")).toEqual(["o'hara"])
  })

  it('finds the others after a user was removed', async () => {
    await insertNames(['one', 'Ada'], ['two', 'Ada'])
    await applyChanges(store, (tx) => tx.users.remove(id(1), 9))
    expect(await search('ada')).toEqual(['two'])
    expect(await search('@one')).toEqual([])
    await store.admin.transaction((tx) => tx.clear())
    expect(await search('ada')).toEqual([])
  })

  it('finds the names whose words start with those of the text, in the order that the port defines', async () => {
    const unit = fc.constantFrom('a', 'A', 'á', 'b', ' ', '.', '\u{10400}', '\uffa1', '東', 'ß')
    const name = fc.string({ unit, maxLength: 6 })
    const text = fc.oneof(
      fc.string({ unit, maxLength: 5 }),
      fc.string({ unit, maxLength: 4 }).map((start) => `@${start}`),
    )
    const cases = fc.record({
      names: fc.uniqueArray(fc.tuple(name, name, name), { maxLength: 10, selector: ([username]) => username }),
      text,
      limit: fc.integer({ min: 1, max: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(cases, async ({ names, text: sought, limit }) => {
        await store.admin.transaction((tx) => tx.clear())
        await insertNames(...names)
        expect(await search(sought, limit)).toEqual(expectedNames(names, sought))
      }),
      { numRuns: 150, seed },
    )
  })
})

/** The result that the port defines, by scanning all names. */
function expectedNames(users: [string, string, string][], text: string): string[] {
  const trimmed = text.trim()
  const inLowerCase = (name: string) => name.normalize('NFC').toLowerCase()
  const byWords = ([username, first, last]: Names): string[] | undefined => {
    const names = [first ?? '', last ?? '', `${first} ${last}`, username].map((name) => name.trim())
    const sought = searchTerms(trimmed).map(({ word }) => word)
    const words = names.flatMap(wordsOf)
    if (sought.length === 0 || !sought.every((start) => words.some((word) => word.startsWith(start)))) return undefined
    const same = names.filter((name) => wordsOf(name).join(' ') === wordsOf(trimmed).join(' ')).map(inLowerCase)
    if (same.includes(inLowerCase(trimmed))) return ['0']
    if (same.length > 0) return ['1', firstOf(same)]
    const longest = sought.toSorted((one, other) => other.length - one.length)[0] ?? ''
    return ['2', firstOf(words.filter((word) => word.startsWith(longest)))]
  }
  const byUsername = ([username]: Names): string[] | undefined => {
    const sought = trimmed.slice(1)
    const folded = foldText(username.trim())
    const spelled = inLowerCase(username.trim())
    if (foldText(sought) === '' || !folded.startsWith(foldText(sought))) return undefined
    if (folded !== foldText(sought)) return ['2', folded, spelled]
    return spelled === inLowerCase(sought) ? ['0'] : ['1', spelled]
  }
  return users
    .flatMap((names, index) => {
      const place = trimmed.startsWith('@') ? byUsername(names) : byWords(names)
      return place ? [{ username: names[0], place: [...place, id(index + 1)] }] : []
    })
    .toSorted((one, other) => compareAll(one.place, other.place))
    .map(({ username }) => username)
}

function firstOf(texts: string[]): string {
  return texts.toSorted(compareCodePoints)[0] ?? ''
}

function compareAll(one: readonly string[], other: readonly string[]): number {
  return one.map((text, at) => compareCodePoints(text, other[at] ?? '')).find((order) => order !== 0) ?? 0
}

/** UTF-8 keeps the order of code points. */
function compareCodePoints(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}
