import { finished } from 'node:stream/promises'
import type { PGlite } from '@electric-sql/pglite'
import { Client, escapeIdentifier } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

import type { Json, TableRows } from '../rows.ts'
import type { Source } from './connection/database.ts'
import { hostUrls } from './connection/hosts.ts'
import { foldedUser, inSnakeCase, nameGramsOf, postTagsOf } from './inserts.ts'
import { CHECK_PRIMARY } from './connection/pools.ts'

/** The tables that are loaded, and those that the adapter derives from them. */
const tables = ['posts', 'post_tags', 'tag_counts', 'reactions', 'bookmarks', 'follows', 'users', 'name_grams'] as const

/** What is loaded, as its caller describes it, and how many of its steps are done. */
export interface LoadState {
  plan: Json
  steps: number
}

/**
 * Loads rows into a database without users, much quicker than a transaction of the store does. The rows are loaded into
 * tables without indexes, in a schema of their own, in numbered steps; then the indexes are built, and the tables take
 * the places of the empty ones. So nothing is visible before everything is there, and a process that was killed leaves
 * complete steps, after which another one goes on.
 */
export interface BulkLoad {
  /** Returns what another process has begun and not finished, over tables of the same version. */
  unfinished(): Promise<LoadState | undefined>
  /** Begins a load. Removes what another process has begun. Throws if the database has users. */
  begin(plan: Json): Promise<void>
  /** Loads the rows of the next step in one transaction. Throws if another process has done this step. */
  load(step: number, rows: TableRows): Promise<void>
  /** Builds the indexes, then shows the rows. Calls `onProgress` with the share of this work that is done. */
  finish(onProgress: (share: number) => void): Promise<void>
  close(): Promise<void>
}

/** Opens a load into a schema whose tables have the latest version. */
export async function openBulkLoad(source: Source, schema = 'weft'): Promise<BulkLoad> {
  const session = typeof source === 'string' ? await serverSession(source) : pgliteSession(source)
  const loading = escapeIdentifier(`${schema}_loading`)
  const target = escapeIdentifier(schema)
  const version = `(select max(number) from ${target}.versions)`
  await session.query(`
    set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
    set synchronous_commit = off; set maintenance_work_mem = '256MB'; set client_min_messages = warning`)

  async function inTransaction(work: () => Promise<void>): Promise<void> {
    await session.query('begin')
    try {
      await work()
      await session.query('commit')
    } catch (error) {
      await session.query('rollback')
      throw error
    }
  }

  async function requireNoUsers(): Promise<void> {
    const users = await session.query(`select from ${target}.users limit 1`)
    if (users.length > 0) throw new Error('The database has users. Generate into one without: nothing was changed.')
  }

  /** Returns the statements that build the indexes of a table which are missing, as those of the empty one are. */
  async function missingIndexes(table: string): Promise<string[]> {
    const rows = await session.query(
      `select index.relname as name, con.conname is not null as is_constraint,
        coalesce(pg_get_constraintdef(con.oid), pg_get_indexdef(index.oid)) as definition
      from pg_index join pg_class as index on index.oid = indexrelid
        left join pg_constraint as con on con.conindid = index.oid
      where indrelid = $1::regclass and not exists (select from pg_indexes where schemaname = $2 and indexname = index.relname)
      order by index.oid`,
      [`${target}.${table}`, `${schema}_loading`],
    )
    return rows.map(({ name, is_constraint: isConstraint, definition }) =>
      isConstraint
        ? `alter table ${loading}.${table} add constraint ${escapeIdentifier(String(name))} ${String(definition)}`
        : String(definition).replace(/ ON (\S+?)\.(\S+) USING /, ` ON ${loading}.$2 USING `),
    )
  }

  async function sizeOf(table: string): Promise<number> {
    const [row] = await session.query('select pg_relation_size($1::regclass) as bytes', [`${loading}.${table}`])
    return 1 + Number(row?.['bytes'])
  }

  return {
    async unfinished() {
      const [found] = await session.query('select to_regclass($1) is not null as exists', [`${loading}.progress`])
      if (!found?.['exists']) return undefined
      const [state] = await session.query(
        `select plan::text as plan, steps from ${loading}.progress where version = ${version}`,
      )
      return state && { plan: JSON.parse(String(state['plan'])), steps: Number(state['steps']) }
    },

    begin: (plan) =>
      inTransaction(async () => {
        await requireNoUsers()
        await session.query(`drop schema if exists ${loading} cascade; create schema ${loading}`)
        for (const table of tables) {
          const columns = `like ${target}.${table} including all excluding indexes`
          await session.query(`create table ${loading}.${table} (${columns})`)
        }
        await session.query(`create table ${loading}.progress (plan json, steps integer, version integer)`)
        await session.query(`insert into ${loading}.progress values ($1, 0, ${version})`, [JSON.stringify(plan)])
      }),

    load: (step, { users = [], posts = [], reactions = [], bookmarks = [], follows = [] }) =>
      inTransaction(async () => {
        const copies = {
          users: users.map(foldedUser),
          name_grams: users.flatMap(nameGramsOf),
          posts,
          post_tags: posts.flatMap(postTagsOf),
          reactions,
          bookmarks,
          follows,
        }
        for (const [table, rows] of Object.entries(copies)) {
          const [first] = rows
          if (first === undefined) continue
          const columns = Object.keys(first)
          const names = columns.map((column) => escapeIdentifier(inSnakeCase(column)))
          await session.copy(`${loading}.${table} (${names.join(', ')})`, copyTextOf(rows, columns))
        }
        const done = await session.query(
          `update ${loading}.progress set steps = steps + 1 where steps = $1 returning steps`,
          [step],
        )
        if (done.length === 0) throw new Error('Another process generates into this database.')
      }),

    async finish(onProgress) {
      await inTransaction(async () => {
        await session.query(`truncate ${loading}.tag_counts`)
        await session.query(
          `insert into ${loading}.tag_counts select tag, count(*) from ${loading}.post_tags group by tag`,
        )
      })
      const work: { statement: string; size: number }[] = []
      for (const table of tables) {
        const size = await sizeOf(table)
        // Before the indexes, which would be read, too.
        const statements = [`vacuum (freeze, analyze) ${loading}.${table}`, ...(await missingIndexes(table))]
        work.push(...statements.map((statement) => ({ statement, size })))
      }
      const total = work.reduce((sum, { size }) => sum + size, 0)
      let done = 0
      for (const { statement, size } of work) {
        await session.query(statement)
        done += size
        onProgress(done / total)
      }
      await inTransaction(async () => {
        const names = tables.map((table) => `${target}.${table}`)
        await session.query(`lock table ${names.join(', ')} in access exclusive mode`)
        await requireNoUsers()
        for (const table of tables) {
          await session.query(`drop table ${target}.${table}; alter table ${loading}.${table} set schema ${target}`)
        }
        await session.query(`drop schema ${loading} cascade`)
      })
    },

    close: () => session.close(),
  }
}

