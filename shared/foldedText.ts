/** Letters that do not consist of another letter and a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ς: 'σ',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
}

/** Latin, Greek and Cyrillic letters with these marks are the same to a search. Other scripts need theirs. */
const accents = /[\u0300-\u036f]/g

/**
 * Returns what a search compares of a text. Case, accents, width and normal form do not matter: "zoe" finds "Zoë", "ｶﾞ"
 * finds "ガ".
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(accents, '')
    .toLowerCase()
    .replaceAll(/[ßςıæœøđł]/g, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFC')
}

/** Returns where a text contains another one, both folded: `[start, end]` in the text as it is; null if it does not. */
export function findFolded(text: string, sought: string): [start: number, end: number] | null {
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment, index }) => ({
    start: index,
    end: index + segment.length,
    folded: foldText(segment),
  }))
  const folded = letters.map((letter) => letter.folded).join('')
  const foldedSought = foldText(sought)
  const found = folded.indexOf(foldedSought)
  if (found < 0 || sought === '') return null
  const foldedEnd = found + foldedSought.length
  let at = 0
  let start: number | undefined
  for (const letter of letters) {
    const next = at + letter.folded.length
    if (next > found) start ??= letter.start
    if (next >= foldedEnd) return start === undefined ? null : [start, letter.end]
    at = next
  }
  return null
}
