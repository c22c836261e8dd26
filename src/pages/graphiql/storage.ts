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
    setItem: (key, value) => storage.setItem(key, isJson(key) ? cleanedJson(value) : withoutPasswords(value)),
  }
}

/** Under these keys stands JSON with documents in it, under the others one document, or what belongs to it, as it is. */
function isJson(key: string): boolean {
  return /:(tabState|queries|favorites)$/.test(key)
}

function cleanedJson(value: string): string {
  return JSON.stringify(parsed(value), (_name, part: unknown) => (typeof part === 'string' ? withoutPasswords(part) : part))
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
