/** White space, control characters and those that fonts ignore, such as U+200B. */
const invisible = String.raw`\s\u2800\p{Cc}\p{Default_Ignorable_Code_Point}`
const visible = new RegExp(`[^${invisible}]`, 'u')

/** Returns whether a text has a visible character. */
export function isVisible(text: string): boolean {
  return visible.test(text)
}

/** Returns a text without blank lines at its start and end, and with one blank line for several. */
export function withoutBlankLines(text: string): string {
  const lines = text.split('\n')
  const isShown = lines.map(isVisible)
  const last = isShown.lastIndexOf(true)
  const kept = lines.filter((_, index) => index <= last && (isShown[index] || isShown[index - 1]))
  return kept.join('\n')
}
