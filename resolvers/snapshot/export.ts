import { base64Of } from '../lib/base64.ts'
import { dateTimeOf } from '../lib/dates.ts'
import type { AdminReader, KeyCursor } from '../store/administration.ts'
import { pagesOf, type PageRequest } from '../store/pages.ts'
import { goneContent, type FileUseRow } from '../store/rows.ts'
import { tables, type TableName } from '../store/tables.ts'
import { createAdvance, type Job } from './job.ts'
import {
  damageOf,
  isDamaged,
  lineOf,
  problemOfRow,
  rowLineOf,
  SNAPSHOT_VERSION,
  snapshotTables,
  type Header,
} from './format.ts'

/** Lines of a snapshot. Those of a file are a function, because its bytes may be on disk. */
type Lines = string | (() => Promise<string>)

/** Writes a consistent snapshot of all rows to a file. Its parts are Blobs, which the browser may keep on disk. */
export async function exportSnapshot(job: Job): Promise<Blob> {
  const parts = await job.store.admin.read(async (tx) => {
    const found: (Blob | (() => Promise<string>))[] = []
    for await (const lines of linesOf(tx, job)) found.push(typeof lines === 'string' ? new Blob([lines]) : lines)
    return found
  })
  const blobs: Blob[] = []
  // The bytes of files are read after the transaction, which may await only its own calls in a browser.
  for (const part of parts) blobs.push(part instanceof Blob ? part : new Blob([await part()]))
  return new Blob(blobs, { type: 'application/x-ndjson' })
}

/**
 * Writes a consistent snapshot of all rows, some lines at a time. Waits for `write` within the transaction, which
 * IndexedDB would end.
 */
export async function writeSnapshot(job: Job, write: (lines: string) => Promise<void>): Promise<void> {
  await job.store.admin.read(async (tx) => {
    for await (const lines of linesOf(tx, job)) await write(typeof lines === 'string' ? lines : await lines())
  })
}

async function* linesOf(tx: AdminReader, job: Job): AsyncGenerator<Lines, void> {
  if (await tx.users.hasUnfinishedRemoval())
    throw new Error('The rows of a deleted account are being removed. Export again when the server has removed them.')
  const deleted = await tx.posts.page('byDeletion', { limit: Infinity })
  const deletedIds = new Set(deleted.map(({ row }) => row.id))
  // Of a deleted post with replies the snapshot has what is left of it.
  const replies = await tx.posts.pages(
    'byParent',
    deleted.map(({ row }) => ({ of: row.id, limit: 1 })),
  )
  const answeredIds = new Set(replies.flatMap(([reply]) => reply?.row.parentId ?? []))
  // By the table, because the id of a user may be that of a post.
  const isKept = (table: TableName, row: { id: string; postId?: string }) => {
    if (table === 'posts') return !deletedIds.has(row.id) || answeredIds.has(row.id)
    return row.postId === undefined || !deletedIds.has(row.postId)
  }
  const written = <Row extends { id: string }>(table: TableName, row: Row): Row => {
    if (table === 'posts' && deletedIds.has(row.id)) return { ...row, ...goneContent }
    // The version of the tokens belongs to the sessions of this browser: an import ends them.
    return 'tokenVersion' in row ? { ...row, tokenVersion: 0 } : row
  }
  const counts = await countRows(tx, deletedIds.size > 0, isKept)
  counts.posts += answeredIds.size
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const advance = createAdvance(job, total)

  yield lineOf({ weft: 'snapshot', version: SNAPSHOT_VERSION, exportedAt: dateTimeOf(job.now), counts })
  for (const table of snapshotTables) {
    if (table === 'files') continue
    for await (const page of rowsOf(tx, table)) {
      job.checkCancelled()
      const rows = page.filter((row) => isKept(table, row))
      for (const row of rows) {
        const problem = problemOfRow(table, row)
        if (problem !== undefined)
          job.onWarning(`An import refuses the row ${row.id} of "${table}": ${problem}. Shorten it and export again.`)
      }
      const lines = rows.map((row) => rowLineOf(table, written(table, row)))
      yield lines.join('')
      advance('writing', rows.length)
    }
  }
  const usesOf = usesByFile(tx)
  for await (const files of rowsOf(tx, 'files')) {
    for (const file of files) {
      // A deleted post keeps its file as long as it can be restored, but the snapshot does not contain the post.
      const usedBy = (await usesOf(file.id)).filter((id) => !deletedIds.has(id))
      const content = await tx.blobs.get(file.id)
      yield async () => {
        job.checkCancelled()
        const row = { ...file, usedBy, content: base64Of(new Uint8Array((await content?.arrayBuffer()) ?? [])) }
        advance('writing', 1)
        if (isDamaged(row)) job.onWarning(damageOf(row.id))
        return rowLineOf('files', row)
      }
    }
  }
  yield lineOf({ end: true, rows: total })
}

/** Counts the rows that the snapshot will have. They are read for it if posts were deleted: the header comes first. */
async function countRows(
  tx: AdminReader,
  hasDeletedPosts: boolean,
  isKept: (table: TableName, row: { id: string; postId?: string }) => boolean,
): Promise<Header['counts']> {
  const { fileUses: _inFiles, ...counts } = await tx.count()
  if (!hasDeletedPosts) return counts
  for (const table of snapshotTables) {
    if (!('postId' in tables[table].shape.entries)) continue
    counts[table] = 0
    for await (const rows of rowsOf(tx, table)) counts[table] += rows.filter((row) => isKept(table, row)).length
  }
  return counts
}

/** Returns a function that returns what uses a file. Call it for files in the order of their ids. */
function usesByFile(tx: AdminReader): (fileId: string) => Promise<string[]> {
  const pages = rowsOf(tx, 'fileUses')
  let page: FileUseRow[] = []
  let at = 0
  const next = async (): Promise<FileUseRow | undefined> => {
    if (at === page.length) {
      page = (await pages.next()).value ?? []
      at = 0
    }
    return page[at]
  }
  return async (fileId) => {
    const usedBy: string[] = []
    for (let use = await next(); use && use.fileId <= fileId; use = await next()) {
      if (use.fileId === fileId) usedBy.push(use.usedBy)
      at += 1
    }
    return usedBy
  }
}

function rowsOf<Table extends TableName>(tx: AdminReader, table: Table) {
  return pagesOf((request: PageRequest<KeyCursor>) => tx.rows(table, request))
}
