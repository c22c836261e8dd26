import { base64Of } from '../../lib/base64.ts'
import { dateTimeOf } from '../../lib/dates.ts'
import type { AdminReader, KeyCursor } from '../../store/administration.ts'
import { pagesOf, type PageRequest } from '../../store/pages.ts'
import type { FileRow } from '../../store/rows.ts'
import { createAdvance, type Advance, type Job } from '../tasks.ts'
import { lineOf, rowLineOf, SNAPSHOT_VERSION, type Header } from './format.ts'

/** More deleted posts than a store has. */
const ALL_DELETED_POSTS = 2 ** 31 - 1

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
  const header = lineOf({ weft: 'snapshot', version: SNAPSHOT_VERSION, exportedAt: dateTimeOf(job.now), counts })
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
  const deletedPosts = await tx.deletedPosts.deletedBefore(Number.MAX_SAFE_INTEGER, ALL_DELETED_POSTS)
  const deletedIds = new Set(deletedPosts.map(({ id }) => id))
  for (const table of ['users', 'posts', 'reactions', 'bookmarks', 'follows'] as const) {
    for await (const page of pagesOf((request: PageRequest<KeyCursor>) => tx.rows(table, request))) {
      job.checkCancelled()
      const rows = page.filter((row) => !('postId' in row && deletedIds.has(row.postId)))
      counts[table] -= page.length - rows.length
      // The version of the tokens belongs to the sessions of this browser: an import ends them.
      const lines = rows.map((row) => rowLineOf(table, 'tokenVersion' in row ? { ...row, tokenVersion: 0 } : row))
      parts.push(new Blob(lines))
      advance('writing', page.length)
    }
  }
  return { counts, parts, files: await readFiles(tx, deletedIds), advance }
}

/** A deleted post keeps its file as long as it can be restored, but the snapshot does not contain the post. */
async function readFiles(tx: AdminReader, deletedIds: ReadonlySet<string>): Promise<State['files']> {
  const files: State['files'] = []
  for await (const rows of pagesOf((request: PageRequest<KeyCursor>) => tx.rows('files', request))) {
    for (const row of rows) {
      const content = await tx.blobs.get(row.id)
      if (content === undefined) throw new Error(`The bytes of the file ${row.id} are missing.`)
      files.push({ ...row, usedBy: [], content })
    }
  }
  const filesById = new Map(files.map((file) => [file.id, file]))
  for await (const rows of pagesOf((request: PageRequest<KeyCursor>) => tx.rows('fileUses', request))) {
    for (const { fileId, usedBy } of rows) {
      if (!deletedIds.has(usedBy)) filesById.get(fileId)?.usedBy.push(usedBy)
    }
  }
  return files
}

function rowsIn(counts: Header['counts']): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
