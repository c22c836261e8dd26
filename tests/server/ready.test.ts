import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { createCluster } from '../../tools/postgres.mjs'
import { createPostgresDatabase } from './databases.ts'
import { startServer } from './serverProcess.ts'

describe.runIf(inject('postgresUrl'))('a server over Postgres', () => {
  it('is ready while the tables have its version', async () => {
    const url = await createPostgresDatabase()
    const server = await startServer({ env: { DATABASE_URL: url } })
    const ready = async () => (await server.fetch('/readyz')).status
    expect(await ready()).toBe(200)
    const database = new pg.Client(url)
    await database.connect()
    // As if a backup of an earlier version had been restored.
    const { rows } = await database.query(
      'delete from weft.versions where number = (select max(number) from weft.versions) returning *',
    )
    // The server asks the database once a second at most.
    await expect.poll(ready).toBe(503)
    await database.query('insert into weft.versions select * from json_populate_recordset(null::weft.versions, $1)', [
      JSON.stringify(rows),
    ])
    await expect.poll(ready).toBe(200)
    await database.end()
  })

  it('ends after a signal, although the database does not answer', async () => {
    const cluster = await createCluster()
    try {
      const server = await startServer({ env: { DATABASE_URL: cluster.url } })
      const database = new pg.Client(cluster.url)
      // The end of the cluster breaks its connection.
      database.on('error', () => {})
      await database.connect()
      await database.query('begin; lock table weft.users')
      const open = server.fetch('/api/users').catch(() => 'closed')
      const waiting = async () => (await database.query('select from pg_locks where not granted')).rowCount
      await expect.poll(waiting).toBe(1)
      // At once: Postgres stops waiting for a lock after five seconds, and a server for a statement after twelve.
      const stopped = server.stop('SIGTERM')
      cluster.pause()
      expect(await stopped).toBe(1)
      expect(await open).toBe('closed')
    } finally {
      await cluster.remove()
    }
  })
})