/** A connection of its own, without the limits of requests. */
interface Session {
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** Inserts rows in the text format of `copy`. `target` is what stands after it. */
  copy(target: string, text: string): Promise<void>
  close(): Promise<void>
}

/** Connects to the host of a server that accepts changes. */
async function connectToPrimary(url: string): Promise<Client> {
  let failure: unknown
  for (const hostUrl of hostUrls(url)) {
    const client = new Client(hostUrl)
    try {
      await client.connect()
      await client.query(CHECK_PRIMARY)
      return client
    } catch (error) {
      failure = error
      await client.end()
    }
  }
  throw failure
}

async function serverSession(url: string): Promise<Session> {
  const client = await connectToPrimary(url)
  return {
    async query(text, values) {
      const { rows } = await client.query<Record<string, unknown>>(text, values)
      return rows
    },
    async copy(target, text) {
      const stream = client.query(copyFrom(`copy ${target} from stdin`))
      stream.end(text)
      await finished(stream)
    },
    close: () => client.end(),
  }
}

function pgliteSession(database: PGlite): Session {
  return {
    async query(text, values) {
      if (values === undefined) return (await database.exec(text)).at(-1)?.rows ?? []
      return (await database.query<Record<string, unknown>>(text, values)).rows
    },
    async copy(target, text) {
      await database.query(`copy ${target} from '/dev/blob'`, [], { blob: new Blob([text]) })
    },
    async close() {},
  }
}

function copyTextOf(rows: readonly object[], columns: readonly string[]): string {
  const lines = rows.map((row) => {
    const fields: Record<string, unknown> = { ...row }
    return `${columns.map((column) => fieldOf(fields[column])).join('\t')}\n`
  })
  return lines.join('')
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
])

function fieldOf(value: unknown): string {
  if (value === null) return '\\N'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /[\\\t\n\r]/.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (found) => escapes.get(found) ?? found) : text
}
