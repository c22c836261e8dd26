import { createLocalStorage } from '@graphiql/toolkit'
import { parseJson } from '../../../shared/json.ts'
import { withoutPasswords } from '../../../shared/passwords.ts'

/**
 * Creates the storage of GraphiQL's tabs and history. Each user has a separate namespace, and visitors share one.
 * Passwords are removed before a value is stored.
 */
export function createGraphiqlStorage(userId: string | undefined): ReturnType<typeof createLocalStorage> {
  const storage = createLocalStorage({ namespace: userId === undefined ? 'visitor' : `member-${userId}` })
  return {
    ...storage,
    get length() {
      return storage.length
    },
    // GraphiQL fails to start if it cannot parse a value.
    getItem: (key) => {
      const value = storage.getItem(key)
      return value !== null && holdsJson(key) && parseJson(value) === undefined ? null : value
    },
    setItem: (key, value) => {
      // The document under the neighbouring key shows which variables are passwords.
      const document = storage.getItem(key.replace(/variables$/, 'query')) ?? ''
      const text = holdsJson(key)
        ? JSON.stringify(removePasswords(parseJson(value)))
        : withoutPasswords(value, document)
      storage.setItem(key, text)
    },
  }
}

/** Returns whether a key holds JSON with documents. All other keys hold plain text. */
function holdsJson(key: string): boolean {
  return /:(tabState|queries|favorites)$/.test(key)
}

/** Removes passwords from each text in a JSON value. The `query` of an object shows which variables are passwords. */
function removePasswords(part: unknown, document = ''): unknown {
  if (typeof part === 'string') return withoutPasswords(part, document)
  if (Array.isArray(part)) return part.map((item) => removePasswords(item))
  if (typeof part !== 'object' || part === null) return part
  const query = 'query' in part && typeof part.query === 'string' ? part.query : ''
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, removePasswords(value, query)]))
}
