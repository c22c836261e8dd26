/** Finds the hashtags in a text. The store indexes posts by them, and the screens link them. */

/** The longest tag, in characters (UTF-16 code units). A longer word is no tag. */
export const MAX_TAG_LENGTH = 100
/** The longest folded tag: NFKC makes up to 18 characters of one (U+FDFA). */
export const MAX_FOLDED_TAG_LENGTH = 18 * MAX_TAG_LENGTH
/** The number of different tags in a text; what follows is plain text. */
const MAX_TAGS = 30

/** A tag and its place in the text, from its `#` on. */
export interface TagPlace {
  tag: string
  start: number
  end: number
}

/** A letter, digit or mark, or what shapes the letters around it: a joiner or a middle dot, between two of them. */
const word = String.raw`[\p{L}\p{N}\p{M}_]+(?:[\u00b7\u0387\u2027\u200c\u200d\u30fb\uff65][\p{L}\p{N}\p{M}_]+)*`

/** Not after a letter, digit or `&`, so that neither `a#b` nor `&#39;` is a tag. The last two are parts of emoji. */
const pattern = new RegExp(String.raw`(?:(?<![\p{L}\p{N}\p{M}_&#＃])|(?<=[\ufe0f\u20e3]))[#＃](${word})`, 'gu')

/** Returns the tags in a text without addresses, in order. A tag has at least one letter. */
export function findTags(text: string): TagPlace[] {
  if (!/[#＃]/.test(text)) return []
  const places: TagPlace[] = []
  const tags = new Set<string>()
  for (const { 0: match, 1: name = '', index } of text.matchAll(pattern)) {
    if (name.length > MAX_TAG_LENGTH) continue
    const tag = foldedTag(name)
    if (!/\p{L}/u.test(tag)) continue
    tags.add(tag)
    if (tags.size > MAX_TAGS) break
    places.push({ tag, start: index, end: index + match.length })
  }
  return places
}

/** Returns a tag as it is compared: without `#`, in lower case, in the composed form of Unicode. */
export function foldedTag(tag: string): string {
  return tag
    .replace(/^[#＃]/, '')
    .normalize('NFKC')
    .toLowerCase()
}
