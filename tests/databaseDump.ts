import { readdirSync, readFileSync } from 'node:fs'
import { recordOf } from './values.ts'

/** An object store of a dump. Its records are in the lines after it. */
interface DumpedStore {
  store: string
  keyPath: string | string[] | null
  autoIncrement: boolean
  indexes: { name: string; keyPath: string | string[]; unique: boolean; multiEntry: boolean }[]
}

interface DumpedRecord {
  /** Only in an object store without a key path. */
  key?: string
  value: unknown
}

/** A line of a dump: the version, or an object store, or one of its records. `{ $bytes: base64 }` is an ArrayBuffer. */
export type DumpLine = { version: number } | DumpedStore | DumpedRecord

/** A file that a version of Weft wrote (`npm run dump-fixture`). */
interface Fixture {
  version: number
  text: string
}

const folder = new URL('fixtures/', import.meta.url)

/** The fixtures of this kind, the earliest version first. */
export function fixturesOf(kind: 'database' | 'snapshot'): Fixture[] {
  return readdirSync(folder)
    .flatMap((file) => {
      const [, version] = new RegExp(`^${kind}(\\d+)\\.ndjson$`).exec(file) ?? []
      return version === undefined
        ? []
        : [{ version: Number(version), text: readFileSync(new URL(file, folder), 'utf8') }]
    })
    .toSorted((a, b) => a.version - b.version)
}

/** The dump of a database of each version. */
export const databaseDumps = fixturesOf('database').map(({ version, text }) => ({
  version,
  lines: text
    .trim()
    .split('\n')
    .map((line): DumpLine => JSON.parse(line)),
}))

/** Returns the records of an object store. */
export function dumpedRecords(lines: readonly DumpLine[], store: string): Record<string, unknown>[] {
  const start = lines.findIndex((line) => 'store' in line && line.store === store)
  const records: Record<string, unknown>[] = []
  for (const line of lines.slice(start + 1)) {
    if (!('value' in line)) break
    records.push(recordOf(line.value))
  }
  return records
}

/** Restores a dump under this name. It uses no code of the app and imports nothing, so that it also runs in a page. */
export function restoreDump({ name, lines }: { name: string; lines: readonly DumpLine[] }): Promise<void> {
  const revived = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || !('$bytes' in value)) return value
    return Uint8Array.from(atob(String(value.$bytes)), (character) => character.charCodeAt(0)).buffer
  }
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, lines.flatMap((line) => ('version' in line ? [line.version] : []))[0])
    opening.addEventListener('error', () => reject(opening.error))
    opening.addEventListener('upgradeneeded', () => {
      let store: IDBObjectStore | undefined
      for (const line of lines) {
        if ('store' in line) {
          const { keyPath, autoIncrement } = line
          store = opening.result.createObjectStore(line.store, { keyPath, autoIncrement })
          for (const { name: index, keyPath: path, ...options } of line.indexes) store.createIndex(index, path, options)
        } else if ('value' in line) store?.put(revived(line.value), line.key)
      }
    })
    opening.addEventListener('success', () => {
      opening.result.close()
      resolve()
    })
  })
}
