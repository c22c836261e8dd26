import { describe, expect, test, vi } from 'vitest'
import { tagsIn } from '../../shared/tagsIn.ts'
import { seedIfEmpty, type DataTask, type Progress } from '../../resolvers/browser/index.ts'
import { createMemoryStore } from '../../resolvers/store/memory/store.ts'
import { openBackend } from '../backend.ts'
import { adapters } from '../store/adapters.ts'
import { userRow, insertUsers } from '../store/rows.ts'
import { allOf, contradictions, now, opened, run } from './dataTasks.ts'

const small: DataTask = { kind: 'grow', users: 60, posts: 400, seed: 7 }

describe.each(adapters)('the generator over $name', ({ open }) => {
  const seeded = async () => {
    const store = await opened(open)
    await seedIfEmpty(store, () => now)
    return store
  }
  const sampleIds = async (store: Awaited<ReturnType<typeof seeded>>) =>
    new Set((await allOf(store)).posts.map(({ id }) => id))

  test('adds users and posts up to the totals, with consistent likes, follows and bookmarks', async () => {
    const store = await seeded()
    const samples = await sampleIds(store)
    const { result, published } = await run(store, small)
    expect(result.counts).toMatchObject({ users: 60, posts: 400, files: 0 })
    expect(result.counts.reactions).toBeGreaterThan(400)
    expect(result.counts.follows).toBeGreaterThan(200)
    expect(result.counts.bookmarks).toBeGreaterThan(40)
    expect(contradictions(await allOf(store), samples)).toEqual([])
    expect(published).toEqual(['dataReplaced'])
  })

  test('writes posts with everything that a post can have', async () => {
    const store = await seeded()
    await run(store, { ...small, posts: 800 })
    const { posts, users } = await allOf(store)
    const names = new Set(users.map(({ username }) => username))
    const having = (has: (post: (typeof posts)[number]) => boolean) =>
      expect(posts.filter(has).length).toBeGreaterThan(2)
    having(({ content }) => tagsIn(content).length > 0)
    having(({ mentions, content }) => mentions.some(({ start, end }) => names.has(content.slice(start + 1, end))))
    const replies = new Set(posts.flatMap(({ id, parentId }) => (parentId === null ? [] : id)))
    having(({ id, replyCount }) => replyCount > 1 && !replies.has(id))
    having(({ parentId }) => replies.has(parentId ?? ''))
    having(({ content }) => /[\u0590-\u06ff]{3}/.test(content))
    having(({ content }) => content.split('\n').length > 6)
    having(({ editedAt, createdAt, updatedAt }) => editedAt === updatedAt && editedAt > createdAt)
    having(({ mediaWidth, mediaHeight, mediaAlt }) => mediaAlt !== '' && Number(mediaWidth) < Number(mediaHeight))
    having(({ mediaWidth, mediaHeight }) => mediaWidth !== null && mediaWidth === mediaHeight)
    expect((await store.read.posts.pageByTag('weaving', 'TRENDING', { limit: 3 })).length).toBe(3)
  })

  test('gives the same rows for the same data, totals, seed and instant, and others for another seed', async () => {
    const [first, second, other] = [await opened(open), await opened(open), await opened(open)]
    for (const store of [first, second, other]) await insertUsers(store, userRow(1))
    await run(first, small)
    await run(second, small)
    await run(other, { ...small, seed: 8 })
    expect(await allOf(second)).toEqual(await allOf(first))
    expect(await allOf(other)).not.toEqual(await allOf(first))
  })

  test('adds to existing data, also with the same seed, and never removes any', async () => {
    const store = await seeded()
    const samples = await sampleIds(store)
    await run(store, { kind: 'grow', users: 20, posts: 50, seed: 1 })
    const before = await allOf(store)
    await run(store, { kind: 'grow', users: 40, posts: 120, seed: 1 })
    const after = await allOf(store)
    expect(after.posts).toEqual(expect.arrayContaining(before.posts))
    expect(after.follows).toEqual(expect.arrayContaining(before.follows))
    expect(contradictions(after, samples)).toEqual([])
    const { result, published } = await run(store, { kind: 'grow', users: 3, posts: 3, seed: 1 })
    expect(result.counts).toMatchObject({ users: 40, posts: 120 })
    expect(published).toEqual([])
  })

  test('stops after the transaction in which it is cancelled, consistent, and publishes the change', async () => {
    const complete = await seeded()
    const all = vi.spyOn(complete.admin, 'transaction')
    await run(complete, small)
    const total = all.mock.calls.length
    expect(total).toBeGreaterThan(4)
    for (let last = 1; last < total; last += Math.ceil(total / 8)) {
      const store = await seeded()
      const samples = await sampleIds(store)
      const transaction = vi.spyOn(store.admin, 'transaction')
      const cancelling = new AbortController()
      let replaced = 0
      const onProgress = () => {
        if (transaction.mock.calls.length === last) cancelling.abort(new Error('enough'))
      }
      const running = run(store, small, { signal: cancelling.signal, onProgress, onReplaced: () => (replaced += 1) })
      await expect(running).rejects.toThrow('enough')
      expect(transaction).toHaveBeenCalledTimes(last)
      expect(replaced).toBe(1)
      expect(contradictions(await allOf(store), samples)).toEqual([])
    }
  })

  test('stays consistent while users delete their accounts', async () => {
    const backend = await openBackend(open, { seed: true })
    const { store } = backend
    const samples = await sampleIds(store)
    const users = await store.read.users.page('byId', { direction: 'ascending', limit: 6 })
    const leaving = new Map<Progress['phase'], string | undefined>([
      ['posts', users[0]?.row.id],
      ['bookmarks', users[1]?.row.id],
    ])
    const pending: Promise<unknown>[] = []
    const onProgress = ({ phase }: Progress) => {
      const id = leaving.get(phase)
      leaving.delete(phase)
      if (id !== undefined) pending.push(store.transaction((tx) => tx.users.remove(id, now)))
    }
    await run(store, { ...small, posts: 2000 }, { onProgress })
    await Promise.all(pending)
    expect(leaving.size).toBe(0)
    expect(contradictions(await allOf(store), samples)).toEqual([])
  })

  test('stays consistent while users change the data', async () => {
    const backend = await openBackend(open, { seed: true })
    const { store, rest } = backend
    const samples = await sampleIds(store)
    const noor = await backend.signUpUser('noor')
    const pending: Promise<unknown>[] = []
    let turn = 0
    const interfere = async ({ phase }: Progress) => {
      const number = (turn += 1)
      const users = await store.read.users.page('byId', { direction: 'ascending', limit: 60 })
      const [newest, second] = await store.read.posts.page('LATEST', { limit: 2 })
      const chosen = users[number % users.length]?.row.id ?? ''
      await rest('POST', `/users/follow/${chosen}`, { token: noor.token })
      await rest('POST', `/posts/like/${newest?.row.id}`, { token: noor.token })
      await rest('POST', `/users/bookmark/${second?.row.id}`, { token: noor.token })
      if (number % 3 === 0) await backend.post(noor, phase)
      if (number % 5 === 0) await backend.signUpUser(`friend${number}`)
    }
    await run(store, { ...small, posts: 300 }, { onProgress: (progress) => void pending.push(interfere(progress)) })
    await Promise.all(pending)
    expect(turn).toBeGreaterThan(5)
    expect(backend.reportedErrors).toEqual([])
    expect(contradictions(await allOf(store), samples)).toEqual([])
    expect((await allOf(store)).follows.some(({ followerId }) => followerId === noor.id)).toBe(true)
  })
})

