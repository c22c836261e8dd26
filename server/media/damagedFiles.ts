import pLimit from 'p-limit'
import { chunksOf, partsOf } from '../../resolvers/lib/bytes.ts'
import type { AdministeredStore, KeyCursor } from '../../resolvers/store/administration.ts'
import { pagesOf, type PageRequest } from '../../resolvers/store/pages.ts'
import type { Content } from '../../resolvers/store/port.ts'
import { sniff } from '../../shared/sniff.ts'

/** How many files are read at once. */
const AT_ONCE = 8

/** Returns the ids of files whose first bytes are not of the type of their row, which an import would leave out. */
export async function findDamagedFiles({ admin, blobs }: AdministeredStore): Promise<string[]> {
  const limit = pLimit(AT_ONCE)
  const damaged: string[] = []
  for await (const rows of pagesOf((request: PageRequest<KeyCursor>) =>
    admin.read((tx) => tx.rows('files', request)),
  )) {
    const types = await Promise.all(rows.map(({ id }) => limit(async () => typeOf(await blobs.get(id)))))
    rows.forEach(({ id, type }, index) => {
      const found = types[index]
      if (found !== undefined && found !== type) damaged.push(id)
    })
  }
  return damaged
}

/** Returns the type that the first bytes have, null for none that Weft shows, undefined without bytes. */
async function typeOf(content: Content | undefined): Promise<string | null | undefined> {
  if (content === undefined) return undefined
  const chunks = content instanceof Blob ? partsOf(content) : chunksOf(content)
  const { value } = await chunks.next()
  await chunks.return()
  const format = await sniff(new Blob(value ? [value] : []))
  return format === 'HEIC' ? null : (format?.mime ?? null)
}
