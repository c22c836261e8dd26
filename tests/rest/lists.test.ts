import { beforeEach, describe, expect, test } from 'vitest'
import type { ListLimits } from '../../resolvers/rest/lists.ts'
import { openBackend, type TestBackend, type TestUser } from '../backend.ts'
import { adapters } from '../store/adapters.ts'
import { at, listAt } from '../values.ts'

describe.each(adapters)('lists of REST ($name store)', ({ open }) => {
  /** Seven users, the first of whom has seven posts and bookmarks. */
  async function openFilled(listLimits?: ListLimits) {
    const backend = await openBackend(open, { ...(listLimits && { listLimits }), tick: 1 })
    const users: TestUser[] = []
    for (const name of ['a/b ü', '2', '3', '4', '5', '6', '7']) users.push(await backend.signUpUser(name))
    const [mira] = users
    if (!mira) throw new Error('There is no user.')
    const posts: string[] = []
    for (let number = 0; number < 7; number += 1) posts.push(await backend.post(mira, `Post ${number}`))
    // Not in the order of the posts.
    const bookmarked = [...posts.slice(3), ...posts.slice(0, 3)]
    for (const id of bookmarked) await backend.rest('POST', `/users/bookmark/${id}`, { token: mira.token })
    return { backend, mira, ids: { users: users.map(({ id }) => id), posts, bookmarks: bookmarked } }
  }

  const idOf = (item: unknown) => (typeof item === 'string' ? item : at(item, '_id'))
  const nextOf = (headers: Headers) => /^<\/api(\S+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]

  const lists = [
    ['/posts', 'posts'],
    [`/posts/user/${encodeURIComponent('a/b ü')}`, 'posts'],
    ['/users', 'users'],
    ['/users/bookmark', 'bookmarks'],
  ] as const

  /** Reads a list by its links. Returns the ids in each response. */
  async function follow(backend: TestBackend, path: string, field: string, token: string) {
    const parts: unknown[][] = []
    for (let next: string | undefined = path; next !== undefined;) {
      const { status, json, headers } = await backend.rest('GET', next, { token })
      expect(status).toBe(200)
      parts.push(listAt(json, field).map(idOf))
      next = nextOf(headers)
    }
    return parts
  }

  describe('with a limit', () => {
    let filled: Awaited<ReturnType<typeof openFilled>>
    beforeEach(async () => {
      filled = await openFilled({ rows: 3, length: 1_000_000 })
    })

    test.each(lists)('%s has the newest rows, and links lead to all others', async (path, field) => {
      const { backend, mira, ids } = filled
      const all = ids[field]
      const parts = await follow(backend, path, field, mira.token)
      expect(parts).toEqual([all.slice(4), all.slice(1, 4), all.slice(0, 1)])
    })

    test('a list of exactly that many rows has no link', async () => {
      const { backend, mira, ids } = filled
      for (const id of ids.posts.slice(0, 4)) await backend.rest('DELETE', `/posts/${id}`, { token: mira.token })
      expect(await follow(backend, '/posts', 'posts', mira.token)).toEqual([ids.posts.slice(4)])
    })

    test('a change returns the newest rows with a link to the next ones, whatever its query', async () => {
      const { backend, mira, ids } = filled
      const [id = ''] = ids.posts
      const calls = [
        [`/posts/like/${id}?before=${id}`, 'posts', ids.posts],
        [`/users/remove-bookmark/${id}`, 'bookmarks', ids.bookmarks.filter((other) => other !== id)],
      ] as const
      for (const [path, field, all] of calls) {
        const { json, headers } = await backend.rest('POST', path, { token: mira.token })
        expect(listAt(json, field).map(idOf)).toEqual(all.slice(-3))
        const rest = await follow(backend, nextOf(headers) ?? '', field, mira.token)
        expect(rest[0]).toEqual(all.slice(-6, -3))
      }
    })

    test('a list before an unknown place is empty or begins there', async () => {
      const { backend, ids } = filled
      const read = async (before: string) =>
        listAt((await backend.rest('GET', `/posts?before=${encodeURIComponent(before)}`)).json, 'posts').map(idOf)
      expect(await read('ffffffff-ffff-7fff-bfff-ffffffffffff')).toEqual(ids.posts.slice(4))
      expect(await read('00000000-0000-7000-8000-000000000000')).toEqual([])
      for (const text of ['zzz', '\0', '']) expect(await read(text)).toEqual([])
    })
  })

  test.each(lists)('%s is complete without a limit, and ignores the query', async (path, field) => {
    const { backend, mira, ids } = await openFilled()
    for (const query of ['', `?before=${ids.posts[3]}`])
      expect(await follow(backend, path + query, field, mira.token)).toEqual([ids[field]])
  })
})
