import { openDB } from 'idb'

/** The ids of the files that are saved with drafts. */
export async function savedFiles() {
  // The app may not have opened it yet.
  const db = await openDB('weft-drafts', 1, { upgrade: (fresh) => void fresh.createObjectStore('files') })
  const keys = await db.getAllKeys('files')
  db.close()
  return keys
}
