/** The generator of large sites, and what is left of one that was killed. */

import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { openBulkLoad } from '../../resolvers/store/postgres/bulkLoad.ts'
import { createPostgresDatabase, databaseKinds, withDatabase, type DatabaseSetup, type Query } from './databases.ts'
import { killServerAt, runServer, startServer, temporaryFolder } from './serverProcess.ts'

const [USERS, POSTS] = [400, 3000]
const args = ['generate', '--users', String(USERS), '--posts', String(POSTS)]

/** Returns hashes of all rows, without what an import changes, and the definitions of columns, constraints and indexes. */
async function contentOf(query: Query) {
  const tables = 'users first_names name_grams posts post_tags tag_counts reactions bookmarks follows'.split(' ')
  const rows = tables.map(
    (table) => `select '${table}' as name, count(*)::integer as count,
      md5(string_agg(text, ' ' order by text collate "C")) as hash
      from (select (to_jsonb(${table}) - 'token_version')::text as text from weft.${table}) as item`,
  )
  return {
    rows: await query(`${rows.join(' union all ')} order by name`),
    columns: await query(`
      select relname, attname, atttypid::regtype::text as type, attnotnull, attstorage::text, attcollation
      from pg_attribute join pg_class on attrelid = pg_class.oid
      where relnamespace = 'weft'::regnamespace and relkind = 'r' and attnum > 0 order by relname, attname`),
    indexes: await query(`select indexname, indexdef from pg_indexes where schemaname = 'weft' order by indexname`),
    constraints: await query(`
      select conname, pg_get_constraintdef(oid) as definition from pg_constraint
      where connamespace = 'weft'::regnamespace order by conname`),
    schemas: await query(`select nspname from pg_namespace where nspname like 'weft%'`),
  }
}

/** Returns what another database has that imports an export of this one. The import checks the counts of users. */
async function contentOfImport(setup: DatabaseSetup, other: DatabaseSetup) {
  const file = join(await temporaryFolder(), 'generated.jsonl')
  expect(await runServer({ ...setup, args: ['export', file] })).toMatchObject({ code: 0 })
  expect(await runServer({ ...other, args: ['import', file] })).toMatchObject({ code: 0 })
  return withDatabase(other, contentOf)
}

const miscountedPosts = `
  select id from weft.posts where like_count <> (
    select count(*) from weft.reactions where post_id = posts.id and kind = 'like')`

for (const { name, isThere, isShared, create } of databaseKinds)
  describe.runIf(isThere)(`generating a large site in ${name}`, () => {
    it('shows nothing after a kill, goes on, and writes what an import of the same data writes', async () => {
      const database = await create()
      // PGlite takes seconds to open: one kill is enough.
      for (const line of isShared ? ['rows: 20 %', 'indexes: 80 %'] : ['indexes: 80 %']) {
        await killServerAt(line, { ...database, args })
        expect((await runServer({ ...database, args: ['check'] })).output).toMatch(/users +0\n +posts +0\n/)
      }
      const { code, output } = await runServer({ ...database, args })
      expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/^Going on where /) })
      expect(output).not.toContain('rows: ')
      expect(await withDatabase(database, contentOf)).toEqual(await contentOfImport(database, await create()))
      expect(await withDatabase(database, (query) => query(miscountedPosts))).toEqual([])
    })
  })

const create = databaseKinds.findLast(({ isThere }) => isThere)?.create
describe.runIf(create)('generating a large site', () => {
  const created = async () => {
    if (create === undefined) throw new Error('There is no database.')
    return create()
  }

  it('makes extremes in proportion to the numbers, and users who log in with the printed password', async () => {
    const database = await created()
    const { code, output } = await runServer({ ...database, args })
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/^rows: 35 %, \d+ \w+ left$/m) })
    expect(output).toContain(`Generated ${USERS} users and ${POSTS} posts.\n`)
    const [, celebrity, reader] = /^Half of the users follow (\w+); (\w+) follows one in 200\.$/m.exec(output) ?? []
    const [extremes] = await withDatabase(database, (query) =>
      query(`select (select count(*)::integer from weft.users) as users,
        (select count(*)::integer from weft.posts) as posts,
        (select follower_count from weft.users where username = '${celebrity}') as followers,
        (select following_count from weft.users where username = '${reader}') as followed,
        (select max(like_count) from weft.posts) as likes,
        (select post_count from weft.tag_counts where tag = 'weft') as tagged`),
    )
    expect(extremes).toEqual({
      users: USERS,
      posts: POSTS,
      followers: USERS / 2,
      followed: USERS / 200,
      likes: USERS / 2,
      tagged: POSTS / 10,
    })

    const [, password] = /^The password of all generated users: (\S{16})$/m.exec(output) ?? []
    const server = await startServer(database)
    const logIn = (body: object) => server.send('POST', '/api/auth/login', { body })
    expect(await logIn({ username: celebrity, password })).toMatchObject({ status: 200 })
    expect(await logIn({ username: celebrity, password: 'jasmine-half-drop' })).toMatchObject({ status: 401 })
  })

  it('refuses a database with users, and numbers out of range, and changes nothing', async () => {
    const database = await created()
    const refusal = async (...options: string[]) => {
      const { code, output } = await runServer({ ...database, args: ['generate', ...options] })
      expect(code).toBe(1)
      return output
    }
    expect(await refusal()).toMatch(/^Name the numbers: npm run serve -- generate --users \d+ --posts \d+\n$/)
    expect(await refusal('--users', '10', '--posts', '1000')).toBe(
      'The number of users must be a whole number from 200 to 10,000,000.\n',
    )
    expect(await refusal('--users', '1000', '--posts', 'many')).toBe(
      'The number of posts must be a whole number from 200 to 100,000,000.\n',
    )
    await (await startServer({ ...database, args: ['--demo'] })).stop('SIGTERM')
    const before = await withDatabase(database, contentOf)
    expect(await refusal('--users', '200', '--posts', '200')).toBe(
      'The database has users. Generate into one without: nothing was changed.\n',
    )
    expect(await withDatabase(database, contentOf)).toEqual(before)
  })
})

it.runIf(inject('postgresUrl'))('a load ends its connection to a server that accepts no changes', async () => {
  const url = await createPostgresDatabase()
  await withDatabase({ folder: '', env: { DATABASE_URL: url } }, async (query) => {
    await query(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`)
    await expect(openBulkLoad(url)).rejects.toThrow('The server accepts no changes.')
    const others = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
    await expect.poll(() => query(others)).toEqual([])
  })
})
