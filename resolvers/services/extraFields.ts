import { hasMoreValues, isNestedAtMost, type Json } from '../../shared/json.ts'
import { toStorable } from '../store/text.ts'
import { badInput } from './errorCatalogue.ts'

type Fields = { [name: string]: Json }

/** The deepest nesting that every browser can store and export. */
const MAX_DEPTH = 100
/** The longest further field, in characters of its JSON. */
const MAX_LENGTH = 100_000
/** How many values the further fields may have, nested ones included. */
const MAX_VALUES = 10_000
/** The length of all further fields of a user: lists of users have them, too. */
const MAX_TOTAL_LENGTH = 200_000

const prototypeKeys = new Set(['__proto__', 'prototype', 'constructor'])

/**
 * Returns the further fields of a sign-up that may be stored, and so be read by everyone. At any depth, removes keys
 * that could reach a prototype, fields whose name contains "password", and values that equal `password`; makes texts
 * storable. Throws `BAD_INPUT`, naming the field, if a value is too long or nested too deeply, or all are too long or too
 * many.
 */
export function storableFields(fields: Fields, password: string): Fields {
  for (const [name, value] of Object.entries(fields)) {
    if (!isNestedAtMost(value, MAX_DEPTH)) throw badInput(name, `must not be nested deeper than ${MAX_DEPTH} levels`)
  }
  if (hasMoreValues(fields, MAX_VALUES)) throw badInput('fields', `must not have more than ${MAX_VALUES} values`)
  const storable = withoutSecrets(fields, password)
  let total = 0
  for (const [name, value] of Object.entries(storable)) {
    const { length } = JSON.stringify(value)
    if (length > MAX_LENGTH) throw badInput(name, `must not be longer than ${MAX_LENGTH} characters`)
    total += name.length + length
    if (total > MAX_TOTAL_LENGTH) throw badInput(name, `makes the fields longer than ${MAX_TOTAL_LENGTH} characters`)
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
