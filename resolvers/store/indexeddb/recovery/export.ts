import type { IDBPDatabase } from 'idb'
import { dateTimeOf, type Clock } from '../../../lib/dates.ts'
import { base64Of } from '../../../lib/base64.ts'
import { openReadOnly } from '../opening.ts'

/** The number of records that are read at once. Small, because each may contain a video. */
const PAGE_SIZE = 8
/** The deepest nesting that is copied. A stored row is never nested as deeply. */
const MAX_DEPTH = 1100

/** Left out of the export: fields of these names at any depth, and records under these keys. */
const SECRETS: ReadonlySet<unknown> = new Set(['passwordHash', 'tokenKey'])

/**
 * Writes all records of a database of any version and layout as lines of JSON: a header, then one record per line. A
 * line has a `problem` instead of a value that cannot be read. Rejects if the database does not exist.
 */
export async function exportDatabase(name: string, clock: Clock): Promise<Blob> {
  const db = await openReadOnly(name)
  try {
    const header = { weft: 'copy', database: name, version: db.version, exportedAt: dateTimeOf(clock()) }
    return await new Response(streamOf(linesOf(db, header)), {
      headers: { 'content-type': 'application/x-ndjson' },
    }).blob()
  } finally {
    db.close()
  }
}

function streamOf(lines: AsyncGenerator<unknown, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const next = await lines.next()
      if (next.done === true) controller.close()
      else controller.enqueue(encoder.encode(`${JSON.stringify(next.value)}\n`))
    },
  })
}

async function* linesOf(db: IDBPDatabase, header: object): AsyncGenerator<unknown, void> {
  yield header
  for (const store of db.objectStoreNames) {
    try {
      for await (const records of pagesOf(db, store)) {
        for (const { key, read } of records) if (!SECRETS.has(key)) yield await lineOf(store, key, read)
      }
    } catch (error) {
      yield { store, problem: String(error) }
    }
  }
}

interface StoredRecord {
  key: IDBValidKey
  read: () => Promise<unknown>
}

/** Uses one transaction per page: IndexedDB ends a transaction while the lines of a page are written. */
async function* pagesOf(db: IDBPDatabase, store: string): AsyncGenerator<StoredRecord[], void> {
  let range: IDBKeyRange | undefined
  for (;;) {
    const keys = await db.getAllKeys(store, range, PAGE_SIZE)
    const last = keys.at(-1)
    if (last === undefined) return
    // One value that cannot be read fails the whole page. Then each is read separately.
    const values = await db.getAll(store, range, PAGE_SIZE).catch(() => null)
    yield keys.map((key, index) => ({ key, read: async () => (values ? values[index] : db.get(store, key)) }))
    range = IDBKeyRange.lowerBound(last, true)
  }
}

async function lineOf(store: string, key: IDBValidKey, read: () => Promise<unknown>): Promise<object> {
  try {
    return { store, key: await toJson(key), value: await toJson(await read()) }
  } catch (error) {
    return { store, key: await toJson(key), problem: String(error) }
  }
}

/** Converts a stored value to JSON, without secrets. Rejects if it is nested too deeply or contains itself. */
async function toJson(value: unknown, depth = 0): Promise<unknown> {
  if (depth > MAX_DEPTH) throw new Error('The value is nested too deeply.')
  const inner = (part: unknown) => toJson(part, depth + 1)
  if (value instanceof Blob) return { blob: value.type, base64: base64Of(new Uint8Array(await value.arrayBuffer())) }
  if (value instanceof ArrayBuffer) return { base64: base64Of(new Uint8Array(value)) }
  if (ArrayBuffer.isView(value))
    return { base64: base64Of(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) }
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (Array.isArray(value) || value instanceof Map || value instanceof Set) {
    return Promise.all(Array.from<unknown, unknown>(value, inner))
  }
  const kept = Object.entries(value).filter(([name]) => !SECRETS.has(name))
  return Object.fromEntries(await Promise.all(kept.map(async ([name, field]) => [name, await inner(field)] as const)))
}
