import { base64Of } from '../../lib/base64.ts'
import type { Counts, Position, ReadTables } from '../../store/port.ts'
import type { FileRow, Rows, TableName } from '../../store/rows.ts'
import { createAdvance, type Advance, type Job } from '../tasks.ts'
import { lineOf } from './format.ts'

const PAGE_SIZE = 1000
/** Small, because each file may be a video. */
const FILES_PER_PAGE = 4

/** Writes a consistent snapshot of all rows to a file. Its parts are Blobs, which the browser may keep on disk. */
export async function exportSnapshot(job: Job): Promise<Blob> {
  const { counts, parts, files, advance } = await job.store.view((tx) => readAll(tx, job))
  const lines = [...parts]
  for (const { content, ...file } of files) {
    job.checkCancelled()
    const row = { ...file, content: base64Of(new Uint8Array(await new Blob([content]).arrayBuffer())) }
    lines.push(new Blob([lineOf({ table: 'files', row })]))
    advance('writing', 1)
  }
  const header = lineOf({ weft: 'snapshot', version: 1, exportedAt: new Date(job.now).toISOString(), counts })
  const end = lineOf({ end: true, rows: rowsIn(counts) })
  return new Blob([header, ...lines, end], { type: 'application/x-ndjson' })
}

interface State {
  counts: Counts
  parts: Blob[]
  /** The files' contents are read after the transaction. */
  files: FileRow[]
  advance: Advance
}

async function readAll(tx: ReadTables, job: Job): Promise<State> {
  const counts = await tx.count()
  const advance = createAdvance(job, rowsIn(counts))
  const parts: Blob[] = []
  for (const table of ['users', 'posts', 'reactions', 'bookmarks', 'follows'] as const) {
    for await (const rows of pagesOf(tx, table)) {
      job.checkCancelled()
      parts.push(new Blob(rows.map((row) => lineOf({ table, row }))))
      advance('writing', rows.length)
    }
  }
  const files: FileRow[] = []
  for await (const rows of pagesOf(tx, 'files', FILES_PER_PAGE)) {
    // The browser may keep Blobs on disk: the bytes of all files need not fit in memory.
    for (const { content, ...file } of rows) files.push({ ...file, content: new Blob([content]) })
  }
  return { counts, parts, files, advance }
}

async function* pagesOf<Table extends TableName>(
  tx: ReadTables,
  table: Table,
  limit = PAGE_SIZE,
): AsyncGenerator<Rows[Table][], void> {
  let after: Position | undefined
  do {
    const page = await tx.rows(table, { after, limit })
    yield page.map(({ row }) => row)
    after = page.at(-1)?.position
  } while (after)
}

function rowsIn(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
