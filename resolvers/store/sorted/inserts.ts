import { UniqueViolationError } from '../port.ts'
import type { Rows, TableName } from '../rows.ts'
import { recordOf } from './records.ts'
import { changeTagCounts } from './tagCounts.ts'
import type { WriteTransaction } from './transaction.ts'

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

async function insertRow<Table extends TableName>(tx: WriteTransaction, table: Table, row: Rows[Table]): Promise<void> {
  if (await tx.add(table, recordOf[table](row))) return
  const isUsername = table === 'users' && 'id' in row && !(await tx.has('users', [row.id]))
  throw new UniqueViolationError(table, isUsername ? 'username' : 'key')
}
