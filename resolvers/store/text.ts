/** The text that every store can hold: PostgreSQL refuses U+0000, and UTF-8 has no lone surrogates. */

const unstorable = /[\0\p{Surrogate}]/u

/** Whether the text has neither U+0000 nor lone surrogates. */
export function isStorable(text: string): boolean {
  return !unstorable.test(text)
}

/** Replaces U+0000 and lone surrogates with U+FFFD. */
export function toStorable(text: string): string {
  return isStorable(text) ? text : text.replaceAll(new RegExp(unstorable, 'gu'), '\uFFFD')
}
