import { readFileSync } from 'node:fs'

import { openDB } from 'idb'

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

type Line = { version: number } | DumpedStore | DumpedRecord

/**
 * A dump of a database that version 2 wrote: the version, then each object store and its records. A Blob is written as
 * `{ $blob: type, base64 }`. Never change the file.
 */
export const versionTwo = linesOf('version2.ndjson')

/** Restores a dump under this name, without code of the app. */
export async function rebuild(name: string, lines: readonly Line[]): Promise<void> {
  const version = lines.flatMap((line) => ('version' in line ? [line.version] : []))[0]
  const db = await openDB(name, version, {
    upgrade(fresh) {
      for (const line of lines) {
        if (!('store' in line)) continue
        const store = fresh.createObjectStore(line.store, { keyPath: line.keyPath, autoIncrement: line.autoIncrement })
        for (const { name: index, keyPath, ...options } of line.indexes) store.createIndex(index, keyPath, options)
      }
    },
  })
  let currentStore = ''
  for (const line of lines) {
    if ('store' in line) currentStore = line.store
    else if ('value' in line) await db.put(currentStore, line.value, line.key)
  }
  db.close()
}

function linesOf(file: string): Line[] {
  const text = readFileSync(new URL(`fixtures/${file}`, import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line): Line => JSON.parse(line, revive))
}

function revive(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$blob' in value && 'base64' in value)) return value
  return new Blob([Buffer.from(String(value.base64), 'base64')], { type: String(value.$blob) })
}
