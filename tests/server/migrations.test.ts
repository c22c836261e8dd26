import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { formerTables, latestVersion } from '../store/formerTables.ts'
import { id } from '../store/rows.ts'
import { createPostgresDatabase } from './databases.ts'
import { runServer, signUp, startServer, temporaryFolder } from './serverProcess.ts'

/** The tables of version 4, which 1.0.0 has, with a follow. */
const former = `
  create schema weft;
  set search_path to weft;
  ${formerTables(4)};
  insert into follows values ('${id(3)}', '${id(1)}', '${id(2)}')`

const advice = `has version 4, this code ${latestVersion}. Migrate it: npm run serve -- migrate`

describe.runIf(inject('postgresUrl'))('a server over Postgres whose tables have an earlier version', () => {
  it('does not start before they are migrated, and no command changes them', async () => {
    const env = { DATABASE_URL: await createPostgresDatabase() }
    const database = new pg.Client(env.DATABASE_URL)
    await database.connect()
    await database.query(former)
    const folder = await temporaryFolder()
    const [exported, imported] = [join(folder, 'exported.jsonl'), join(folder, 'imported.jsonl')]
    await writeFile(imported, 'A snapshot')
    for (const args of [[], ['check'], ['export', exported], ['import', imported], ['rotate-keys']]) {
      const { code, output } = await runServer({ folder: '', env, args })
      expect(output).toContain(advice)
      expect(code).toBe(1)
    }
    const migrated = await runServer({ folder: '', env, args: ['migrate'] })
    expect(migrated).toMatchObject({ code: 0, output: expect.stringContaining(`Version 8, follows: 100 %\n`) })
    expect((await database.query('select id from follows')).rows).toEqual([{ id: id(3) }])
    await database.end()
    await signUp(await startServer({ folder: '', env }), 'ada')
  })

  it('keeps a file that a server of the earlier version stores while they are migrated', async () => {
    const env = { DATABASE_URL: await createPostgresDatabase() }
    const [writer, observer] = [new pg.Client(env.DATABASE_URL), new pg.Client(env.DATABASE_URL)]
    await Promise.all([writer.connect(), observer.connect()])
    await writer.query(former)
    await writer.query(`begin; insert into blobs values ('stored', 'bytes')`)
    const migrated = runServer({ folder: '', env, args: ['migrate'] })
    const waiting = `select from pg_locks where relation = 'weft.blobs'::regclass and not granted`
    await expect.poll(async () => (await observer.query(waiting)).rowCount).toBe(1)
    await writer.query('commit')
    expect(await migrated).toMatchObject({ code: 0 })
    expect((await observer.query(`select bytes from weft.blob_chunks where id = 'stored'`)).rows).toEqual([
      { bytes: Buffer.from('bytes') },
    ])
    await Promise.all([writer.end(), observer.end()])
  })
})

describe('a server over PGlite', () => {
  it('migrates tables of an earlier version when it starts; a command refuses them and closes the database', async () => {
    const folder = await temporaryFolder()
    const database = await PGlite.create(join(folder, 'database'))
    await database.exec(former)
    await database.close()
    expect(await runServer({ folder, args: ['check'] })).toMatchObject({
      code: 1,
      output: expect.stringContaining(advice),
    })
    // Postgres removes this file when it is closed.
    expect(existsSync(join(folder, 'database', 'postmaster.pid'))).toBe(false)
    await signUp(await startServer({ folder }), 'ada')
  })
})
