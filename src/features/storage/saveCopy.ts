import { copyOfDatabase } from '../../app/backend.ts'

/** Downloads all that a database holds, as a file of lines of JSON. */
export async function saveCopy(database: string): Promise<void> {
  const copy = await copyOfDatabase(database)
  const link = document.createElement('a')
  // Not revoked: a browser may still be reading long after the press. It goes with the page.
  link.href = URL.createObjectURL(copy)
  link.download = `${database}-${new Date().toISOString().slice(0, 10)}.ndjson`
  link.click()
}
