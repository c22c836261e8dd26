/** Returns the start of a text on one line, cut between words, with an ellipsis if anything is left out. */
export function excerpt(text: string, maxLength: number): string {
  // Reads no more of a long text than can be in the result, unless it has a lot of white space.
  const line = text
    .slice(0, 10 * maxLength)
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (line.length <= maxLength) return line
  const cut = line.slice(0, maxLength)
  const words = cut.replace(/\s\S*$/, '')
  // Half a surrogate pair would show as a replacement character.
  return `${words.replace(/[\uD800-\uDBFF]$/, '')}…`
}
