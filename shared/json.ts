/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Parses JSON. Returns undefined if the text is invalid. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether this is an object and not an array. */
export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the fields of an object, or none of any other value. */
export function fieldsOf(value: unknown): { readonly [name: string]: unknown } {
  return isObject(value) ? value : {}
}

/** Whether objects and arrays in this value are nested at most `levels` deep. */
export function isNestedAtMost(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((part: unknown) => isNestedAtMost(part, levels - 1))
}

/** Returns whether a value contains more than `limit` others: elements of lists and values of objects, at any depth. */
export function hasMoreValues(value: unknown, limit: number): boolean {
  let left = limit
  const waiting = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue
    for (const part of Object.values(next)) {
      left -= 1
      if (left < 0) return true
      waiting.push(part ?? null)
    }
  }
  return false
}
