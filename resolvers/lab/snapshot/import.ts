import { bytesOfBase64 } from '../../lib/base64.ts'
import type { Tables } from '../../store/port.ts'
import type { Rows, TableName } from '../../store/rows.ts'
import { yieldToOthers, type Job } from '../tasks.ts'
import { SnapshotCheck } from './check.ts'
import type { SnapshotRows } from './format.ts'
import { linesOf, readable, type Readable } from './lines.ts'

/** How many writes are pending at once. */
const BATCH_SIZE = 500
/** The share of the whole time that checking takes, roughly. */
const CHECKING_SHARE = 0.1

/**
 * Replaces all data with a snapshot, in one transaction. The file is read twice: an invalid one is refused before the
 * transaction blocks the app. Throws `BadFileError`.
 */
export async function importSnapshot(job: Job, file: Blob): Promise<void> {
  const source = await readable(file)
  for (const { done } of batchesIn(source)) {
    job.checkCancelled()
    job.onProgress({ phase: 'reading', done: Math.floor(done * CHECKING_SHARE), total: file.size })
    await yieldToOthers()
  }
  await job.transaction(async (tx) => {
    await tx.clear()
    for (const { puts, done } of batchesIn(source)) {
      job.checkCancelled()
      await Promise.all(puts.map((put) => put(tx)))
      const share = Math.floor(file.size * CHECKING_SHARE + done * (1 - CHECKING_SHARE))
      job.onProgress({ phase: 'writing', done: share, total: file.size })
    }
  })
}

interface Batch {
  puts: ((tx: Tables) => Promise<void>)[]
  /** Bytes read so far. */
  done: number
}

function* batchesIn(source: Readable): Generator<Batch, void> {
  const check = new SnapshotCheck()
  let puts: Batch['puts'] = []
  for (const { text, end } of linesOf(source)) {
    check.take(text, (table, row) => puts.push((tx) => putRow(tx, table, stored[table](row))))
    if (puts.length < BATCH_SIZE) continue
    yield { puts, done: end }
    puts = []
  }
  check.finish()
  yield { puts, done: source.size }
}

const stored: { readonly [Table in TableName]: (row: SnapshotRows[Table]) => Rows[Table] } = {
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
