import type { AdministeredStore, KeyCursor } from '../../resolvers/store/administration.ts'
import { pagesOf, type PageRequest } from '../../resolvers/store/pages.ts'
import type { BlobStore } from '../../resolvers/store/port.ts'
import { hasBytes } from './withS3.ts'

/** How many ids are listed at once. */
const LISTED = 1000

/** Returns the ids of files whose bytes are missing. Reads the ids of all rows and of all stored bytes. */
export async function findRowsWithoutBytes({ admin, blobs, read }: AdministeredStore): Promise<string[]> {
  const candidates: string[] = []
  const stored = idsIn(blobs)
  let next = await stored.next()
  for await (const rows of pagesOf((request: PageRequest<KeyCursor>) =>
    admin.read((tx) => tx.rows('files', request)),
  )) {
    for (const { id } of rows) {
      while (!next.done && next.value < id) next = await stored.next()
      if (next.value !== id) candidates.push(id)
    }
  }
  const found: string[] = []
  for (const id of candidates) {
    // Meanwhile its user may have deleted it.
    const [row] = await read.files.getMany([id])
    if (row && !(await hasBytes(blobs, id))) found.push(id)
  }
  return found
}

async function* idsIn(blobs: BlobStore): AsyncGenerator<string, void> {
  let after: string | undefined
  do {
    const ids = await blobs.ids({ after, limit: LISTED })
    yield* ids
    after = ids.length < LISTED ? undefined : ids.at(-1)
  } while (after !== undefined)
}
