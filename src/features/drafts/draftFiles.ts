import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { reportError } from '../../lib/reportError.ts'
import { newKey } from '../../lib/newKey.ts'
import { fileOf } from './draft.ts'
import { allDrafts } from './draftStore.ts'

/** The pictures and videos of drafts, in a database of their own. Bytes, because WebKit cannot always store a `Blob`. */
interface DraftFiles extends DBSchema {
  files: { key: string; value: { bytes: ArrayBuffer; name: string; mime: string } }
}

/** New files are kept for this long: this tab may not know the draft of another one yet. */
const MAX_UNKNOWN_MS = 60_000

/** Returns an id for a file. It starts with the time in ms, so that new files can be told from others. */
export function newFileId(): string {
  return `${Date.now()}-${newKey()}`
}

/** Saves a file. Removes those that no draft refers to any more. */
export async function saveDraftFile(id: string, file: File): Promise<void> {
  const value = { bytes: await file.arrayBuffer(), name: file.name, mime: file.type }
  await withDatabase(async (db) => {
    await db.put('files', value, id)
    await removeUnused(db)
  })
}

export async function readDraftFile(id: string): Promise<File | undefined> {
  const value = await withDatabase((db) => db.get('files', id))
  return value && new File([value.bytes], value.name, { type: value.mime })
}

/** Removes a file, unless a draft still refers to it. Never rejects. */
export async function removeUnusedDraftFile(id: string): Promise<void> {
  await withDatabase((db) => removeUnused(db, id)).catch(reportError)
}

function isNew(id: string): boolean {
  return Date.now() - Number.parseInt(id, 10) < MAX_UNKNOWN_MS
}

/** Removes the files that no draft refers to. Keeps new ones, except the `discarded` one. */
async function removeUnused(db: IDBPDatabase<DraftFiles>, discarded?: string): Promise<void> {
  const ids = await db.getAllKeys('files')
  const used = new Set([...allDrafts().values()].map((draft) => fileOf(draft)?.id))
  for (const id of ids) if (!used.has(id) && (id === discarded || !isNew(id))) await db.delete('files', id)
}

/** Opens the database for one use, so that it never blocks a deletion. */
async function withDatabase<T>(run: (db: IDBPDatabase<DraftFiles>) => Promise<T>): Promise<T> {
  const db = await openDB<DraftFiles>('weft-drafts', 1, { upgrade: (fresh) => void fresh.createObjectStore('files') })
  try {
    return await run(db)
  } finally {
    db.close()
  }
}
