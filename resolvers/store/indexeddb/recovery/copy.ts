import type { IDBPDatabase } from 'idb'
import type { Clock } from '../../../lib/clock.ts'
import { openAsItStands } from '../opening.ts'
import { plain } from './plain.ts'

/** So many records are read at once. Few, for each may hold a picture. */
const pageSize = 16

/** Never leave the browser: fields of these names at any depth, and records under these keys. */
const secrets: ReadonlySet<unknown> = new Set(['passwordHash', 'tokenKey'])

/**
 * All that a database holds, whatever its version and shape, as lines of JSON: a header, then one record a line, and
 * `problem` in place of a value that cannot be read. Changes nothing; rejects where there is no such database.
 */
export async function copyDatabase(name: string, clock: Clock): Promise<Blob> {
  const db = await openAsItStands(name)
  try {
    const header = { weft: 'copy', database: name, version: db.version, exportedAt: new Date(clock()).toISOString() }
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
        for (const { key, read } of records) if (!secrets.has(key)) yield await lineOf(store, key, read)
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

/** A transaction a page: while a line is written, or waits to be taken, IndexedDB would end it. */
async function* pagesOf(db: IDBPDatabase, store: string): AsyncGenerator<StoredRecord[], void> {
  let range: IDBKeyRange | undefined
  for (;;) {
    const keys = await db.getAllKeys(store, range, pageSize)
    const last = keys.at(-1)
    if (last === undefined) return
    // One value that cannot be read fails them all: then each is asked for alone.
    const values = await db.getAll(store, range, pageSize).catch(() => null)
    yield keys.map((key, at) => ({ key, read: async () => (values ? values[at] : db.get(store, key)) }))
    range = IDBKeyRange.lowerBound(last, true)
  }
}

async function lineOf(store: string, key: IDBValidKey, read: () => Promise<unknown>): Promise<object> {
  try {
    return { store, key: await plain(key, secrets), value: await plain(await read(), secrets) }
  } catch (error) {
    return { store, key: await plain(key, secrets), problem: String(error) }
  }
}
