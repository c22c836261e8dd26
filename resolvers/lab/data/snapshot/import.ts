import { bytesOfBase64 } from '../../../lib/base64.ts'
import type { Tables } from '../../../store/port.ts'
import type { Rows, TableName } from '../../../store/rows.ts'
import { pause, type Job } from '../job.ts'
import { SnapshotCheck } from './check.ts'
import type { Written } from './format.ts'
import { linesOf, readable, type Readable } from './lines.ts'

/** So many rows are under way at once. */
const batchSize = 500
/** Of the time that all takes, about. */
const readingShare = 0.1

/**
 * Puts what a snapshot holds in the place of all there is, in one transaction. The file is read twice: so a bad one is
 * refused before anyone has to wait for that transaction.
 */
export async function importSnapshot(job: Job, file: Blob): Promise<void> {
  const source = await readable(file)
  for (const { done } of batchesIn(source)) {
    job.checkCancelled()
    job.onProgress({ phase: 'reading', done: Math.floor(done * readingShare), total: file.size })
    await pause()
  }
  await job.change(async (tx) => {
    await tx.clear()
    for (const { puts, done } of batchesIn(source)) {
      job.checkCancelled()
      await Promise.all(puts.map((put) => put(tx)))
      const share = Math.floor(file.size * readingShare + done * (1 - readingShare))
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
    if (puts.length < batchSize) continue
    yield { puts, done: end }
    puts = []
  }
  check.finish()
  yield { puts, done: source.size }
}

const stored: { readonly [Table in TableName]: (row: Written[Table]) => Rows[Table] } = {
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
