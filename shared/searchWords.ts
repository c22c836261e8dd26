/**
 * Splits texts into the words by which they are found. The stores index posts and names by these words, and pages mark them,
 * so both find the same.
 *
 * A word is a run of letters and digits with their marks, folded (`foldedText.ts`). What stands between two words is not
 * compared: `#warp_weft` has the words `warp` and `weft`, `@ada` has `ada`.
 *
 * Some scripts have no spaces between words. A run of their letters has each two neighbours as words, and its last letter:
 * 東京都 has 東京, 京都 and 都. This needs no dictionary, as `Intl.Segmenter` has, which differs between hosts.
 */

import { foldText } from './foldedText.ts'

/** The characters of a word that are compared. Every store can index a word of this length. */
const MAX_WORD_LENGTH = 100

const scripts = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]`
const unspaced = String.raw`(?=${scripts})[\p{L}\p{N}]`
const spaced = String.raw`(?!${scripts})[\p{L}\p{N}]`
/** What continues a word, but begins none: a mark, also that of kana of half width, a soft hyphen, a joiner. */
const extending = String.raw`[\p{M}\uff9e\uff9f\u00ad\u200c\u200d]`

const ofUnspacedScript = new RegExp(scripts, 'u')
/** Finds a word, or as `letter` one letter of a script without spaces. */
const wordsAndLetters = new RegExp(`(?<letter>${unspaced}${extending}*)|${spaced}(?:${spaced}|${extending})*`, 'gu')
/** The same where all scripts have spaces: most texts, and in a fraction of the time. */
const wordsOnly = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\u00ad\u200c\u200d]*/gu

/** Characters that do not show, such as joiners and variation selectors, and what encloses a character. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Me}]/gu
/** What folding leaves beside letters and digits: the stroke of ½. */
const separators = /[^\p{L}\p{N}\p{M}]/gu

/** A folded part of a text, and its place there in UTF-16 units. */
interface Part {
  folded: string
  start: number
  end: number
}

/** A word of a query. */
export interface SearchTerm {
  word: string
  /** Whether it finds all words that start with it. */
  isPrefix: boolean
}

/** Returns the different words of a text. */
export function wordsOf(text: string): string[] {
  return [...new Set(placedWords(text).map(({ folded }) => folded))]
}

/**
 * Returns the words that a text must have to be found by this query, none of them twice. The last one is a prefix, and so is
 * a single letter of a script without spaces.
 */
export function searchTerms(query: string): SearchTerm[] {
  const terms = runsOf(query).flatMap(({ parts, isUnspaced }) =>
    parts.length === 1
      ? parts.map(({ folded }) => ({ word: folded, isPrefix: isUnspaced }))
      : neighboursIn(parts).map(({ folded }) => ({ word: folded, isPrefix: false })),
  )
  const last = terms.pop()
  if (last) terms.push({ ...last, isPrefix: true })
  // A whole word is one that starts with itself.
  const byWord = new Map(terms.map((term) => [term.word, term]))
  for (const term of terms) if (!term.isPrefix) byWord.set(term.word, term)
  return [...byWord.values()]
}

/** Returns a function that tells whether a text with these words is found. It is by no query without words. */
export function matcherOf(terms: readonly SearchTerm[]): (words: readonly string[]) => boolean {
  return (words) => terms.length > 0 && terms.every((term) => words.some((word) => isFoundBy(term, word)))
}

/** A place in a text, in UTF-16 units. */
export type TextRange = readonly [start: number, end: number]

/** Returns the places of the words in a text that a query finds, in order and without overlaps. */
export function matchedRanges(text: string, query: string): TextRange[] {
  return foundRanges(text, searchTerms(query))
}

/** Returns the places of the words in a name that a search for users finds: those that start with a word of the query. */
export function matchedNameRanges(name: string, query: string): TextRange[] {
  return foundRanges(
    name,
    searchTerms(query).map(({ word }) => ({ word, isPrefix: true })),
  )
}

function foundRanges(text: string, terms: readonly SearchTerm[]): TextRange[] {
  const ranges: [start: number, end: number][] = []
  for (const { folded, start, end } of placedWords(text)) {
    if (!terms.some((term) => isFoundBy(term, folded))) continue
    const last = ranges.at(-1)
    // Neighbours in a script without spaces overlap.
    if (last && start < last[1]) last[1] = Math.max(last[1], end)
    else ranges.push([start, end])
  }
  return ranges
}

function isFoundBy({ word, isPrefix }: SearchTerm, other: string): boolean {
  return isPrefix ? other.startsWith(word) : other === word
}

function placedWords(text: string): Part[] {
  return runsOf(text).flatMap(({ parts }) => neighboursIn(parts).concat(parts.slice(-1)))
}

/** Returns each two parts that follow one another, as one. */
function neighboursIn(parts: readonly Part[]): Part[] {
  return parts.slice(1).map((part, at) => {
    const { folded, start } = parts[at] ?? part
    return { folded: firstPoints(folded + part.folded), start, end: part.end }
  })
}

/** A word, or the letters of a script without spaces that follow one another. */
interface Run {
  parts: Part[]
  isUnspaced: boolean
}

function runsOf(text: string): Run[] {
  const runs: Run[] = []
  const pattern = ofUnspacedScript.test(text) ? wordsAndLetters : wordsOnly
  for (const { 0: match, index, groups } of text.matchAll(pattern)) {
    const folded = folding(match)
    if (folded === '') continue
    const isUnspaced = groups?.['letter'] !== undefined
    const part = { folded, start: index, end: index + match.length }
    const last = runs.at(-1)
    if (isUnspaced && last?.isUnspaced && last.parts.at(-1)?.end === index) last.parts.push(part)
    else runs.push({ parts: [part], isUnspaced })
  }
  return runs
}

function folding(match: string): string {
  // Most words are. Folding them takes most of the time.
  if (/^[a-z\d]+$/i.test(match)) return firstPoints(match.toLowerCase())
  return firstPoints(foldText(match.replaceAll(unseen, '')).replaceAll(separators, ''))
}

function firstPoints(word: string): string {
  return word.length > MAX_WORD_LENGTH ? Array.from(word).slice(0, MAX_WORD_LENGTH).join('') : word
}
