const numbers = new Intl.NumberFormat('en-GB')

/** Formats a number for the screen, such as `12,340`. */
export function formatNumber(value: number): string {
  return numbers.format(value)
}

/** Formats a count with its noun, such as `1 post` and `2,000 posts`. */
export function formatCount(count: number, noun: string, plural?: string): string {
  return `${formatNumber(count)} ${formFor(count, noun, plural)}`
}

/** Returns the form that agrees with a count. `many` defaults to `one` and an s. */
export function formFor(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many
}

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
