/**
 * The search for users by their names, defined once for all adapters. The names of a user are the first name, the last name,
 * both together, and the username. Names and texts are compared by their words (`shared/searchWords.ts`), and texts that
 * start with `@` with the username as a whole.
 *
 * An index has the keys of each user, sorted by code points: each word, `=` before all words of a name, and `@` before the
 * folded username. So each group of users is a range or two.
 */

import { searchTerms, wordsOf } from '../../../shared/searchWords.ts'
import { sortableText } from '../keyValue/keys.ts'
import type { UserRow } from '../rows.ts'
import { firstPoints, foldedName, spelledName } from './firstNames.ts'
import { nameRanks, type NameKey, type NameRank } from './nameRanks.ts'

/** What a text looks for. */
export interface NameSearch {
  /** The key of names that are the text once both are folded. */
  whole: string
  /** How the text is spelled. */
  spelled: string
  /** The start of a key: of the longest word, which fewer names have than a shorter one. */
  start: string
  /** The starts of other keys. */
  others: readonly string[]
}

type Names = Pick<UserRow, 'username' | 'firstName' | 'lastName'>

/** Returns all keys of a user, none of them twice. */
export function nameKeys({ username, firstName, lastName }: Names): NameKey[] {
  const names = [firstName, lastName, `${firstName} ${lastName}`, username].map((name) => firstPoints(name.trim()))
  const keys = names.flatMap((name) => {
    const words = wordsOf(name)
    if (words.length === 0) return []
    const ofWords: NameKey[] = words.map((word) => ({ key: word, spelled: '' }))
    return ofWords.concat({ key: wholeKey(words), spelled: spelledName(name) })
  })
  keys.push({ key: `@${foldedName(username.trim())}`, spelled: spelledName(username.trim()) })
  return [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()]
}

/** Returns what a text looks for, undefined if it finds nobody. */
export function nameSearchOf(text: string): NameSearch | undefined {
  const trimmed = text.trim()
  const folded = foldedName(trimmed)
  if (folded === '@') return undefined
  if (folded.startsWith('@'))
    return { whole: folded, spelled: spelledName(trimmed.slice(1)), start: folded, others: [] }
  const words = searchTerms(trimmed).map(({ word }) => word)
  const [start, ...others] = words.toSorted((one, other) => other.length - one.length)
  if (start === undefined) return undefined
  return { whole: wholeKey(wordsOf(trimmed)), spelled: spelledName(trimmed), start, others }
}

/** Returns the entry by which a search finds a user, undefined if it does not. */
export function foundKeyOf(
  { whole, spelled, start, others }: NameSearch,
  user: Names,
): (NameKey & { rank: NameRank }) | undefined {
  const keys = nameKeys(user).toSorted(compareNameKeys)
  const wholes = keys.filter(({ key }) => key === whole)
  const exact = wholes.find((name) => name.spelled === spelled)
  if (exact) return { ...exact, rank: nameRanks.spelled }
  if (wholes[0]) return { ...wholes[0], rank: nameRanks.whole }
  const startsWith = (text: string) => keys.find(({ key }) => key.startsWith(text))
  const found = startsWith(start)
  return found && others.every(startsWith) ? { ...found, rank: nameRanks.start } : undefined
}

function compareNameKeys(one: NameKey, other: NameKey): number {
  return compareTexts(one.key, other.key) || compareTexts(one.spelled, other.spelled)
}

/** Compares by code points. */
function compareTexts(one: string, other: string): number {
  const [left, right] = [sortableText(one), sortableText(other)]
  return left === right ? 0 : left < right ? -1 : 1
}

function wholeKey(words: readonly string[]): string {
  return `=${firstPoints(words.join(' '))}`
}
