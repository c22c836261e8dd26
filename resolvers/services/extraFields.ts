import { isNestedAtMost, type Json } from '../../shared/json.ts'
import { MAX_EXTRA_BYTES, jsonBytes } from '../store/columns.ts'
import { toStorable } from '../store/text.ts'
import { badInput } from './errorCatalogue.ts'

type Fields = { [name: string]: Json }

/** The deepest nesting that every browser can store and export. */
const MAX_DEPTH = 100

const prototypeKeys = new Set(['__proto__', 'prototype', 'constructor'])

/**
 * Returns the further fields of a sign-up that may be stored, and so be read by everyone. At any depth, removes keys
 * that could reach a prototype, fields whose name contains "password", and values that equal `password`; makes texts
 * storable. Throws `BAD_INPUT`, naming the field, if a value is nested too deeply, or if all are too long with it.
 */
export function storableFields(fields: Fields, password: string): Fields {
  for (const [name, value] of Object.entries(fields)) {
    if (!isNestedAtMost(value, MAX_DEPTH)) throw badInput(name, `must not be nested deeper than ${MAX_DEPTH} levels`)
  }
  const storable = withoutSecrets(fields, password)
  // The braces around all fields, which each field alone has, too; a comma between two.
  let bytes = 1
  for (const [name, value] of Object.entries(storable)) {
    bytes += jsonBytes({ [name]: value }) - 1
    if (bytes > MAX_EXTRA_BYTES) throw badInput(name, 'makes the further fields longer than 4 kB')
  }
  return storable
}

function withoutSecrets(fields: Fields, password: string): Fields {
  const kept = Object.entries(fields).filter(
    ([name, value]) => !prototypeKeys.has(name) && !/password/i.test(name) && !isPassword(value, password),
  )
  return Object.fromEntries(kept.map(([name, value]) => [toStorable(name), partWithoutSecrets(value, password)]))
}

function partWithoutSecrets(value: Json, password: string): Json {
  if (typeof value === 'string') return toStorable(value)
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value)) return withoutSecrets(value, password)
  return value.filter((part) => !isPassword(part, password)).map((part) => partWithoutSecrets(part, password))
}

/** Compares numbers too: a password of digits may be sent as a number. */
function isPassword(value: Json, password: string): boolean {
  return (typeof value === 'string' || typeof value === 'number') && String(value) === password
}
