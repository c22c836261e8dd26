import { PGlite } from '@electric-sql/pglite'
import { describe, expect, it, onTestFinished } from 'vitest'

import { migrations } from '../../resolvers/store/postgres/migrations/migrations.ts'
import { openPostgresStore } from '../../resolvers/store/postgres/store.ts'
import { tables } from '../../resolvers/store/postgres/tables.ts'
import { databaseLimiters } from '../../server/limits/databaseLimiters.ts'
import { findRefused } from './distributedSql.ts'
import { freshSchema, postgresSource } from './postgresStore.ts'

const steps = migrations.flatMap((migration) => migration.steps.filter((step) => typeof step === 'string'))

describe('statements for YugabyteDB', () => {
  it.each([
    'lock table weft.users in exclusive mode',
    'delete from weft.posts where ctid = any($1)',
    'select xmin from weft.posts',
    'with turn as (select pg_advisory_xact_lock(1)) select from turn',
    'set statement_timeout = 1; listen weft_events',
    'select pg_advisory_xact_lock($1)',
    "select pg_notify('weft_events', $1)",
    'select from weft.posts for update nowait',
    'alter table posts alter column content set storage external',
  ])('refuses %s', (text) => {
    expect(findRefused(text)).toHaveLength(1)
  })

  it('checks each statement that a store sends', async () => {
    const source = await postgresSource()
    const store = await openPostgresStore({ source, schema: freshSchema(), schemaChanges: 'create' })
    onTestFinished(() => store.close())
    await expect(store.query('select ctid from pg_class', [])).rejects.toThrow('YugabyteDB refuses "ctid"')
  })

  it('declares the direction of each index, which YugabyteDB would spread by a hash', () => {
    // A GIN index has none.
    const columns = [...[tables, ...steps].join(';').matchAll(/create (?:unique )?index (?!.* using gin ).*\((.*)\)/g)]
    expect(columns.length).toBeGreaterThan(15)
    expect(columns.filter(([, list]) => !/^\w+ (?:asc|desc)\b/.test(list ?? '')).map(([index]) => index)).toEqual([])
  })

  it('sends no refused statement to count log-ins and sign-ups', async () => {
    const database = await PGlite.create()
    const store = await openPostgresStore({ source: database, schemaChanges: 'create' })
    onTestFinished(async () => {
      await store.close()
      await database.close()
    })
    await databaseLimiters(store)('sign-up', { points: 1, duration: 60 }).consume('ada')
    expect(await store.query('select points from weft.rate_limits', [])).toEqual([{ points: 1 }])
  })
})
