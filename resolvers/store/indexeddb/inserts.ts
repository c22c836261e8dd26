import { unwrap, wrap } from 'idb'

import { firstNameKeys } from '../search/firstNameKeys.ts'
import { UniqueViolationError } from '../port.ts'
import type { PostRow, Rows, TableName, UserRow } from '../rows.ts'
import { tagKeys } from '../search/tagKeys.ts'
import type { PostRecord, ObjectStores, WriteTransaction } from './database.ts'
import { changeTagCounts } from './tagCounts.ts'

/** Adds a record. Returns false, and changes nothing, if its key or another unique column is taken. */
export async function add<Table extends TableName | 'deletedPosts'>(
  tx: WriteTransaction,
  table: Table,
  record: ObjectStores[Table]['value'],
): Promise<boolean> {
  const request = unwrap(tx.objectStore(table)).add(record)
  request.addEventListener('error', (event) => {
    // Otherwise the transaction is aborted, and `idb` counts it as failed.
    event.preventDefault()
    event.stopPropagation()
  })
  try {
    await wrap(request)
    return true
  } catch (error) {
    if (error instanceof DOMException && error.name === 'ConstraintError') return false
    throw error
  }
}

const recordOf: { readonly [Table in TableName]: (row: Rows[Table]) => ObjectStores[Table]['value'] } = {
  users: userRecord,
  posts: postRecord,
  reactions: (row) => row,
  bookmarks: (row) => row,
  follows: (row) => row,
  files: (row) => row,
  fileUses: (row) => row,
}

/** Returns a post as it is stored. */
export function postRecord(row: PostRow): PostRecord {
  return { ...row, tagKeys: tagKeys(row) }
}

function userRecord(row: UserRow): ObjectStores['users']['value'] {
  return { row, firstNameKeys: firstNameKeys(row.firstName, row.id) }
}

async function insertRow<Table extends TableName>(tx: WriteTransaction, table: Table, row: Rows[Table]): Promise<void> {
  if (await add(tx, table, recordOf[table](row))) return
  const isUsername = table === 'users' && 'id' in row && (await tx.objectStore('users').getKey([row.id])) === undefined
  throw new UniqueViolationError(table, isUsername ? 'username' : 'key')
}

/** Inserts rows. Throws `UniqueViolationError`. */
export async function insertRows<Table extends TableName>(
  tx: WriteTransaction,
  table: Table,
  rows: readonly Rows[Table][],
): Promise<void> {
  await Promise.all(rows.map((row) => insertRow(tx, table, row)))
  const all: readonly Rows[TableName][] = rows
  await changeTagCounts(
    tx,
    [],
    all.filter((row) => 'content' in row),
  )
}
