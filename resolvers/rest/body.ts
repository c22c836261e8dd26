import { badInput } from '../services/errors.ts'
import { readBody } from '../http/readBody.ts'
import type { Json } from '../store/rows.ts'

/** A JSON object as it came. */
export type JsonObject = { [key: string]: Json }

/** The body of a request, parsed as JSON whatever its Content-Type says; an absent or empty one is `{}`. Throws `BAD_INPUT`, `TOO_LARGE`. */
export async function bodyOf(request: Request): Promise<JsonObject> {
  const sent = await readBody(request, 'json')
  const text = await sent.text()
  if (text === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw badInput('body', 'is not valid JSON')
  }
  return objectOf(value, 'body')
}

/** The object under this name. Throws `BAD_INPUT` where there is none. */
export function objectField(body: JsonObject, name: string): JsonObject {
  return objectOf(ownField(body, name), name)
}

/** The text under this name, or undefined where there is none. Throws `BAD_INPUT` for anything but text. */
export function optionalText(body: JsonObject, name: string): string | undefined {
  const value = ownField(body, name)
  if (value === undefined || typeof value === 'string') return value
  throw badInput(name, 'must be a string')
}

/** The text under this name. Throws `BAD_INPUT` where there is none. */
export function requiredText(body: JsonObject, name: string): string {
  const value = optionalText(body, name)
  if (value === undefined) throw badInput(name, 'must be a string')
  return value
}

/** Without `__proto__` and its like reaching a prototype: only what was really sent. */
function ownField(body: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(body, name) ? body[name] : undefined
}

function objectOf(value: unknown, name: string): JsonObject {
  if (isJsonObject(value)) return value
  throw badInput(name, 'must be an object')
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
