/** The generator of large sites. */

import { expect, it } from 'vitest'
import { generateSite } from '../../tools/generate/generateSite.ts'
import { databaseKinds, withDatabase, type DatabaseSetup } from './databases.ts'
import { startServer } from './serverProcess.ts'

const totals = { users: 400, posts: 3000 }

const miscountedPosts = `
  select id from weft.posts where like_count <> (
    select count(*) from weft.reactions where post_id = posts.id and kind = 'like')`

const miscountedUsers = `
  select id from weft.users where post_count <> (select count(*) from weft.posts where author_id = users.id)
    or follower_count <> (select count(*) from weft.follows where followee_id = users.id)
    or following_count <> (select count(*) from weft.follows where follower_id = users.id)`

const settingsOf = ({ folder, env }: DatabaseSetup) => ({ DATA_DIR: folder, ...env })

const create = databaseKinds.findLast(({ isThere }) => isThere)?.create

it.runIf(create)('a large site has extremes in proportion to its numbers, and correct counts', async () => {
  if (create === undefined) throw new Error('There is no database.')
  const database = await create()
  const { password, celebrity, reader } = await generateSite(settingsOf(database), totals)
  const found = await withDatabase(database, async (query) => ({
    extremes: await query(`select (select count(*)::integer from weft.users) as users,
        (select count(*)::integer from weft.posts) as posts,
        (select follower_count from weft.users where username = '${celebrity}') as followers,
        (select following_count from weft.users where username = '${reader}') as followed,
        (select max(like_count) from weft.posts) as likes,
        (select post_count from weft.tag_counts where tag = 'weft') as tagged`),
    miscounted: [...(await query(miscountedPosts)), ...(await query(miscountedUsers))],
  }))
  expect(found).toEqual({
    extremes: [
      {
        ...totals,
        followers: totals.users / 2,
        followed: totals.users / 200,
        likes: totals.users / 2,
        tagged: totals.posts / 10,
      },
    ],
    miscounted: [],
  })

  const server = await startServer(database)
  const logIn = (body: object) => server.send('POST', '/api/auth/login', { body })
  expect(await logIn({ username: celebrity, password })).toMatchObject({ status: 200 })
  expect(await logIn({ username: celebrity, password: 'jasmine-half-drop' })).toMatchObject({ status: 401 })
  await server.stop('SIGTERM')
  await expect(generateSite(settingsOf(database), totals)).rejects.toThrow('The database has users.')
})

it.each([
  [{ ...totals, users: 10 }, 'The number of users must be a whole number from 200 to 10,000,000.'],
  [{ ...totals, posts: NaN }, 'The number of posts must be a whole number from 200 to 100,000,000.'],
])('a large site has no numbers out of range: %o', async (numbers, message) => {
  await expect(generateSite({}, numbers)).rejects.toThrow(message)
})
