import { base64Of } from '../../lib/base64.ts'
import { dateTimeOf } from '../../lib/dates.ts'
import type { AdminReader, KeyCursor } from '../../store/port.ts'
import type { FileRow, Rows, TableName } from '../../store/rows.ts'
import { createAdvance, type Advance, type Job } from '../tasks.ts'
import { lineOf, rowLineOf, type Header } from './format.ts'

const PAGE_SIZE = 1000
/** The largest number of restorable posts that an export considers. */
const MAX_DELETED_POSTS = 10_000

/** Writes a consistent snapshot of all rows to a file. Its parts are Blobs, which the browser may keep on disk. */
export async function exportSnapshot(job: Job): Promise<Blob> {
  const { counts, parts, files, advance } = await job.store.admin.read((tx) => readAll(tx, job))
  const lines = [...parts]
  for (const { content, ...file } of files) {
    job.checkCancelled()
    const row = { ...file, content: base64Of(new Uint8Array(await content.arrayBuffer())) }
    lines.push(new Blob([rowLineOf('files', row)]))
    advance('writing', 1)
  }
  const header = lineOf({ weft: 'snapshot', version: 3, exportedAt: dateTimeOf(job.now), counts })
  const end = lineOf({ end: true, rows: rowsIn(counts) })
  return new Blob([header, ...lines, end], { type: 'application/x-ndjson' })
}

interface State {
  counts: Header['counts']
  parts: Blob[]
  /** Their bytes are read after the transaction. The browser may keep Blobs on disk, so they need not fit in memory. */
  files: (FileRow & { usedBy: string[]; content: Blob })[]
  advance: Advance
}

async function readAll(tx: AdminReader, job: Job): Promise<State> {
  const { fileUses: _inFiles, ...counts } = await tx.count()
  const advance = createAdvance(job, rowsIn(counts))
  const parts: Blob[] = []
  for (const table of ['users', 'posts', 'reactions', 'bookmarks', 'follows'] as const) {
    for await (const rows of pagesOf(tx, table)) {
      job.checkCancelled()
      parts.push(new Blob(rows.map((row) => rowLineOf(table, row))))
      advance('writing', rows.length)
    }
  }
  return { counts, parts, files: await readFiles(tx), advance }
}

async function readFiles(tx: AdminReader): Promise<State['files']> {
  const files: State['files'] = []
  for await (const rows of pagesOf(tx, 'files')) {
    for (const row of rows) {
      const content = await tx.blobs.get(row.id)
      if (content === undefined) throw new Error(`The bytes of the file ${row.id} are missing.`)
      files.push({ ...row, usedBy: [], content })
    }
  }
  // The file of a deleted post is kept as long as the post can be restored. The snapshot does not contain the post.
  const deleted = new Set(
    (await tx.deletedPosts.deletedBefore(Number.MAX_SAFE_INTEGER, MAX_DELETED_POSTS)).map(({ id }) => id),
  )
  const filesById = new Map(files.map((file) => [file.id, file]))
  for await (const rows of pagesOf(tx, 'fileUses')) {
    for (const { fileId, usedBy } of rows) {
      if (!deleted.has(usedBy)) filesById.get(fileId)?.usedBy.push(usedBy)
    }
  }
  return files
}

async function* pagesOf<Table extends TableName>(tx: AdminReader, table: Table): AsyncGenerator<Rows[Table][], void> {
  let after: KeyCursor | undefined
  do {
    const page = await tx.rows(table, { after, limit: PAGE_SIZE })
    yield page.map(({ row }) => row)
    after = page.at(-1)?.cursor
  } while (after)
}

function rowsIn(counts: Header['counts']): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
