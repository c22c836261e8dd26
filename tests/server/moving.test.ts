/** Data on its way from one host to another. */

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import { describe, expect, it } from 'vitest'
import { runDataTask } from '../../resolvers/lab/runDataTask.ts'
import type { DataTask } from '../../resolvers/lab/tasks.ts'
import { createMemoryStore } from '../../resolvers/store/memory/store.ts'
import { findPostgres } from '../../tools/postgres.mjs'
import { png } from '../mediaFiles.ts'
import { addFile, id, pngBytes } from '../store/rows.ts'
import { textAt } from '../values.ts'
import { createPostgresDatabase, databaseKinds, type DatabaseSetup } from './databases.ts'
import {
  dataFolder,
  killServerAt,
  runServer,
  signUp,
  startServer,
  temporaryFolder,
  type ServerProcess,
} from './serverProcess.ts'

const demo = { username: 'asharao', password: 'jasmine-half-drop' }

/** Writes a snapshot of 2,000 generated posts, and a picture. Returns the path of the file. */
async function writeSnapshot(): Promise<string> {
  const store = createMemoryStore()
  const run = (task: DataTask) =>
    runDataTask(store, task, {
      clock: Date.now,
      events: new EventTarget(),
      signal: new AbortController().signal,
      onProgress: () => {},
      continueSession: async () => {},
    })
  await run({ kind: 'scenario', scenario: 'busy', seed: 1 })
  const [author] = await store.read.users.page('byId', { limit: 1 })
  if (!author) throw new Error('There are no users.')
  const ownerId = author.row.id
  await addFile(store, { id: id(1), ownerId, type: 'image/png', size: 0, addedAt: 1 }, [ownerId], pngBytes('picture'))
  const { file } = await run({ kind: 'export' })
  if (!file) throw new Error('There is no file.')
  const path = join(await temporaryFolder(), 'snapshot.jsonl')
  await writeFile(path, file.stream())
  return path
}

/** The rows of a snapshot. Its header has the time of the export. */
async function rowsOf(file: string): Promise<string[]> {
  return (await readFile(file, 'utf8')).split('\n').slice(1)
}

async function exportedRows(database: DatabaseSetup): Promise<string[]> {
  const file = join(await temporaryFolder(), 'exported.jsonl')
  expect(await runServer({ ...database, args: ['export', file] })).toMatchObject({ code: 0 })
  return rowsOf(file)
}

for (const { name, isThere, isShared, create } of databaseKinds)
  describe.runIf(isThere)(`moving data to and from ${name}`, () => {
    it('carries all data to an empty database, and gives the same bytes again', async () => {
      const [database, other] = [await create(), await create()]
      const server = await startServer({ ...database, args: ['--demo'] })
      const token = await signUp(server, 'ada')
      await server.send('POST', '/api/posts', { token, body: { postData: { content: 'Moved' } } })
      const headers = { 'content-type': 'image/png', authorization: token }
      const body = Buffer.from(png, 'latin1')
      const url = textAt(await (await server.fetch('/media', { method: 'POST', headers, body })).json(), 'url')
      await server.send('POST', '/api/users/edit', { token, body: { userData: { avatar: url } } })
      if (!isShared) await server.stop('SIGTERM')

      const file = join(await temporaryFolder(), 'moved.jsonl')
      expect(await runServer({ ...database, args: ['export', file] })).toMatchObject({ code: 0 })
      expect(await runServer({ ...other, args: ['import', file] })).toMatchObject({
        code: 0,
        output: expect.stringMatching(/writing: 100 %\nImported 7 users and 7 posts\.\n$/),
      })
      expect(await exportedRows(other)).toEqual(await rowsOf(file))
      const next = await startServer(other)
      const logIn = { username: 'ada', password: 'sesame' }
      expect(await next.send('POST', '/api/auth/login', { body: logIn })).toMatchObject({ status: 200 })
      expect(Buffer.from(await (await next.fetch(url)).arrayBuffer())).toEqual(body)
    })

    it('changes nothing if the import is killed, and import refuses the file of a killed export', async () => {
      const [database, file] = [await create(), await writeSnapshot()]
      await killServerAt('writing: 50 %', { ...database, args: ['import', file] })
      expect(await runServer({ ...database, args: ['check'] })).toMatchObject({
        code: 0,
        output: expect.stringMatching(/users +0\n +posts +0\n +reactions +0\n/),
      })
      expect(await runServer({ ...database, args: ['import', file] })).toMatchObject({ code: 0 })
      expect(await exportedRows(database)).toEqual(await rowsOf(file))

      const half = join(await temporaryFolder(), 'half.jsonl')
      await killServerAt('writing: 40 %', { ...database, args: ['export', half] })
      expect(existsSync(half)).toBe(false)
      expect(await runServer({ ...(await create()), args: ['import', `${half}.part`] })).toMatchObject({
        code: 1,
        output: expect.stringMatching(/ Line \d+: the file ends too early\. /),
      })
    })
  })

