/** What a reader sees as one character: an emoji of several parts, a letter with its marks. */
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** More than any grapheme that a font can show. */
const GRAPHEME_CHARS = 100

/** Returns the start of a text, of at most `maxLength` UTF-16 code units, cut between graphemes. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const near = text.slice(0, maxLength + GRAPHEME_CHARS)
  const end = graphemes.segment(near).containing(maxLength)?.index ?? maxLength
  // A letter with thousands of marks is cut between these.
  if (maxLength - end > GRAPHEME_CHARS) return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')
  return text.slice(0, end)
}
