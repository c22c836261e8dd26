import { copyOfDatabase } from '../../backend/backend.ts'
import { download, today } from './download.ts'

/** Downloads all that a database holds, as a file of lines of JSON. */
export async function saveCopy(database: string): Promise<void> {
  download(await copyOfDatabase(database), `${database}-${today()}.ndjson`)
}
