import { escapeIdentifier } from 'pg'

import type { Json } from '../../../shared/json.ts'
import type { TableRows } from '../rows.ts'
import { copyRows, openSession, type Session } from './bulkLoadSession.ts'
import type { Source } from './connection/database.ts'
import { foldedUser, nameGramsOf, postTagsOf } from './inserts.ts'

/** The tables that are loaded, and those that the adapter derives from them. */
const tables = [
  'posts',
  'post_tags',
  'tag_counts',
  'reactions',
  'bookmarks',
  'follows',
  'users',
  'first_names',
  'name_grams',
] as const

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
  return new PostgresBulkLoad(await openSession(source), schema)
}

class PostgresBulkLoad implements BulkLoad {
  readonly #session: Session
  /** The schema of the tables, and that in which they are loaded. */
  readonly #target: string
  readonly #loading: string
  readonly #loadingName: string
  /** An expression: the version of the tables. */
  readonly #version: string

  constructor(session: Session, schema: string) {
    this.#session = session
    this.#target = escapeIdentifier(schema)
    this.#loadingName = `${schema}_loading`
    this.#loading = escapeIdentifier(this.#loadingName)
    this.#version = `(select max(number) from ${this.#target}.versions)`
  }

  async unfinished(): Promise<LoadState | undefined> {
    const name = `${this.#loading}.progress`
    const [found] = await this.#session.query('select to_regclass($1) is not null as exists', [name])
    if (!found?.['exists']) return undefined
    const [state] = await this.#session.query(
      `select plan::text as plan, steps from ${name} where version = ${this.#version}`,
    )
    return state && { plan: JSON.parse(String(state['plan'])), steps: Number(state['steps']) }
  }

  async begin(plan: Json): Promise<void> {
    const [loading, target] = [this.#loading, this.#target]
    await this.#inTransaction(async (query) => {
      await this.#requireNoUsers()
      await query(`drop schema if exists ${loading} cascade; create schema ${loading}`)
      for (const table of tables)
        await query(`create table ${loading}.${table} (like ${target}.${table} including all excluding indexes)`)
      await query(`create table ${loading}.progress (plan json, steps integer, version integer)`)
      await query(`insert into ${loading}.progress values ($1, 0, ${this.#version})`, [JSON.stringify(plan)])
    })
  }

  async load(
    step: number,
    { users = [], posts = [], reactions = [], bookmarks = [], follows = [] }: TableRows,
  ): Promise<void> {
    const copies = {
      users: users.map(foldedUser),
      posts,
      post_tags: posts.flatMap(postTagsOf),
      reactions,
      bookmarks,
      follows,
    }
    await this.#inTransaction(async (query) => {
      for (const [table, rows] of Object.entries(copies))
        await copyRows(this.#session, `${this.#loading}.${table}`, rows)
      const done = await query(
        `update ${this.#loading}.progress set steps = steps + 1 where steps = $1 returning steps`,
        [step],
      )
      if (done.length === 0) throw new Error('Another process generates into this database.')
    })
  }

  async finish(onProgress: (share: number) => void): Promise<void> {
    await this.#countTags()
    await this.#collectNames()
    await this.#prepareTables(onProgress)
    await this.#replaceTables()
  }

  async #countTags(): Promise<void> {
    const loading = this.#loading
    await this.#inTransaction(async (query) => {
      await query(`truncate ${loading}.tag_counts`)
      await query(`insert into ${loading}.tag_counts select tag, count(*) from ${loading}.post_tags group by tag`)
    })
  }

  async #collectNames(): Promise<void> {
    const loading = this.#loading
    await this.#inTransaction(async (query) => {
      await query(`truncate ${loading}.first_names, ${loading}.name_grams`)
      await query(`insert into ${loading}.first_names select distinct folded_name from ${loading}.users`)
      const rows = await query(`select name from ${loading}.first_names`)
      const grams = rows.flatMap(({ name }) => nameGramsOf(String(name)))
      await copyRows(this.#session, `${loading}.name_grams`, grams)
    })
  }

  /** Builds the indexes, and what the planner knows of the tables. */
  async #prepareTables(onProgress: (share: number) => void): Promise<void> {
    const work: { statement: string; size: number }[] = []
    for (const table of tables) {
      const size = await this.#sizeOf(table)
      // Before the indexes, which would be read, too.
      const statements = [`vacuum (freeze, analyze) ${this.#loading}.${table}`, ...(await this.#missingIndexes(table))]
      work.push(...statements.map((statement) => ({ statement, size })))
    }
    const total = work.reduce((sum, { size }) => sum + size, 0)
    let done = 0
    for (const { statement, size } of work) {
      await this.#session.query(statement)
      done += size
      onProgress(done / total)
    }
  }

  async #sizeOf(table: string): Promise<number> {
    const name = `${this.#loading}.${table}`
    const [row] = await this.#session.query('select pg_relation_size($1::regclass) as bytes', [name])
    return 1 + Number(row?.['bytes'])
  }

  /** Returns the statements that build the indexes of a table which are missing, as those of the empty one are. */
  async #missingIndexes(table: string): Promise<string[]> {
    const rows = await this.#session.query(
      `select index.relname as name, con.conname is not null as is_constraint,
        coalesce(pg_get_constraintdef(con.oid), pg_get_indexdef(index.oid)) as definition
      from pg_index join pg_class as index on index.oid = indexrelid
        left join pg_constraint as con on con.conindid = index.oid
      where indrelid = $1::regclass and not exists (select from pg_indexes where schemaname = $2 and indexname = index.relname)
      order by index.oid`,
      [`${this.#target}.${table}`, this.#loadingName],
    )
    const loading = this.#loading
    return rows.map(({ name, is_constraint: isConstraint, definition }) =>
      isConstraint
        ? `alter table ${loading}.${table} add constraint ${escapeIdentifier(String(name))} ${String(definition)}`
        : String(definition).replace(/ ON (\S+?)\.(\S+) USING /, ` ON ${loading}.$2 USING `),
    )
  }

  /** Puts the tables in the places of the empty ones. */
  async #replaceTables(): Promise<void> {
    const [loading, target] = [this.#loading, this.#target]
    await this.#inTransaction(async (query) => {
      await query(`lock table ${tables.map((table) => `${target}.${table}`).join(', ')} in access exclusive mode`)
      await this.#requireNoUsers()
      for (const table of tables)
        await query(`drop table ${target}.${table}; alter table ${loading}.${table} set schema ${target}`)
      await query(`drop schema ${loading} cascade`)
    })
  }

  async #requireNoUsers(): Promise<void> {
    const users = await this.#session.query(`select from ${this.#target}.users limit 1`)
    if (users.length > 0) throw new Error('The database has users. Generate into one without: nothing was changed.')
  }

  async #inTransaction(work: (query: Session['query']) => Promise<void>): Promise<void> {
    const { query } = this.#session
    await query('begin')
    try {
      await work(query)
      await query('commit')
    } catch (error) {
      await query('rollback')
      throw error
    }
  }

  close(): Promise<void> {
    return this.#session.close()
  }
}