describe('moving data', () => {
  it('imports what a browser has exported, whose users log in with their passwords', async () => {
    const folder = await dataFolder()
    const file = join(await temporaryFolder(), 'browser.jsonl')
    await copyFile('tests/fixtures/snapshot4.ndjson', file)
    expect(await runServer({ folder, args: ['import', file] })).toMatchObject({ code: 0 })
    const server = await startServer({ folder })
    expect(await server.send('POST', '/api/auth/login', { body: demo })).toMatchObject({ status: 200 })
    expect((await server.fetch('/media/file')).headers.get('content-type')).toBe('image/gif')
  })

  it('says how many users and posts it has moved', async () => {
    const [folder, files] = [await dataFolder(), await temporaryFolder()]
    const server = await startServer({ folder })
    await signUp(server, 'ada')
    await server.stop('SIGTERM')
    const file = join(files, 'snapshot.jsonl')
    expect((await runServer({ folder, args: ['export', file] })).output).toContain('has 1 user and 0 posts.')
    expect((await runServer({ args: ['import', file] })).output).toContain('Imported 1 user and 0 posts.\n')
  })

  it('names the line of a file that is not valid, and imports nothing of it', async () => {
    const [folder, file] = [await dataFolder(), await writeSnapshot()]
    const lines = (await readFile(file, 'utf8')).split('\n')
    await writeFile(file, lines.with(1500, '{"table":"posts","row":{}}').join('\n'))
    expect(await runServer({ folder, args: ['import', file] })).toMatchObject({
      code: 1,
      output: expect.stringContaining('Line 1501: "id" is missing.'),
    })
    expect((await runServer({ folder, args: ['check'] })).output).toMatch(/users +0\n/)
  })

  it('refuses to import into a database that has users, and to replace a file', async () => {
    const [folder, files] = [await dataFolder(), await temporaryFolder()]
    const server = await startServer({ folder, args: ['--demo'] })
    await server.stop('SIGTERM')
    const file = join(files, 'snapshot.jsonl')
    await writeFile(file, 'mine')
    expect(await runServer({ folder, args: ['export', file] })).toMatchObject({ code: 1 })
    expect(await readFile(file, 'utf8')).toBe('mine')
    await rm(file)
    await runServer({ folder, args: ['export', file] })
    expect(await runServer({ folder, args: ['import', file] })).toMatchObject({
      code: 1,
      output: 'The database has users. Import into an empty one: nothing was changed.\n',
    })
  })

  it('exports nothing while a deleted account has rows left', async () => {
    const [folder, files] = [await dataFolder(), await temporaryFolder()]
    const database = await PGlite.create(join(folder, 'database'))
    await database.query(`insert into weft.removed_users (id) values ('${id(1)}')`)
    await database.close()
    expect(await runServer({ folder, args: ['export', join(files, 'snapshot.jsonl')] })).toMatchObject({
      code: 1,
      output: 'The rows of a deleted account are being removed. Export again when the server has removed them.\n',
    })
    expect(await readdir(files)).toEqual([])
  })
})

describe('a backup', () => {
  const fill = async (server: ServerProcess) => {
    const token = await signUp(server, 'ada')
    await server.send('POST', '/api/posts', { token, body: { postData: { content: 'Kept' } } })
    return token
  }
  const expectRestored = async (server: ServerProcess, token: string) => {
    expect(await server.send('GET', '/api/posts')).toMatchObject({
      status: 200,
      json: { posts: [{ content: 'Kept' }] },
    })
    // The session goes on: the key of its token is in the backup, too.
    expect(await server.send('GET', '/api/users/bookmark', { token })).toMatchObject({ status: 200 })
  }

  it('of PGlite is a copy of its folder', async () => {
    const [folder, copy] = [await dataFolder(), join(await temporaryFolder(), 'copy')]
    const server = await startServer({ folder })
    const token = await fill(server)
    await server.stop('SIGTERM')
    await cp(folder, copy, { recursive: true })
    await expectRestored(await startServer({ folder: copy }), token)
  })

  const programs = findPostgres()
  it.runIf(programs)('of Postgres is what pg_dump writes while the server runs', async () => {
    if (programs === undefined) throw new Error('There is no Postgres server.')
    const [url, other] = [await createPostgresDatabase(), await createPostgresDatabase()]
    const token = await fill(await startServer({ env: { DATABASE_URL: url } }))
    const file = join(await temporaryFolder(), 'weft.dump')
    const run = async (program: string, ...args: string[]) => promisify(execFile)(join(programs, program), args)
    await run('pg_dump', '--format=custom', `--file=${file}`, url)
    await run('pg_restore', `--dbname=${other}`, file)
    await expectRestored(await startServer({ env: { DATABASE_URL: other } }), token)
  })
})
