/** What every table can be asked (`port.ts`), over Postgres. */

import { sql, type RawBuilder, type SqlBool } from 'kysely'

import { UniqueViolationError } from '../errors.ts'
import type { ListRange, ListRequest, Page, Patch, RowLock, TableReader, TableWriter } from '../port.ts'
import {
  cursorOf,
  indexOf,
  keyOf,
  partsOf,
  tables,
  valuesOf,
  type AnyTable,
  type CursorOf,
  type IndexName,
  type KeyOf,
  type RowOf,
} from '../tables.ts'
import {
  arraysOf,
  columnsOf,
  greatest,
  haveValues,
  inSnakeCase,
  isAfter,
  isListed,
  isOneOf,
  least,
  parameterOf,
  refs,
  sorted,
  terms,
} from './columns.ts'
import type { Database, SqlTables, WithDatabase } from './connection/database.ts'
import { isInvalidText, violatedConstraint } from './errors.ts'

export function tableReader<Table extends AnyTable>(run: WithDatabase, table: Table): TableReader<Table> {
  return {
    get: (key) => run((database) => selectRow(database, table, key)),
    getMany: (keys) =>
      run(async (database) => {
        const rows = await selectRows(database, table, haveKeys(table, keys))
        const found = new Map(rows.map((row) => [keyOf(table, row).join(), row]))
        return keys.map((key) => found.get(partsOf(key).join()))
      }),
    page: (index, request) => run((database) => selectPage(database, table, index, request)),
    count: (index, range) => run((database) => countRows(database, table, index, range)),
    pages: (index, requests) => run((database) => selectPages(database, table, index, requests)),
  }
}

/** What a table does beside what every table does. */
interface Hooks<Row> {
  /** Returns further columns of a row. */
  stored?: (row: Row) => object
  /** Returns what is inserted after rows. */
  inserted?: (rows: readonly Row[]) => Insertion[]
  /** Called after a change with the row as it is then. */
  patched?: (database: Database, row: Row, patch: Patch<Row>) => Promise<void>
}

