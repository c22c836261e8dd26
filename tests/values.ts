/** Reads values of unknown type: decoded JSON, results of GraphQL, records of a database. */

/** Returns the value at a path such as `posts.0.likes`, or undefined. */
export function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((found, key) => (isRecord(found) && Object.hasOwn(found, key) ? found[key] : undefined), value)
}

/** Returns the string at this path. Throws if there is none. */
export function textAt(value: unknown, path: string): string {
  const found = at(value, path)
  if (typeof found !== 'string') throw new Error(`No text at ${path} in ${JSON.stringify(value)}`)
  return found
}

/** Returns the array at this path. Throws if there is none. */
export function listAt(value: unknown, path: string): unknown[] {
  const found = at(value, path)
  if (!Array.isArray(found)) throw new Error(`No list at ${path} in ${JSON.stringify(value)}`)
  return found
}

/** Returns the value as a record. Throws if it is not an object. */
export function recordOf(value: unknown): Record<string, unknown> {
  if (!isRecord(value)) throw new Error(`Not an object: ${JSON.stringify(value)}`)
  return value
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
