import { cutText } from './cutText.ts'

/** Returns the start of a text on one line, cut between words, with an ellipsis if anything is left out. */
export function excerpt(text: string, maxLength: number): string {
  // Reads no more of a long text than can be in the result, unless it has a lot of white space.
  const line = cutText(text, 10 * maxLength)
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (line.length <= maxLength) return line
  return `${cutText(line, maxLength).replace(/\s\S*$/, '')}…`
}
