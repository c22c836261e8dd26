import { findMentions } from '../../../shared/mentions.ts'

/** A mention that is being typed: where it is in the text, and its start after the `@`, up to the caret. */
export interface TypedMention {
  start: number
  end: number
  prefix: string
}

/** Returns the mention that the caret is in, after a letter at least. Null in one with quotation marks, which is complete. */
export function typedMention(text: string, caret: number): TypedMention | null {
  const place = findMentions(text).find(({ start, end }) => start + 1 < caret && caret <= end)
  if (!place || text[place.start + 1] === '"') return null
  return { start: place.start, end: place.end, prefix: text.slice(place.start + 1, caret) }
}
