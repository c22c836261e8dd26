import { describe, expect, test } from 'vitest'
import { demoAccount, seedIfEmpty, type DataTask } from '../../resolvers/browser/index.ts'
import { seedPosts } from '../../resolvers/seed/seedPosts.ts'
import { openBackend } from '../backend.ts'
import { adapters } from '../store/adapters.ts'
import { textAt } from '../values.ts'
import { addFile, countRows, fileRow, id } from '../store/rows.ts'
import { interceptStore } from '../interceptStore.ts'
import { allOf, contradictions, now, opened, run } from './dataTasks.ts'

const play = (scenario: 'empty' | 'seed' | 'busy'): DataTask => ({ kind: 'scenario', scenario, seed: 1 })

describe.each(adapters)('the scenario over $name', ({ open }) => {
  test('Empty removes everything, and the store is not seeded again', async () => {
    const store = await opened(open)
    await seedIfEmpty(store, () => now)
    const { result, published } = await run(store, play('empty'))
    expect(Object.values(result.counts)).toEqual([0, 0, 0, 0, 0, 0, 0])
    expect(published).toEqual(['dataReplaced'])
    await seedIfEmpty(store, () => now)
    expect(await countRows(store)).toEqual(result.counts)
  })

  test('Empty in a store that was never seeded prevents seeding', async () => {
    const store = await opened(open)
    await run(store, play('empty'))
    await seedIfEmpty(store, () => now)
    expect((await countRows(store)).users).toBe(0)
  })

  test('Seed replaces all data with the data of a first visit', async () => {
    const [fresh, used] = [await opened(open), await opened(open)]
    await seedIfEmpty(fresh, () => now)
    await seedIfEmpty(used, () => now)
    await addFile(used, fileRow(1, id(1)))
    await run(used, { kind: 'grow', users: 20, posts: 30, seed: 1 })
    await run(used, play('seed'))
    const withoutIds = async (store: typeof fresh) => {
      const { users, posts, ...rows } = await allOf(store)
      const named = {
        users: users.map(({ id: _id, tokenVersion: _tokenVersion, ...user }) => user),
        posts: posts.map(({ id: _id, authorId: _authorId, ...post }) => post),
      }
      return { ...named, follows: rows.follows.length, others: [rows.reactions, rows.bookmarks, rows.files] }
    }
    expect(await withoutIds(used)).toEqual(await withoutIds(fresh))
  })

  test('Seed ends every session but the one that asks for it, which gets a new token', async () => {
    const backend = await openBackend(open, { seed: true, startAt: new Date(now).toISOString() })
    const statusWith = async (token: string | undefined) =>
      (await backend.rest('GET', '/users/bookmark', { token: token ?? '' })).status
    const body = demoAccount
    const first = textAt((await backend.rest('POST', '/auth/login', { body })).json, 'encodedToken')
    const renewed = await backend.gql('mutation { signOutEverywhere { token } }', {}, first)
    const second = textAt(renewed, 'data.signOutEverywhere.token')
    const asha = await backend.store.read.users.byUsername(demoAccount.username)

    const third = (await run(backend.store, play('seed'), { token: second })).token
    expect(await Promise.all([first, second, third].map(statusWith))).toEqual([401, 401, 200])
    expect((await backend.store.read.users.byUsername(demoAccount.username))?.id).toBe(asha?.id)

    // Neither a visitor, nor an ended session, nor a user whom the new data lacks gets a token.
    expect((await run(backend.store, play('seed'))).token).toBeUndefined()
    expect(await statusWith(third)).toBe(401)
    expect((await run(backend.store, play('seed'), { token: third ?? '' })).token).toBeUndefined()
    const noor = await backend.signUpUser('noor')
    expect((await run(backend.store, play('seed'), { token: noor.token })).token).toBeUndefined()
    expect(await statusWith(noor.token)).toBe(404)
  })

  test('Busy has 206 users and 2,000 posts', async () => {
    const store = await opened(open)
    const { result, progress } = await run(store, play('busy'))
    expect(result.counts).toMatchObject({ users: 206, posts: 2000 })
    const rows = await allOf(store)
    const samples = rows.posts.filter(({ content }) => seedPosts.some((sample) => sample.content === content))
    expect(samples).toHaveLength(6)
    expect(contradictions(rows, new Set(samples.map((sample) => sample.id)))).toEqual([])
    expect(progress.at(-1)).toMatchObject({ done: progress.at(-1)?.total })
  })

  test('Seed changes nothing when a write fails', async () => {
    const store = await opened(open)
    await seedIfEmpty(store, () => now)
    const before = await allOf(store)
    const fault = new Error('The disk is full')
    const broken = interceptStore(store, (call) => {
      if (call === 'posts.insert') throw fault
    })
    await expect(run(broken, play('seed'))).rejects.toBe(fault)
    expect(await allOf(store)).toEqual(before)
  })
})
