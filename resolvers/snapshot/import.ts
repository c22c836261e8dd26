import { bytesOfBase64 } from '../lib/base64.ts'
import type { AdminReader, AdminWriter } from '../store/administration.ts'
import type { Rows } from '../store/rows.ts'
import { byTable, tableNames, type TableName } from '../store/tables.ts'
import { yieldToEventLoop, type Job } from './job.ts'
import { SnapshotCheck } from './check.ts'
import { damageOf, isDamaged, type SnapshotRows, type SnapshotTable } from './format.ts'
import { linesOf, type SyncFile } from './lines.ts'

/** The number of rows that are inserted at once. */
const BATCH_SIZE = 500
/** The number of rows that a file counts as, because it may be a video. */
const FILE_WEIGHT = 100
/** The approximate share of the whole time that the check takes. */
const CHECKING_SHARE = 0.1

/**
 * Replaces all data with a snapshot in one transaction; with `no users` it throws if there are any. Reads the file twice,
 * so that an invalid one is refused before a transaction blocks the app. Leaves out damaged files. Throws `BadFileError`.
 */
export async function importSnapshot(job: Job, file: SyncFile, replaces: 'all data' | 'no users'): Promise<void> {
  const refuseUsers = async (tx: AdminReader) => {
    if (replaces === 'no users' && (await tx.users.page('byId', { limit: 1 })).length > 0)
      throw new Error('The database has users. Import into an empty one: nothing was changed.')
  }
  await job.store.admin.read(refuseUsers)
  for (const { done } of batchesIn(file)) {
    job.checkCancelled()
    job.onProgress({ phase: 'reading', done: Math.floor(done * CHECKING_SHARE), total: file.size })
    await yieldToEventLoop()
  }
  /** A set: a store may run the transaction more than once. */
  const damaged = new Set<string>()
  await job.transaction(async (tx) => {
    // Again: somebody may have signed up since then.
    await refuseUsers(tx)
    await tx.clear()
    for (const batch of batchesIn(file)) {
      job.checkCancelled()
      await insertBatch(tx, batch, job.tokenVersion)
      for (const id of batch.damaged) damaged.add(id)
      const share = Math.floor(file.size * CHECKING_SHARE + batch.done * (1 - CHECKING_SHARE))
      job.onProgress({ phase: 'writing', done: share, total: file.size })
    }
  })
  for (const id of damaged) job.onWarning(damageOf(id))
  await job.continueSession()
}

/** Rows to insert, and the bytes of files by their ids. */
interface Batch {
  rows: { readonly [Table in TableName]: Rows[Table][] }
  contents: { id: string; bytes: ArrayBuffer; type: string }[]
  /** The ids of the files that are left out. */
  damaged: string[]
  /** The number of bytes of the snapshot that have been read. */
  done: number
}

function* batchesIn(source: SyncFile): Generator<Batch, void> {
  const check = new SnapshotCheck()
  let batch = emptyBatch()
  let size = 0
  for (const { text, end } of linesOf(source)) {
    check.checkLine(text, (table, row) => {
      addRow[table](batch, row)
      size += table === 'files' ? FILE_WEIGHT : 1
    })
    batch.done = end
    if (size < BATCH_SIZE) continue
    yield batch
    batch = emptyBatch()
    size = 0
  }
  check.finish()
  yield { ...batch, done: source.size }
}

function emptyBatch(): Batch {
  return {
    rows: emptyRows(),
    contents: [],
    damaged: [],
    done: 0,
  }
}

function emptyRows(): Batch['rows']
// The type says what the names do.
function emptyRows(): unknown {
  return byTable(tableNames, () => [])
}

const addRow: { readonly [Table in SnapshotTable]: (batch: Batch, row: SnapshotRows[Table]) => void } = {
  users: ({ rows }, row) => rows.users.push(row),
  posts: ({ rows }, row) => rows.posts.push(row),
  reactions: ({ rows }, row) => rows.reactions.push(row),
  bookmarks: ({ rows }, row) => rows.bookmarks.push(row),
  follows: ({ rows }, row) => rows.follows.push(row),
  files: ({ rows, contents, damaged }, file) => {
    const { usedBy, content, ...row } = file
    if (isDamaged(file)) {
      damaged.push(row.id)
      return
    }
    rows.files.push(row)
    rows.fileUses.push(...usedBy.map((user) => ({ fileId: row.id, usedBy: user })))
    contents.push({ id: row.id, bytes: bytesOfBase64(content).buffer, type: row.type })
  },
}

async function insertBatch(tx: AdminWriter, batch: Batch, tokenVersion: number): Promise<void> {
  for (const { id, bytes, type } of batch.contents) await tx.blobs.put(id, bytes, type)
  const rows = { ...batch.rows, users: batch.rows.users.map((user) => ({ ...user, tokenVersion })) }
  for (const table of tableNames) {
    if (rows[table].length > 0) await tx.insertMany(table, rows[table])
  }
}
