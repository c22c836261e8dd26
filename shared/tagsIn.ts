import { addressesIn } from './addresses.ts'
import { findMentions, type MentionPlace } from './mentions.ts'
import { mayHaveAddress, textLinks, type TextLink } from './textLinks.ts'

/** Returns the different tags in a text: those that the screens link. */
export function tagsIn(text: string): string[] {
  // Most texts have neither: a like parses the text of its post again.
  if (!/[#＃]/.test(text)) return []
  return [...new Set(linksIn(text).flatMap(({ tag }) => tag ?? []))]
}

/** Returns the mentions in a text: none in its addresses. */
export function mentionsIn(text: string): MentionPlace[] {
  if (findMentions(text).length === 0) return []
  return linksIn(text).flatMap(({ mention }) => mention ?? [])
}

function linksIn(text: string): TextLink<MentionPlace>[] {
  return textLinks(text, mayHaveAddress(text) ? addressesIn(text) : [], findMentions(text))
}
