import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../resolvers/lib/dates.ts'
import { createIds } from '../../resolvers/lib/ids.ts'
import { CommitUnknownError } from '../../resolvers/store/errors.ts'
import type { Tables } from '../../resolvers/store/port.ts'
import { openBackend, type TestBackend } from '../backend.ts'
import { gif } from '../mediaFiles.ts'
import { at, textAt } from '../values.ts'
import { interceptStore } from '../interceptStore.ts'
import { adapters, storeAdapters } from '../store/adapters.ts'
import { countRows } from '../store/rows.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'

/** A store that runs each transaction twice, as after a write conflict. The first run is undone. */
function conflicting(store: AdministeredStore): AdministeredStore {
  return {
    ...store,
    async transaction<T>(work: (tx: Tables) => Promise<T>) {
      const conflict = new Error('Conflict')
      const first = store.transaction(async (tx) => {
        await work(tx)
        throw conflict
      })
      await first.catch((error: unknown) => {
        if (error !== conflict) throw error
      })
      return store.transaction(work)
    },
  }
}

/** Breaks the connection at each commit while `isBroken` is set. The database has committed. */
function unanswered(state: { isBroken: boolean }) {
  return (store: AdministeredStore): AdministeredStore => ({
    ...store,
    async transaction(work, options) {
      const result = await store.transaction(work, options)
      if (state.isBroken) throw new CommitUnknownError(new Error('The connection broke'))
      return result
    },
  })
}

async function upload({ http }: TestBackend, token: string): Promise<string> {
  const headers = { authorization: token }
  const response = await http(new Request('http://localhost/media', { method: 'POST', body: gif, headers }))
  expect(response.status).toBe(201)
  return textAt(await response.json(), 'url')
}

/** Removes deleted posts for good, after the time for which they can be restored. */
async function purge({ backend, setClock }: TestBackend): Promise<void> {
  setClock('2026-05-04T09:40:00.001Z')
  await backend.runHousekeeping()
}

const idIn = (url: string) => url.replace('/media/', '')

describe.each(adapters)('a change over the $name store', ({ open }) => {
  test('takes effect and publishes its events once when its transaction runs twice', async () => {
    const backend = await openBackend(open, { wrap: conflicting })
    const [mira, noor] = [await backend.signUpUser('mira'), await backend.signUpUser('noor')]
    const url = await upload(backend, mira.token)
    const postData = { content: 'Hello', post_img: url }
    await backend.rest('POST', '/posts', { token: mira.token, body: { postData } })
    const [post] = await backend.store.read.posts.page('LATEST', { limit: 2 })
    const postId = post?.row.id ?? ''
    expect((await backend.rest('POST', `/posts/like/${postId}`, { token: noor.token })).status).toBe(201)
    expect((await backend.rest('POST', `/users/follow/${mira.id}`, { token: noor.token })).status).toBe(200)
    expect((await backend.store.read.posts.getMany([postId]))[0]).toMatchObject({ likeCount: 1 })
    expect(await backend.store.read.users.getMany([mira.id])).toMatchObject([{ postCount: 1, followerCount: 1 }])
    expect((await backend.rest('DELETE', `/posts/${postId}`, { token: mira.token })).status).toBe(201)
    const topics = (await backend.published()).map(({ topic }) => topic)
    expect(topics.filter((topic) => !['userChanged', 'reactionChanged'].includes(topic))).toEqual([
      'postCreated',
      'postChanged',
      'followingChanged',
      'postDeleted',
    ])
    await purge(backend)
    expect(await countRows(backend.store)).toMatchObject({ posts: 0, follows: 1, files: 0, fileUses: 0 })
    expect(await backend.store.blobs.get(idIn(url))).toBeUndefined()
    expect(backend.reportedErrors).toEqual([])
  })
})

describe.each(adapters)('a change over the $name store whose commit is not answered', ({ open }) => {
  test.each([
    ['REST', 500],
    ['GraphQL', 200],
  ])('over %s reaches subscriptions if it was made', async (api, status) => {
    const state = { isBroken: false }
    // With a length, an operation of GraphQL has a store object of its own, as on a server.
    const backend = await openBackend(open, { wrap: unanswered(state), maxResponseLength: 100_000 })
    const { token } = await backend.signUpUser('mira')
    const changes = await backend.subscribe('subscription { changes { ... on UserChange { user { bio } } } }')
    const next = changes.next()
    const edit = async (bio: string) => {
      if (api === 'REST') return backend.rest('POST', '/users/edit', { token, body: { userData: { bio } } })
      const query = `mutation { editProfile(input: { bio: "${bio}" }) { viewer { bio } } }`
      return backend.http(
        new Request('http://localhost/graphql', {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: token },
          body: JSON.stringify({ query }),
        }),
      )
    }
    state.isBroken = true
    expect((await edit('Weaver')).status).toBe(status)
    expect(await next).toEqual({ data: { changes: { user: { bio: 'Weaver' } } } })
  })
})

