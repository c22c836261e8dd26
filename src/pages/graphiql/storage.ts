import { createLocalStorage } from '@graphiql/toolkit'
import { withoutPasswords } from '../../../shared/passwords.ts'

/** Where GraphiQL keeps drafts and history: whoever signs in next on this device does not see them, and no password is among them. */
export function privateStorage(owner: string): ReturnType<typeof createLocalStorage> {
  const storage = createLocalStorage({ namespace: owner })
  return {
    ...storage,
    get length() {
      return storage.length
    },
    // GraphiQL would not start with what it cannot read.
    getItem: (key) => {
      const value = storage.getItem(key)
      return value !== null && isJson(key) && parsed(value) === undefined ? null : value
    },
    setItem: (key, value) => {
      // Which variable is a password stands in the document beside it.
      const document = storage.getItem(key.replace(/variables$/, 'query')) ?? ''
      storage.setItem(key, isJson(key) ? JSON.stringify(cleaned(parsed(value))) : withoutPasswords(value, document))
    },
  }
}

/** Under these keys stands JSON with documents in it, under the others one document, or what belongs to it, as it is. */
function isJson(key: string): boolean {
  return /:(tabState|queries|favorites)$/.test(key)
}

/** Each text without passwords: those of its own, and those of the `query` beside it. */
function cleaned(part: unknown, document = ''): unknown {
  if (typeof part === 'string') return withoutPasswords(part, document)
  if (Array.isArray(part)) return part.map((item) => cleaned(item))
  if (typeof part !== 'object' || part === null) return part
  const query = Reflect.get(part, 'query')
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, cleaned(value, typeof query === 'string' ? query : '')]),
  )
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
