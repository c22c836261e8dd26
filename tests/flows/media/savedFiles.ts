import { openDB } from 'idb'

/** The ids of the files that are saved with drafts. */
export async function savedFiles() {
  const db = await openDB('weft-drafts')
  const keys = await db.getAllKeys('files')
  db.close()
  return keys
}
