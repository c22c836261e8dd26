import { readFileSync } from 'node:fs'
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

export type DumpLine = { version: number } | DumpedStore | DumpedRecord

/**
 * Dumps of databases that earlier versions wrote: the version, then each object store and its records. A Blob is
 * written as `{ $blob: type, base64 }`, an ArrayBuffer as `{ $bytes: base64 }`. Never change the files.
 */
export const versionOne = linesOf('version1.ndjson')
export const versionTwo = linesOf('version2.ndjson')
export const versionThree = linesOf('version3.ndjson')
export const versionFour = linesOf('version4.ndjson')

function linesOf(file: string): DumpLine[] {
  const text = readFileSync(new URL(`fixtures/${file}`, import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line): DumpLine => JSON.parse(line))
}

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
  const bytesOf = (base64: unknown) => Uint8Array.from(atob(String(base64)), (character) => character.charCodeAt(0))
  const revived = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if ('$bytes' in value) return bytesOf(value.$bytes).buffer
    if ('$blob' in value && 'base64' in value) return new Blob([bytesOf(value.base64)], { type: String(value.$blob) })
    if (Array.isArray(value)) return value.map(revived)
    return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, revived(part)]))
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