describe.each(adapters)('the bytes of a file in the $name store', ({ open }) => {
  test('are removed again when the row cannot be inserted', async () => {
    const put: string[] = []
    const backend = await openBackend(open, {
      wrap: (store) => ({
        ...interceptStore(store, (call) => {
          if (call === 'files.insert') throw new Error('The disk is full')
        }),
        blobs: {
          ...store.blobs,
          put(id, content) {
            put.push(id)
            return store.blobs.put(id, content)
          },
        },
      }),
    })
    const { token } = await backend.signUpUser('mira')
    const request = new Request('http://localhost/media', {
      method: 'POST',
      body: gif,
      headers: { authorization: token },
    })
    expect((await backend.http(request)).status).toBe(500)
    expect(put).toHaveLength(1)
    expect(await backend.store.blobs.get(put[0] ?? '')).toBeUndefined()
  })

  test('are kept when nobody knows whether the row was inserted', async () => {
    const state = { isBroken: false }
    const backend = await openBackend(open, { wrap: unanswered(state) })
    const { token } = await backend.signUpUser('mira')
    state.isBroken = true
    const headers = { authorization: token }
    const request = new Request('http://localhost/media', { method: 'POST', body: gif, headers })
    expect((await backend.http(request)).status).toBe(500)
    const [id = ''] = await backend.store.blobs.ids({ limit: 2 })
    const file = await backend.http(new Request(`http://localhost/media/${id}`))
    expect([file.status, await file.text()]).toEqual([200, gif])
  })

  test('are kept when the deletion of their post fails', async () => {
    const state = { isBroken: false }
    const backend = await openBackend(open, {
      wrap: (store) =>
        interceptStore(store, (call) => {
          if (call === 'users.patch' && state.isBroken) throw new Error('The disk is full')
        }),
    })
    const { token } = await backend.signUpUser('mira')
    const url = await upload(backend, token)
    await backend.rest('POST', '/posts', { token, body: { postData: { post_img: url } } })
    const [post] = await backend.store.read.posts.page('LATEST', { limit: 1 })
    state.isBroken = true
    expect((await backend.rest('DELETE', `/posts/${post?.row.id}`, { token })).status).toBe(500)
    expect(await (await backend.http(new Request(`http://localhost${url}`))).text()).toBe(gif)
    state.isBroken = false
    expect((await backend.rest('DELETE', `/posts/${post?.row.id}`, { token })).status).toBe(201)
    await purge(backend)
    expect(await backend.store.blobs.get(idIn(url))).toBeUndefined()
  })

  test('may be left over when they cannot be removed, which is reported', async () => {
    const error = new Error('No disk')
    const backend = await openBackend(open, {
      wrap: (store) =>
        interceptStore(store, (call) => {
          if (call === 'blobs.remove') throw error
        }),
    })
    const { token } = await backend.signUpUser('mira')
    const [first, second] = [await upload(backend, token), await upload(backend, token)]
    const setAvatar = (avatar: string) => backend.rest('POST', '/users/edit', { token, body: { userData: { avatar } } })
    await setAvatar(first)
    const edited = await setAvatar(second)
    expect([edited.status, at(edited.json, 'user.avatar')]).toEqual([201, second])
    expect(backend.reportedErrors).toEqual([error])
    expect(await backend.backend.readFile(first)).toBeUndefined()
  })
})

describe.each(storeAdapters)('bytes without a row in the $name store', ({ open }) => {
  const start = '2026-05-04T09:30:00Z'

  test('are removed a day later unless the run is aborted, and those of files are kept', async () => {
    const state = { isBroken: false }
    const backend = await openBackend(open, {
      wrap: (store) =>
        interceptStore(store, (call) => {
          if (state.isBroken && ['files.insert', 'blobs.remove'].includes(call)) throw new Error('No disk')
        }),
    })
    const { token } = await backend.signUpUser('mira')
    const url = await upload(backend, token)
    await backend.rest('POST', '/users/edit', { token, body: { userData: { avatar: url } } })
    const kept = idIn(url)
    state.isBroken = true
    const headers = { authorization: token }
    const request = new Request('http://localhost/media', { method: 'POST', body: gif, headers })
    expect((await backend.http(request)).status).toBe(500)
    state.isBroken = false
    const [, left = ''] = await backend.store.blobs.ids({ limit: 3 })

    backend.setClock(new Date(Date.parse(start) + DAY_MS).toISOString())
    await backend.backend.runHousekeeping()
    expect(await backend.store.blobs.ids({ limit: 3 })).toEqual([kept, left])
    backend.setClock(new Date(Date.parse(start) + DAY_MS + 1).toISOString())
    await backend.backend.runHousekeeping(AbortSignal.abort())
    expect(await backend.store.blobs.ids({ limit: 3 })).toEqual([kept, left])
    await backend.backend.runHousekeeping()
    expect(await backend.store.blobs.ids({ limit: 3 })).toEqual([kept])
  })

  test('are found among many files by several runs, which begin again at the end', async () => {
    const backend = await openBackend(open)
    const { id: ownerId } = await backend.signUpUser('mira')
    const ids = createIds(() => Date.parse(start) - 2 * DAY_MS)
    const put = (id: string) => backend.store.blobs.put(id, [new Uint8Array(1)])
    const oldest = ids()
    const rows = Array.from({ length: 500 }, () => ({
      id: ids(),
      ownerId,
      type: 'image/gif',
      size: 1,
      addedAt: 0,
    }))
    const newest = ids()
    await backend.store.admin.transaction(async (tx) => {
      await tx.insertMany('files', rows)
      await tx.insertMany(
        'fileUses',
        rows.map((row) => ({ fileId: row.id, usedBy: ownerId })),
      )
    })
    for (const id of [...rows.map((row) => row.id), newest]) await put(id)
    await backend.backend.runHousekeeping()
    expect(await backend.store.blobs.ids({ limit: 1000 })).toHaveLength(501)
    await put(oldest)
    await backend.backend.runHousekeeping()
    await backend.backend.runHousekeeping()
    expect(await backend.store.blobs.ids({ limit: 1000 })).toEqual(rows.map((row) => row.id))
    expect(backend.reportedErrors).toEqual([])
  })
})
