import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { expect, it } from 'vitest'
import { listAt } from '../values.ts'
import { dataFolder, signUp, startServer } from './serverProcess.ts'

it('removes all posts of a large account at once, before the next run of the housekeeping', async () => {
  const folder = await dataFolder()
  const former = await startServer({ folder })
  const token = await signUp(former, 'ada')
  await former.stop('SIGTERM')
  const database = await PGlite.create(join(folder, 'database'))
  await database.query(`
    insert into weft.posts (id, author_id, content, media_url, media_type, media_alt, created_at, updated_at, like_count)
    select gen_random_uuid(), users.id, 'Large', '', '', '', 1, 1, 0 from weft.users, generate_series(1, 1000)`)
  await database.close()

  const server = await startServer({ folder })
  const execute = async (query: string) => (await server.send('POST', '/graphql', { token, body: { query } })).json
  expect(await execute('mutation { deleteAccount(input: { username: "ada" }) { deletedUserId } }')).toMatchObject({
    data: { deleteAccount: { deletedUserId: expect.any(String) } },
  })
  const posts = async () => listAt(await execute('{ posts(first: 1) { edges { node { id } } } }'), 'data.posts.edges')
  await expect.poll(posts, { timeout: 20_000 }).toEqual([])
})
