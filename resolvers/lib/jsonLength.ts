/** What a value has in JSON beside its text: quotation marks, a comma, digits. */
const PUNCTUATION = 4

/**
 * Returns about how many characters a value has as JSON, without making it: a value may repeat a long text that memory
 * has once. Stops counting beyond `limit`.
 */
export function jsonLength(value: unknown, limit = Number.POSITIVE_INFINITY): number {
  if (typeof value === 'string') return value.length + PUNCTUATION
  if (typeof value !== 'object' || value === null) return PUNCTUATION
  let length = PUNCTUATION
  for (const [name, part] of Object.entries(value)) {
    length += Array.isArray(value) ? 0 : name.length + PUNCTUATION
    length += jsonLength(part, limit - length)
    if (length > limit) break
  }
  return length
}