export function tableWriter<Table extends AnyTable>(
  run: WithDatabase,
  table: Table,
  { stored = () => ({}), inserted = () => [], patched }: Hooks<RowOf<Table>> = {},
): TableWriter<Table> {
  return {
    ...tableReader(run, table),
    lock: (key, lock) => run((database) => selectRow(database, table, key, lockClauses[lock])),
    tryLock: (keys) =>
      run((database) => {
        const end = sql`${sorted(tables[table].key, 'ascending')} for update skip locked`
        return selectRows(database, table, haveKeys(table, keys), end)
      }),
    insert: (...rows) => {
      const records = rows.map((row) => ({ ...row, ...stored(row) }))
      const insertions = rows.length === 0 ? [] : [insertionOf(table, records), ...inserted(rows)]
      return run(async (database) => {
        for (const insertion of insertions) await execute(database, table, insertion(database))
      })
    },
    insertIfNew: (row) => {
      const insertion = insertionOf(table, [row])
      return run(async (database) => {
        const statement = sql`${insertion(database)} on conflict (${refs(tables[table].key)}) do nothing`
        return (await execute(database, table, statement)) === 1
      })
    },
    put: (row) => {
      const insertion = insertionOf(table, [row])
      const changes = Object.keys(row).map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`)
      const isSame = haveValues(table, tables[table].key, keyOf(table, row))
      return run(async (database) => {
        // The selection sees the row as it was before.
        const { rows } = await sql<RowOf<Table>>`
          with put as (
            ${insertion(database)} on conflict (${refs(tables[table].key)}) do update set ${sql.join(changes)}
          )
          select ${columnsOf(table)} from ${database.table(table)} where ${isSame}`.execute(database.db)
        return rows[0]
      })
    },
    patch: (key, patch) => {
      const changes = assignments(table, patch)
      const isSame = haveValues(table, tables[table].key, partsOf(key))
      return run(async (database) => {
        const { rows } = await sql<RowOf<Table>>`
          update ${database.table(table)} set ${changes} where ${isSame} returning ${columnsOf(table)}`.execute(
          database.db,
        )
        const [row] = rows
        if (row) await patched?.(database, row, patch)
        return row
      })
    },
    remove: (...keys) =>
      run((database) =>
        execute(database, table, sql`delete from ${database.table(table)} where ${haveKeys(table, keys)}`),
      ),
  }
}

/** Reads the rows that meet a condition. `end` is what stands after it: an order, a limit. */
export async function selectRows<Table extends AnyTable>(
  database: Database,
  table: Table,
  condition: RawBuilder<SqlBool>,
  end: RawBuilder<unknown> = sql``,
): Promise<RowOf<Table>[]> {
  const { rows } = await sql<RowOf<Table>>`
    select ${columnsOf(table)} from ${database.table(table)} where ${condition} ${end}`.execute(database.db)
  return rows
}

async function selectRow<Table extends AnyTable>(
  database: Database,
  table: Table,
  key: KeyOf<Table>,
  end?: RawBuilder<unknown>,
): Promise<RowOf<Table> | undefined> {
  const condition = haveValues(table, tables[table].key, partsOf(key))
  return (await selectRows(database, table, condition, end))[0]
}

function haveKeys<Table extends AnyTable>(table: Table, keys: readonly KeyOf<Table>[]): RawBuilder<SqlBool> {
  const parts = keys.map(partsOf)
  const [column = '', ...others] = tables[table].key
  if (others.length === 0) return isOneOf(table, column, parts.flat())
  const arrays = arraysOf(table, tables[table].key, parts)
  return sql`(${refs(tables[table].key)}) in (select * from unnest(${sql.join(arrays)}))`
}

async function selectPage<Table extends AnyTable, Name extends IndexName<Table>>(
  database: Database,
  table: Table,
  name: Name,
  { of, after, limit, direction }: ListRequest<Table, Name>,
): Promise<Page<RowOf<Table>, CursorOf<Table, Name>>> {
  const index = indexOf(table, name)
  const inList = haveValues(table, index.of, partsOf(of))
  const isBehind = isAfter(table, index.by, after && valuesOf(after, index.by), direction)
  const end = sql`${sorted(index.by, direction)} limit ${numberOf(limit)}`
  const rows = await selectRows(database, table, sql`${inList} and ${isListed(index)} and ${isBehind}`, end)
  return rows.map((row) => ({ row, cursor: cursorOf(table, name, row) }))
}

async function countRows<Table extends AnyTable, Name extends IndexName<Table>>(
  { db, table: named }: Database,
  table: Table,
  name: Name,
  { of, after, before }: ListRange<Table, Name>,
): Promise<number> {
  const index = indexOf(table, name)
  const inList = haveValues(table, index.of, partsOf(of))
  const isBehind = isAfter(table, index.by, after && valuesOf(after, index.by), 'ascending')
  const isInFront = isAfter(table, index.by, before && valuesOf(before, index.by), 'descending')
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${named(table)}
    where ${inList} and ${isListed(index)} and ${isBehind} and ${isInFront}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Reads a page of each of many lists with one statement. Each page is a range of the index. */
async function selectPages<Table extends AnyTable, Name extends IndexName<Table>>(
  database: Database,
  table: Table,
  name: Name,
  requests: readonly ListRequest<Table, Name>[],
): Promise<Page<RowOf<Table>, CursorOf<Table, Name>>[]> {
  const index = indexOf(table, name)
  const lists = requests.map(({ of }) => partsOf(of))
  const { direction = 'descending' } = requests[0] ?? {}
  const [operator, first] = direction === 'ascending' ? [sql`>`, least] : [sql`<`, greatest]
  const places = requests.map(({ after }) =>
    after ? valuesOf(after, index.by) : index.by.map((column) => first(table, column)),
  )
  const ofColumns = index.of.map((column) => `of_${column}`)
  const placeColumns = index.by.map((column) => `place_${column}`)
  // A list of one row has no order.
  const [isBehind, order] =
    index.by.length === 0
      ? [sql`true`, sql`request`]
      : [sql`(${refs(index.by)}) ${operator} (${refs(placeColumns)})`, sql`request, ${terms(index.by, direction)}`]
  const { rows } = await sql<RowOf<Table> & { request?: number }>`
    select page.*, request from unnest(
      ${sql.join([
        ...arraysOf(table, index.of, lists),
        ...arraysOf(table, index.by, places),
        sql`${requests.map(({ limit }) => numberOf(limit))}::integer[]`,
      ])}
    ) with ordinality as list (${refs([...ofColumns, ...placeColumns])}, size, request)
    cross join lateral (
      select ${columnsOf(table)} from ${database.table(table)}
      where (${refs(index.of)}) = (${refs(ofColumns)}) and ${isListed(index)}
        and ${isBehind}
      ${sorted(index.by, direction)} limit list.size
    ) as page order by ${order}`.execute(database.db)
  const pages = requests.map((): Page<RowOf<Table>, CursorOf<Table, Name>> => [])
  for (const row of rows) {
    const { request = 0 } = row
    delete row.request
    pages[request - 1]?.push({ row, cursor: cursorOf(table, name, row) })
  }
  return pages
}

/** In SQL, null is no limit. */
function numberOf(limit: number): number | null {
  return Number.isFinite(limit) ? limit : null
}

const lockClauses: { readonly [Lock in RowLock]: RawBuilder<unknown> } = {
  reference: sql`for key share`,
  change: sql`for no key update`,
  remove: sql`for update`,
}

/** What stands after `set`; never empty. */
export function assignments<Row>(table: AnyTable, { set = {}, add = {} }: Patch<Row>): RawBuilder<unknown> {
  const settings = Object.entries(set)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} = ${parameterOf(table, column, value)}`)
  const additions = Object.entries(add).map(
    ([column, value]) => sql`${sql.ref(column)} = ${sql.ref(column)} + ${value}`,
  )
  const same = tables[table].key.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)}`)
  return sql.join([...same, ...settings, ...additions])
}

/** An `insert` statement for the rows that it was made of. */
export type Insertion = (database: Database) => RawBuilder<unknown>

/**
 * Inserts at least one row, which is copied at once. Passes all in one text, so that their number is not limited by that of
 * parameters. Names the columns, because the tables of a later version may have others.
 */
export function insertionOf(name: AnyTable | keyof SqlTables, rows: readonly object[]): Insertion {
  const columns = refs(Object.keys(rows[0] ?? {}))
  const records = JSON.stringify(rows.map(recordOf))
  return ({ table }) => sql`
    insert into ${table(name)} (${columns})
    select ${columns} from json_populate_recordset(null::${table(name)}, ${records})`
}

function recordOf(row: object): object {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [inSnakeCase(column), value]))
}

/** Executes a change. Returns how many rows it has changed. */
async function execute({ db }: Database, table: AnyTable, statement: RawBuilder<unknown>): Promise<number> {
  try {
    return Number((await statement.execute(db)).numAffectedRows ?? 0)
  } catch (error) {
    if (isInvalidText(error)) throw new Error(`An id in the rows of "${table}" is not a UUID.`, { cause: error })
    const constraint = violatedConstraint(error)
    if (constraint === undefined) throw error
    throw new UniqueViolationError(table, constraint === 'users_by_username' ? 'username' : 'key')
  }
}
