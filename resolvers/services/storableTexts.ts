import { hasFewMarks, marksRule, textLimits } from '../../shared/textLimits.ts'
import type { Profile } from '../store/rows.ts'
import { toStorable } from '../store/text.ts'
import { badInput } from './errorCatalogue.ts'

const limits = new Map(Object.entries(textLimits satisfies Record<keyof Profile, number>))

/**
 * Returns the input of a client with texts that every store can hold: U+0000 and lone surrogates become U+FFFD. Fields
 * without a limit, such as a password, do not change. Throws `BAD_INPUT`, naming the field, for a text that is too
 * long or has too many combining marks in a row.
 */
export function storableTexts<Input extends { readonly [Field in keyof typeof textLimits]?: string }>(
  input: Input,
): Input {
  const texts: Record<string, string> = {}
  for (const [field, text] of Object.entries<unknown>(input)) {
    const limit = limits.get(field)
    if (limit === undefined || typeof text !== 'string') continue
    if (text.length > limit) throw badInput(field, `must not be longer than ${limit} characters`)
    if (!hasFewMarks(text)) throw badInput(field, marksRule)
    texts[field] = toStorable(text)
  }
  return { ...input, ...texts }
}
