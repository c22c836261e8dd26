import { addressesIn } from './addresses.ts'
import { mayHaveAddress, textLinks } from './textLinks.ts'

/** Returns the different tags in a text: those that the screens link. */
export function tagsIn(text: string): string[] {
  // Most texts have neither: a like parses the text of its post again.
  if (!/[#＃]/.test(text)) return []
  const links = textLinks(text, mayHaveAddress(text) ? addressesIn(text) : [])
  return [...new Set(links.flatMap(({ tag }) => tag ?? []))]
}
