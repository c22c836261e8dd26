import { DamagedError } from './damaged.ts'
import { STORE_NAMES, upgrade } from '../schema.ts'

interface IndexParts {
  keyPath: string | string[]
  unique: boolean
  multiEntry: boolean
}

interface StoreParts {
  keyPath: string | string[] | null
  autoIncrement: boolean
}

/** An object store as IndexedDB answers it. */
interface BuiltStore extends StoreParts {
  indexNames: Iterable<string>
  index(name: string): IndexParts
}

/** What `upgrade` makes of nothing: written down, not built. */
const planned = plan()

/** Throws a `DamagedError` unless every object store has the key and the indexes that `upgrade` gives it. */
export function checkLayout(storeOf: (name: (typeof STORE_NAMES)[number]) => BuiltStore): void {
  for (const name of STORE_NAMES) {
    const store = storeOf(name)
    const indexes = Array.from(store.indexNames, (index) => describeIndex(index, store.index(index)))
    if (describeStore(store, indexes) !== planned.get(name))
      throw new DamagedError(`Object store ${name} is not as it was made.`)
  }
}

function plan(): ReadonlyMap<string, string> {
  const stores = new Map<string, string>()
  upgrade(
    {
      createObjectStore(name, { keyPath = null, autoIncrement = false } = {}) {
        const indexes: string[] = []
        const note = () => stores.set(name, describeStore({ keyPath, autoIncrement }, indexes))
        note()
        return {
          createIndex(index, path, { unique = false, multiEntry = false } = {}) {
            indexes.push(describeIndex(index, { keyPath: path, unique, multiEntry }))
            note()
          },
        }
      },
    },
    0,
  )
  return stores
}

function describeStore({ keyPath, autoIncrement }: StoreParts, indexes: readonly string[]): string {
  return JSON.stringify([keyPath, autoIncrement, indexes.toSorted((a, b) => a.localeCompare(b))])
}

function describeIndex(name: string, { keyPath, unique, multiEntry }: IndexParts): string {
  return JSON.stringify([name, keyPath, unique, multiEntry])
}
