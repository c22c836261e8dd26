import { isObject, parseJson, type Json } from '../../shared/json.ts'
import { badInput } from '../services/errorCatalogue.ts'

/** A JSON object. */
export type JsonObject = { [key: string]: Json }

/** Parses the body of a request as JSON. An empty body is `{}`. Throws `BAD_INPUT` for anything but an object. */
export function parseBody(text: string): JsonObject {
  if (text === '') return {}
  const value = parseJson(text)
  if (value === undefined) throw badInput('body', 'is not valid JSON')
  return objectOf(value, 'body')
}

/** Returns the object in this field. Throws `BAD_INPUT` if there is none. */
export function objectField(body: JsonObject, name: string): JsonObject {
  return objectOf(ownField(body, name), name)
}

/** Returns the string in this field, or undefined without the field. Throws `BAD_INPUT` for a value of another type. */
export function optionalText(body: JsonObject, name: string): string | undefined {
  const value = ownField(body, name)
  if (value === undefined || typeof value === 'string') return value
  throw badInput(name, 'must be a string')
}

/** Returns the string in this field. Throws `BAD_INPUT` if there is none. */
export function requiredText(body: JsonObject, name: string): string {
  const value = optionalText(body, name)
  if (value === undefined) throw badInput(name, 'must be a string')
  return value
}

/** Reads own properties only: `__proto__` and the like are not fields. */
function ownField(body: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(body, name) ? body[name] : undefined
}

function objectOf(value: Json | undefined, name: string): JsonObject {
  if (isObject(value)) return value
  throw badInput(name, 'must be an object')
}