describe('generated data', () => {
  const open = async () => createMemoryStore()

  test('is plausible: dates in order, unique usernames, filled-in texts', async () => {
    const store = await opened(open)
    await run(store, { kind: 'grow', users: 300, posts: 2000, seed: 3 })
    const { users, posts, reactions } = await allOf(store)
    const joined = new Map(users.map(({ id, createdAt }) => [id, createdAt]))
    expect(posts.filter(({ authorId, createdAt }) => createdAt < (joined.get(authorId) ?? Infinity))).toEqual([])
    expect(posts.filter(({ createdAt }) => createdAt > now)).toEqual([])
    expect(
      users.every(({ username, email }) => email === `${username}@weft.example` && /^[a-z0-9_]+$/.test(username)),
    ).toBe(true)
    expect(new Set(posts.map(({ content }) => content)).size).toBeGreaterThan(1500)
    expect(posts.filter(({ content }) => /[{}]|undefined|  /.test(content))).toEqual([])
    expect(reactions.every(({ id, postId }) => id > postId.slice(0, 13))).toBe(true)
  })

  test('is unequal: few users and posts have most likes, posts and followers, many have none', async () => {
    const store = await opened(open)
    await run(store, { kind: 'grow', users: 1000, posts: 6000, seed: 5 })
    const { users, posts } = await allOf(store)
    const shareOfTop = (counts: number[]) => {
      const sorted = counts.toSorted((a, b) => b - a)
      const sum = (some: number[]) => some.reduce((total, count) => total + count, 0)
      return sum(sorted.slice(0, Math.ceil(sorted.length / 100))) / sum(sorted)
    }
    const none = (counts: number[]) => counts.filter((count) => count === 0).length / counts.length
    const likes = posts.map(({ likeCount }) => likeCount)
    const written = users.map(({ postCount }) => postCount)
    const followers = users.map(({ followerCount }) => followerCount)
    expect(shareOfTop(likes)).toBeGreaterThan(0.1)
    expect(none(likes)).toBeGreaterThan(0.2)
    expect(shareOfTop(written)).toBeGreaterThan(0.1)
    expect(none(written)).toBeGreaterThan(0.2)
    expect(shareOfTop(followers)).toBeGreaterThan(0.1)
  })

  test('starts from an empty store and refuses totals out of range', async () => {
    const store = await opened(open)
    const grow = (users: number, posts: number, seed = 1) => run(store, { kind: 'grow', users, posts, seed })
    await expect(grow(0, 5)).rejects.toThrow(new RangeError('There are no users to write posts.'))
    await expect(grow(100_001, 5)).rejects.toThrow(
      new RangeError('The number of users must be a whole number from 0 to 100,000.'),
    )
    await expect(grow(5, 1_000_001)).rejects.toThrow(
      new RangeError('The number of posts must be a whole number from 0 to 1,000,000.'),
    )
    await expect(grow(1.5, 5)).rejects.toThrow(RangeError)
    await expect(grow(5, -1)).rejects.toThrow(RangeError)
    await expect(grow(5, 5, 0.5)).rejects.toThrow(new RangeError('The seed must be a whole number.'))
    expect((await grow(3, 10, -(2 ** 40))).result.counts).toMatchObject({ users: 3, posts: 10 })
  })
})
