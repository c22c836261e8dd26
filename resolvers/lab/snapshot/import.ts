import { bytesOfBase64 } from '../../lib/base64.ts'
import type { Tables } from '../../store/port.ts'
import type { Rows, TableName } from '../../store/rows.ts'
import { yieldToEventLoop, type Job } from '../tasks.ts'
import { SnapshotCheck } from './check.ts'
import type { SnapshotRows } from './format.ts'
import { linesOf, openSyncFile, type SyncFile } from './lines.ts'

/** The number of writes that are pending at once. */
const BATCH_SIZE = 500
/** The approximate share of the whole time that the check takes. */
const CHECKING_SHARE = 0.1

/**
 * Replaces all data with a snapshot in one transaction. Reads the file twice, so that an invalid one is refused before
 * a transaction blocks the app. Throws `BadFileError`.
 */
export async function importSnapshot(job: Job, file: Blob): Promise<void> {
  const source = await openSyncFile(file)
  for (const { done } of batchesIn(source)) {
    job.checkCancelled()
    job.onProgress({ phase: 'reading', done: Math.floor(done * CHECKING_SHARE), total: file.size })
    await yieldToEventLoop()
  }
  await job.transaction(async (tx) => {
    await tx.clear()
    for (const { writes, done } of batchesIn(source)) {
      job.checkCancelled()
      await Promise.all(writes.map((write) => write(tx)))
      const share = Math.floor(file.size * CHECKING_SHARE + done * (1 - CHECKING_SHARE))
      job.onProgress({ phase: 'writing', done: share, total: file.size })
    }
  })
}

interface Batch {
  writes: ((tx: Tables) => Promise<void>)[]
  /** The number of bytes that have been read. */
  done: number
}

function* batchesIn(source: SyncFile): Generator<Batch, void> {
  const check = new SnapshotCheck()
  let writes: Batch['writes'] = []
  for (const { text, end } of linesOf(source)) {
    check.checkLine(text, (table, row) => writes.push((tx) => putRow(tx, table, toStoredRow[table](row))))
    if (writes.length < BATCH_SIZE) continue
    yield { writes, done: end }
    writes = []
  }
  check.finish()
  yield { writes, done: source.size }
}

const toStoredRow: { readonly [Table in TableName]: (row: SnapshotRows[Table]) => Rows[Table] } = {
  users: (row) => row,
  posts: (row) => row,
  reactions: (row) => row,
  bookmarks: (row) => row,
  follows: (row) => row,
  files: ({ content, ...row }) => ({ ...row, content: bytesOfBase64(content).buffer }),
}

type Writers = { readonly [Table in TableName]: { put(row: Rows[Table]): Promise<void> } }

function putRow<Table extends TableName>(tables: Writers, table: Table, row: Rows[Table]): Promise<void> {
  return tables[table].put(row)
}
