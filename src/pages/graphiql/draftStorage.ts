import { createLocalStorage } from '@graphiql/toolkit'
import { withoutPasswords } from '../../../shared/passwords.ts'

/**
 * Creates the storage of GraphiQL's drafts and history for one user, or for visitors: another user of this device does
 * not see them. Passwords are removed before anything is stored.
 */
export function createDraftStorage(userId: string | undefined): ReturnType<typeof createLocalStorage> {
  const storage = createLocalStorage({ namespace: userId === undefined ? 'visitor' : `member-${userId}` })
  return {
    ...storage,
    get length() {
      return storage.length
    },
    // GraphiQL does not start with a value that it cannot parse.
    getItem: (key) => {
      const value = storage.getItem(key)
      return value !== null && holdsJson(key) && parseJson(value) === undefined ? null : value
    },
    setItem: (key, value) => {
      // The document stored beside the variables says which of them are passwords.
      const document = storage.getItem(key.replace(/variables$/, 'query')) ?? ''
      const text = holdsJson(key)
        ? JSON.stringify(removePasswords(parseJson(value)))
        : withoutPasswords(value, document)
      storage.setItem(key, text)
    },
  }
}

/** These keys hold JSON with documents in it; every other key holds one plain text. */
function holdsJson(key: string): boolean {
  return /:(tabState|queries|favorites)$/.test(key)
}

/**
 * Removes passwords from each text in a JSON value: those it names itself, and those named by the `query` beside it.
 */
function removePasswords(part: unknown, document = ''): unknown {
  if (typeof part === 'string') return withoutPasswords(part, document)
  if (Array.isArray(part)) return part.map((item) => removePasswords(item))
  if (typeof part !== 'object' || part === null) return part
  const query = 'query' in part && typeof part.query === 'string' ? part.query : ''
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, removePasswords(value, query)]))
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
