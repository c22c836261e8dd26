import pLimit from 'p-limit'
import type { BlobStore, ReadTables } from '../../resolvers/store/port.ts'
import type { FileRow } from '../../resolvers/store/rows.ts'
import { chunksIn, hasBytes } from './withS3.ts'

/** How many files are listed, and how many of them are moved at once. */
const LISTED = 200
const AT_ONCE = 8

interface Move {
  read: Pick<ReadTables, 'files'>
  from: BlobStore
  to: BlobStore
  /** Receives the number of files that have been moved, from time to time. */
  onMoved: (moved: number) => void
}

/**
 * Moves the bytes of files from one blob store to another, while servers run that read from both (`withS3`). It may be
 * killed at any time and run again: a file is removed where it was only when it is at the other place. Several may run at
 * once. Returns how many it has moved, and how many it left because they have no row.
 */
export async function moveMedia({ read, from, to, onMoved }: Move): Promise<{ moved: number; left: number }> {
  const limit = pLimit(AT_ONCE)
  let moved = 0
  let left = 0
  let after: string | undefined
  do {
    const ids = await from.ids({ after, limit: LISTED })
    const rows = (await read.files.getMany(ids)).filter((row) => row !== undefined)
    const results = await Promise.allSettled(rows.map((row) => limit(() => moveFile(read, from, to, row))))
    for (const result of results) if (result.status === 'rejected') throw result.reason
    moved += rows.length
    left += ids.length - rows.length
    if (rows.length > 0) onMoved(moved)
    after = ids.length < LISTED ? undefined : ids.at(-1)
  } while (after !== undefined)
  return { moved, left }
}

async function moveFile(
  read: Pick<ReadTables, 'files'>,
  from: BlobStore,
  to: BlobStore,
  { id, type, size }: FileRow,
): Promise<void> {
  try {
    const content = await from.get(id, { start: 0, end: size })
    if (content === undefined) return
    const stored = await to.put(id, chunksIn(content), type)
    if (stored !== size) throw new Error(`The file ${id} has ${stored} bytes, but its row says ${size}.`)
  } catch (error) {
    // Another process has moved or deleted it.
    if (!(await hasBytes(from, id))) return
    throw error
  }
  // A deletion removes the row first, then the bytes at both places: perhaps before they were put here.
  const [row] = await read.files.getMany([id])
  if (!row) await to.remove(id)
  await from.remove(id)
}
