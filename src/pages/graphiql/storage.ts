import { createLocalStorage } from '@graphiql/toolkit'
import { withoutPasswords } from './secrets.ts'

/** Where GraphiQL keeps drafts and history: whoever signs in next on this device does not see them, and no password is among them. */
export function privateStorage(owner: string): ReturnType<typeof createLocalStorage> {
  const storage = createLocalStorage({ namespace: owner })
  return {
    ...storage,
    get length() {
      return storage.length
    },
    setItem: (key, value) => storage.setItem(key, withoutPasswords(value)),
  }
}
