import { openDB, type IDBPDatabase } from 'idb'
import { megabyte } from '../../../../shared/formats.ts'
import { base64Of } from '../../../lib/base64.ts'
import { dateTimeOf, type Clock } from '../../../lib/dates.ts'

/** Left out of the export: fields of these names at any depth, and records under these keys, which 1.0 had as texts. */
const SECRETS: ReadonlySet<unknown> = new Set(['passwordHash', 'tokenKey'])

/**
 * Writes all records of a database of any version and layout as lines of JSON: a header, then one record per line. A
 * line has a `problem` instead of a value that cannot be read. Rejects if the database does not exist.
 */
export async function exportDatabase(name: string, clock: Clock): Promise<Blob> {
  const db = await openReadOnly(name)
  try {
    // Parts are Blobs, which the browser may keep on disk: records may be videos.
    const parts: Blob[] = []
    let text = ''
    const write = (line: object) => {
      text += `${JSON.stringify(line, toJson)}\n`
      if (text.length < megabyte) return
      parts.push(new Blob([text]))
      text = ''
    }
    write({ weft: 'copy', database: name, version: db.version, exportedAt: dateTimeOf(clock()) })
    for (const store of db.objectStoreNames) {
      try {
        for (const key of await db.getAllKeys(store))
          if (!SECRETS.has(Array.isArray(key) ? key[0] : key)) await writeRecord(db, store, key, write)
      } catch (error) {
        write({ store, problem: String(error) })
      }
    }
    return new Blob([...parts, text], { type: 'application/x-ndjson' })
  } finally {
    db.close()
  }
}

/** Opens a database of any version and layout for reading. Rejects if it does not exist. */
function openReadOnly(name: string): Promise<IDBPDatabase> {
  const opening = openDB(name, undefined, {
    upgrade: (_db, _oldVersion, _newVersion, tx) => {
      tx.done.catch(() => {})
      tx.abort()
    },
    blocking: () => void opening.then((db) => db.close()),
  })
  return opening
}

async function writeRecord(db: IDBPDatabase, store: string, key: IDBValidKey, write: (line: object) => void) {
  try {
    write({ store, key, value: await db.get(store, key) })
  } catch (error) {
    write({ store, key, problem: String(error) })
  }
}

/** Leaves secrets out, and writes bytes in base64. */
function toJson(field: string, value: unknown): unknown {
  if (SECRETS.has(field)) return undefined
  return value instanceof ArrayBuffer ? { base64: base64Of(new Uint8Array(value)) } : value
}
