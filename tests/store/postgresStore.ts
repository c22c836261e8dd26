import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { inject } from 'vitest'

import { openDatabase, type Source } from '../../resolvers/store/postgres/connection/database.ts'
import { openPostgresStore, type PostgresOptions } from '../../resolvers/store/postgres/store.ts'
import { clearedTables } from '../../resolvers/store/postgres/admin.ts'
import { refuseStatements } from './distributedSql.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'

/** Whether this is the project `server`. */
export const isServer = process.env['TEST_HOST'] === 'server'

/** Whether this is `npm run unit`, which runs nothing over Postgres. */
export const isQuick = process.env['TEST_QUICK'] === 'true'

// Tests of the server lock tables and listen themselves, beside the store.
if (!isServer) refuseStatements()

let source: Promise<Source> | undefined

/** Whether `postgresSource` is a PGlite. */
export const hasOneConnection = process.env['TEST_DATABASE_URL'] === undefined

/** The server that TEST_DATABASE_URL names, or a PGlite that all tests of this process share. */
export function postgresSource(): Promise<Source> {
  if (isQuick)
    throw new Error('A test over Postgres has to be among those that vitest.config.ts leaves out of `npm test`.')
  source ??= Promise.resolve(process.env['TEST_DATABASE_URL'] ?? PGlite.create())
  return source
}

/** Calls wait for a connection on a busy machine, too. */
export const patient: Partial<PostgresOptions> = { maxWaitMs: 120_000 }

/**
 * Where empty stores are opened. In the project `server` that is a Postgres server through PgBouncer.
 */
async function placeOfStores(): Promise<Pick<PostgresOptions, 'source' | 'pooler'>> {
  if (!isServer) return { source: await postgresSource() }
  return { source: inject('postgresUrl') ?? '', pooler: inject('pgbouncerUrl') ?? '' }
}

let schemas = 0

/** The name of a schema that does not exist yet. `dropSchemas.ts` removes it from the server. */
export function freshSchema(): string {
  schemas += 1
  return `${inject('schemaPrefix')}_${process.pid}_${schemas}`
}

/** Schemas of closed stores, with empty tables. */
const unusedSchemas: string[] = []

/** Deletes all rows. To truncate the tables takes longer if there are few rows. */
async function empty(schema: string): Promise<void> {
  const { db, table } = await openDatabase((await placeOfStores()).source, schema, { ...patient, maxConnections: 1 })
  await sql
    .join(
      [...clearedTables, 'meta' as const, 'events' as const, 'newEvents' as const].map(
        (name) => sql`delete from ${table(name)}`,
      ),
      sql`;`,
    )
    .execute(db)
  await db.updateTable('lastEventNumber').set({ last: 0 }).execute()
  await db.destroy()
}

/** Opens an empty store of its own. To create its tables takes longer than to empty those of a closed one. */
export async function openEmptyPostgresStore(): Promise<AdministeredStore> {
  const schema = unusedSchemas.pop() ?? freshSchema()
  const store = await openPostgresStore({ ...patient, ...(await placeOfStores()), schema, schemaChanges: 'create' })
  const release = async () => {
    await store.close()
    await empty(schema)
    unusedSchemas.push(schema)
  }
  let released: Promise<void> | undefined
  return {
    ...store,
    // Numbers events after the commit, as a server does.
    async transaction(work, options) {
      let hasEvents = false
      const result = await store.transaction((tx) => {
        const append: typeof tx.events.append = (events) => {
          hasEvents = true
          return tx.events.append(events)
        }
        return work({ ...tx, events: { ...tx.events, append } })
      }, options)
      if (hasEvents) await store.numberEvents(0)
      return result
    },
    close: () => {
      released ??= release()
      return released
    },
  }
}
