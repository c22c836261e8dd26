import { describe, expect, it, onTestFinished } from 'vitest'
import { DAY_MS } from '../../resolvers/lib/dates.ts'
import { idAt } from '../../resolvers/lib/ids.ts'
import { png } from '../mediaFiles.ts'
import { startS3 } from '../s3Server.ts'
import { listAt, textAt } from '../values.ts'
import { databaseKinds, withDatabase } from './databases.ts'
import { dataFolder, signUp, startServer } from './serverProcess.ts'

it('removes all posts of a large account at once, before the next run of the housekeeping', async () => {
  const folder = await dataFolder()
  const former = await startServer({ folder })
  const token = await signUp(former, 'ada')
  await former.stop('SIGTERM')
  const insertPosts = `
    insert into weft.posts (
      id, author_id, content, media_url, media_type, media_alt, created_at, updated_at, like_count, mentions, reply_count
    )
    select gen_random_uuid(), users.id, 'Large', '', '', '', 1, 1, 0, '[]', 0 from weft.users, generate_series(1, 1000)`
  await withDatabase({ folder, env: {} }, (query) => query(insertPosts))

  const server = await startServer({ folder })
  const execute = async (query: string) => (await server.send('POST', '/graphql', { token, body: { query } })).json
  expect(await execute('mutation { deleteAccount(input: { username: "ada" }) { deletedUserId } }')).toMatchObject({
    data: { deleteAccount: { deletedUserId: expect.any(String) } },
  })
  const posts = async () => listAt(await execute('{ posts(first: 1) { edges { node { id } } } }'), 'data.posts.edges')
  await expect.poll(posts).toEqual([])
})

for (const { name, isThere, isShared, create } of databaseKinds)
  describe.runIf(isThere)(`over ${name}`, () => {
    it.each(['the database', 'S3'])(
      'removes files in %s that nothing shows two days after their upload',
      async (place) => {
        const database = await create()
        const s3 = place === 'S3' ? await startS3() : undefined
        if (s3) onTestFinished(() => s3.stop())
        const setup = { ...database, env: { ...database.env, ...s3?.env } }
        const former = await startServer(setup)
        const token = await signUp(former, 'ada')
        const upload = async () => {
          const headers = { authorization: token }
          const response = await former.fetch('/media', { method: 'POST', headers, body: Buffer.from(png, 'latin1') })
          return textAt(await response.json(), 'url')
        }
        const [shown, unused, recent] = [await upload(), await upload(), await upload()]
        await former.send('POST', '/api/users/edit', { token, body: { userData: { avatar: shown } } })
        await former.stop('SIGTERM')

        // The id of a file says when its upload began.
        const oldUrl = () => `/media/${idAt(Date.now() - 3 * DAY_MS, Math.random)}`
        const [oldShown, oldUnused] = [oldUrl(), oldUrl()]
        await withDatabase(database, async (query) => {
          for (const [url, old] of Object.entries({ [shown]: oldShown, [unused]: oldUnused })) {
            for (const [table, column] of Object.entries({ files: 'id', file_uses: 'file_id', blob_chunks: 'id' }))
              await query(`
                update weft.${table} set ${column} = replace('${old}', '/media/', '')
                where '/media/' || ${column} = '${url}'`)
            const object = s3?.objects.get(url.slice(1))
            if (object) s3?.objects.set(old.slice(1), object)
            s3?.objects.delete(url.slice(1))
          }
        })

        const servers = await Promise.all([setup, ...(isShared ? [setup] : [])].map(startServer))
        const [server] = servers
        const statusOf = async (url = '') => (await server?.fetch(url))?.status
        await expect.poll(() => statusOf(oldUnused)).toBe(404)
        expect([await statusOf(oldShown), await statusOf(recent)]).toEqual([200, 200])
        if (s3) await expect.poll(() => s3.objects.size).toBe(2)
        for (const { lines } of servers) expect(lines.join('\n')).not.toContain('error')
      },
    )
  })
