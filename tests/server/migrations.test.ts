import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { createPostgresDatabase } from './databases.ts'
import { runServer, temporaryFolder } from './serverProcess.ts'

const former = `
  create schema weft;
  create table weft.versions (number integer primary key, applied_at timestamptz not null);
  insert into weft.versions values (4, now())`

const advice = /was written by Weft 1\.0, .* Export its data with 1\.0 \(npm run serve -- export FILE\)/

describe.runIf(inject('postgresUrl'))('a server over Postgres whose tables are those of 1.0', () => {
  it('does not start and says how to move the data, and no command changes them', async () => {
    const env = { DATABASE_URL: await createPostgresDatabase() }
    const database = new pg.Client(env.DATABASE_URL)
    await database.connect()
    await database.query(former)
    await database.end()
    const folder = await temporaryFolder()
    const [exported, imported] = [join(folder, 'exported.jsonl'), join(folder, 'imported.jsonl')]
    await writeFile(imported, 'A snapshot')
    for (const args of [[], ['check'], ['migrate'], ['export', exported], ['import', imported], ['rotate-keys']]) {
      const { code, output } = await runServer({ folder: '', env, args })
      expect(output).toMatch(advice)
      expect(code).toBe(1)
    }
  })
})

it('a server over PGlite whose tables are those of 1.0 does not start, and closes the database', async () => {
  const folder = await temporaryFolder()
  const database = await PGlite.create(join(folder, 'database'))
  await database.exec(former)
  await database.close()
  expect(await runServer({ folder })).toMatchObject({ code: 1, output: expect.stringMatching(advice) })
  // Postgres removes this file when it is closed.
  expect(existsSync(join(folder, 'database', 'postmaster.pid'))).toBe(false)
})
