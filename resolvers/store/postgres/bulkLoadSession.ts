import { finished } from 'node:stream/promises'
import type { PGlite } from '@electric-sql/pglite'
import { Client, escapeIdentifier } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Source } from './connection/database.ts'
import { hostUrls } from './connection/hosts.ts'
import { CHECK_PRIMARY } from './connection/pools.ts'
import { inSnakeCase } from './inserts.ts'

/** A connection of its own, without the limits of requests. */
export interface Session {
  query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  /** Inserts rows in the text format of `copy`. `target` is what stands after it. */
  copy: (target: string, text: string) => Promise<void>
  close: () => Promise<void>
}

export async function openSession(source: Source): Promise<Session> {
  const session = typeof source === 'string' ? await serverSession(source) : pgliteSession(source)
  await session.query(`
    set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
    set synchronous_commit = off; set maintenance_work_mem = '256MB'; set client_min_messages = warning`)
  return session
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

/** Inserts rows into a table, of which each has the same fields. */
export async function copyRows(session: Session, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first)
  const names = columns.map((column) => escapeIdentifier(inSnakeCase(column)))
  await session.copy(`${table} (${names.join(', ')})`, copyTextOf(rows, columns))
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
