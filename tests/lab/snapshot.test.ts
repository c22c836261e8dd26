import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { textLimits } from '../../shared/textLimits.ts'
import { seedIfEmpty } from '../../resolvers/browser/index.ts'
import { writeSnapshot } from '../../resolvers/snapshot/export.ts'
import { importSnapshot } from '../../resolvers/snapshot/import.ts'
import { runJob, type Job, type JobHost } from '../../resolvers/snapshot/job.ts'
import { openSyncFile, type SyncFile } from '../../resolvers/snapshot/lines.ts'
import type { UserRow } from '../../resolvers/store/rows.ts'
import { openBackend, passwordInput } from '../backend.ts'
import { SNAPSHOT_VERSION } from '../../resolvers/snapshot/format.ts'
import { adapters } from '../store/adapters.ts'
import {
  addFile,
  bookmarkRow,
  deletePost,
  fileRow,
  followRow,
  id,
  idsOf,
  pngBytes,
  postRow,
  reactionRow,
  userRow,
} from '../store/rows.ts'
import { interceptStore } from '../interceptStore.ts'
import { at, recordOf, textAt } from '../values.ts'
import { withoutSessions } from '../e2e/databases.ts'
import { allOf, now, opened, run } from './dataTasks.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'

const hostile = 'Line\nbreak \u2028 "quotes" \\ \u0001 \ufffd \u{1f9f6} <script> {"end":true,"rows":0}'
const extra: UserRow['extra'] = JSON.parse(
  '{"__proto__":{"polluted":[1,null]},"constructor":"x","9":"nine","deep":{"a":[{"b":"ü"}]}}',
)

/** Fills every table, with texts that are hard to serialise. A file has `length` characters, and a text if it may. */
async function fill(store: AdministeredStore, length = 400_000): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.users.insert(userRow(1, { username: hostile, bio: hostile, extra, postCount: 2, followingCount: 1 }))
    await tx.users.insert(userRow(2, { firstName: 'Zoë', followerCount: 1 }))
    await tx.posts.insert(postRow(1, { content: hostile, mediaUrl: `/media/${id(2)}`, mediaWidth: 3, likeCount: 3 }))
    await tx.posts.insert(postRow(2, { content: 'あ'.repeat(Math.min(length, textLimits.content)) }))
    await tx.reactions.put(reactionRow(2, id(1), id(1), 'dislike'))
    await tx.reactions.put(reactionRow(1, id(1), id(2), 'like'))
    await tx.bookmarks.insertIfNew(bookmarkRow(1, id(2), id(1)))
    await tx.follows.insertIfNew(followRow(1, id(1), id(2)))
  })
  await addFile(store, fileRow(1, id(1)), [], pngBytes('あ'.repeat(2 * length)))
  await addFile(store, fileRow(2, id(1)), [id(1), id(2)])
  await addFile(store, fileRow(3, id(2), { type: 'video/ogg' }), [], new TextEncoder().encode('OggS').buffer)
}

async function exported(store: AdministeredStore): Promise<Blob> {
  const { result, published } = await run(store, { kind: 'export' })
  expect(published).toEqual([])
  return result.file ?? new Blob()
}

describe.each(adapters)('a snapshot of the $name store', ({ open }) => {
  test('is made although files are damaged or have lost their bytes, names them, and is read without them', async () => {
    const store = await opened(open)
    await fill(store, 10)
    await addFile(store, fileRow(4, id(1), { type: 'image/jpeg' }), [id(2)], Uint8Array.of(0xff, 0xd8).buffer)
    await store.transaction((tx) => tx.files.insert(fileRow(5, id(1))))
    const warnings = [4, 5].map((number) => `The file /media/${id(number)} is damaged: an import leaves it out.`)
    const { result } = await run(store, { kind: 'export' })
    expect(result.warnings).toEqual(warnings)
    const imported = await run(store, { kind: 'import', file: result.file ?? new Blob() })
    expect(imported.result).toMatchObject({ warnings, counts: { posts: 2, files: 3, fileUses: 2 } })
  })

  test('names the rows that are longer than an import accepts', async () => {
    const store = await opened(open)
    await store.transaction(async (tx) => {
      await tx.users.insert(userRow(1, { bio: 'b'.repeat(2001), postCount: 1 }))
      await tx.posts.insert(postRow(1, { content: 'c'.repeat(5001) }))
    })
    const warningOf = (table: string, problem: string) =>
      `An import refuses the row ${id(1)} of "${table}": ${problem}. Shorten it and export again.`
    expect((await run(store, { kind: 'export' })).result.warnings).toEqual([
      warningOf('users', '"bio" must not be longer than 2000 characters'),
      warningOf('posts', '"content" must not be longer than 5000 characters'),
    ])
  })

  test('restores every row into each kind of store', async () => {
    const store = await opened(open)
    await fill(store)
    const [rows, file] = [await allOf(store), await exported(store)]
    await run(store, { kind: 'scenario', scenario: 'seed', seed: 1 })
    for (const other of [store, ...(await Promise.all(adapters.map((adapter) => opened(adapter.open))))]) {
      const { result, published } = await run(other, { kind: 'import', file })
      expect(result.counts).toEqual({
        users: 2,
        posts: 2,
        reactions: 2,
        bookmarks: 1,
        follows: 1,
        files: 3,
        fileUses: 2,
      })
      expect(published).toEqual(['dataReplaced'])
      expect(withoutSessions(await allOf(other))).toEqual(rows)
      const { search } = other.read
      const scope = { name: 'ALL' } as const
      expect(idsOf(await search.posts({ text: 'quotes lin', scope }, { limit: 9 }))).toEqual([id(1)])
      expect(idsOf(await search.posts({ text: 'あ', scope }, { limit: 9 }))).toEqual([id(2)])
      expect(idsOf(await search.users('zoe', { limit: 9 }))).toEqual([id(2)])
      expect(idsOf(await search.users('@line', { limit: 9 }))).toEqual([id(1)])
      expect(Object.keys((await other.read.users.getMany([id(1)]))[0]?.extra ?? {})).toContain('__proto__')
      expect(await (await exported(other)).text()).toBe(await file.text())
    }
  })

  test('preserves everything that sign-up accepts', async () => {
    const backend = await openBackend(open)
    const list = (depth: number): unknown => (depth === 0 ? 'deep' : [list(depth - 1)])
    await backend.signUpUser('noor', { firstname: `${hostile} \0 \ud800`, motto: list(98), __proto__: 'dropped' })
    const before = await allOf(backend.store)
    await run(backend.store, { kind: 'import', file: await exported(backend.store) })
    expect(withoutSessions(await allOf(backend.store))).toEqual(before)
    const login = { username: 'noor', ...passwordInput('noor') }
    expect((await backend.rest('POST', '/auth/login', { body: login })).status).toBe(200)
  })

  test('ends every session but the one that imports it, also those that were signed out when it was made', async () => {
    const backend = await openBackend(open, { startAt: new Date(now).toISOString() })
    const ana = await backend.signUpUser('ana')
    const file = await exported(backend.store)
    const response = await backend.gql('mutation { signOutEverywhere { token } }', {}, ana.token)
    const newest = textAt(response, 'data.signOutEverywhere.token')
    const { token = '' } = await run(backend.store, { kind: 'import', file }, { token: newest })
    const codes = [ana.token, newest, token].map((each) => backend.rest('GET', '/users/bookmark', { token: each }))
    expect((await Promise.all(codes)).map(({ status }) => status)).toEqual([401, 401, 200])
  })

  test('leaves out deleted posts and their uses of files', async () => {
    const store = await opened(open)
    await fill(store)
    await store.transaction(async (tx) => {
      await deletePost(tx, id(1), now)
      await tx.users.patch(id(1), { add: { postCount: -1 } })
    })
    const { result } = await run(store, { kind: 'import', file: await exported(store) })
    expect(result.counts).toMatchObject({ posts: 1, reactions: 0, bookmarks: 0, files: 3, fileUses: 1 })
    expect(await store.read.posts.get(id(1))).toBeUndefined()
  })

  test('is the same after a round trip of generated data', async () => {
    const store = await opened(open)
    await seedIfEmpty(store, () => now)
    await run(store, { kind: 'grow', users: 80, posts: 700, seed: 4 })
    const file = await exported(store)
    const { progress } = await run(store, { kind: 'import', file })
    expect(await (await exported(store)).text()).toBe(await file.text())
    const shares = progress.map(({ done, total }) => done / total)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(progress.at(-1)).toEqual({ phase: 'writing', done: file.size, total: file.size })
  })

  test('has a header, a line for each row and an end, but neither the token key nor settings', async () => {
    const store = await opened(open)
    await seedIfEmpty(store, () => now)
    await store.transaction((tx) => tx.meta.put('tokenKey', 'sesame'))
    const text = await (await exported(store)).text()
    const lines = text.trimEnd().split('\n')
    const counts = { users: 6, posts: 6, reactions: 0, bookmarks: 0, follows: 9, files: 0 }
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      weft: 'snapshot',
      version: SNAPSHOT_VERSION,
      exportedAt: '2026-05-04T09:30:00.000Z',
      counts,
    })
    expect(lines).toHaveLength(23)
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ table: 'users', row: { id: expect.any(String) } })
    expect(JSON.parse(lines[22] ?? '')).toEqual({ end: true, rows: 21 })
    expect(text).not.toMatch(/sesame|tokenKey|seededAt/)
  })

  test('leaves the token key and settings unchanged when imported', async () => {
    const store = await opened(open)
    await seedIfEmpty(store, () => now)
    const file = await exported(store)
    await store.transaction((tx) => tx.meta.put('tokenKey', 'kept'))
    await run(store, { kind: 'import', file })
    expect(await store.read.meta.get('tokenKey')).toBe('kept')
    expect(await store.read.meta.get('seededAt')).toBe(now)
  })

  test('that 1.0 wrote gives every row', async () => {
    const store = await opened(open)
    const text = readFileSync('tests/fixtures/snapshot4.ndjson', 'utf8')
    await run(store, { kind: 'import', file: new Blob([text]) })
    const { fileUses, ...rows } = withoutSessions(await allOf(store))
    const lines = text
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    for (const [table, found] of Object.entries(rows)) {
      const written = lines.filter((line) => at(line, 'table') === table).map((line) => recordOf(at(line, 'row')))
      const rowsOnly = table === 'files' ? written.map(({ content: _content, usedBy: _uses, ...row }) => row) : written
      expect(found).toMatchObject(rowsOnly)
    }
    expect(fileUses).toHaveLength(2)
  })

  test('is imported completely or not at all, also when the import is cancelled or fails', async () => {
    const store = await opened(open)
    await seedIfEmpty(store, () => now)
    await run(store, { kind: 'grow', users: 80, posts: 700, seed: 4 })
    const file = await exported(store)
    await run(store, { kind: 'scenario', scenario: 'seed', seed: 1 })
    const before = await allOf(store)
    const ofPhase = async (phase: string) => {
      const cancelling = new AbortController()
      const onProgress = (progress: { phase: string }) => {
        if (progress.phase === phase) cancelling.abort(new Error('enough'))
      }
      const onReplaced = () => expect.unreachable('Nothing has been replaced.')
      await expect(
        run(store, { kind: 'import', file }, { signal: cancelling.signal, onProgress, onReplaced }),
      ).rejects.toThrow('enough')
      expect(await allOf(store)).toEqual(before)
    }
    await ofPhase('reading')
    await ofPhase('writing')
    const fault = new Error('The disk is full')
    let insertions = 0
    const broken = interceptStore(store, (call) => {
      if (call !== 'insertMany') return
      insertions += 1
      if (insertions === 3) throw fault
    })
    await expect(run(broken, { kind: 'import', file })).rejects.toBe(fault)
    expect(await allOf(store)).toEqual(before)
  })

  test('can be imported with Windows line ends, without a last one and with a byte order mark', async () => {
    const store = await opened(open)
    await fill(store)
    const before = await allOf(store)
    const lines = (await (await exported(store)).text()).trimEnd().split('\n')
    for (const text of [lines.join('\r\n'), lines.join('\n'), `\uFEFF${lines.join('\n')}`]) {
      await run(store, { kind: 'import', file: new Blob([text]) })
      expect(withoutSessions(await allOf(store))).toEqual(before)
    }
  })

  test('changes nothing when its end is missing', async () => {
    const store = await opened(open)
    await seedIfEmpty(store, () => now)
    const before = await allOf(store)
    const lines = (await (await exported(store)).text()).trimEnd().split('\n')
    const file = new Blob([lines.slice(0, -1).join('\n')])
    await expect(run(store, { kind: 'import', file })).rejects.toThrow('ends too early')
    expect(await allOf(store)).toEqual(before)
  })

  test('rejects when its export is cancelled', async () => {
    const store = await opened(open)
    await fill(store)
    const cancelling = new AbortController()
    const running = run(
      store,
      { kind: 'export' },
      { signal: cancelling.signal, onProgress: () => cancelling.abort(new Error('enough')) },
    )
    await expect(running).rejects.toThrow('enough')
  })
})

/** Runs a task of a process with files of its own. */
async function runWithFile(
  store: AdministeredStore,
  work: (job: Job) => Promise<void>,
  onProgress: JobHost['onProgress'] = () => {},
) {
  const host: JobHost = {
    clock: () => now,
    events: new EventTarget(),
    signal: new AbortController().signal,
    onProgress,
    continueSession: async () => {},
  }
  return runJob(store, host, work)
}

const importing = (file: SyncFile) => (job: Job) => importSnapshot(job, file, 'no users')

async function writtenLines(store: AdministeredStore): Promise<string[]> {
  const written: string[] = []
  await runWithFile(store, (job) => writeSnapshot(job, async (lines) => void written.push(lines)))
  return written
}

// Transactions of IndexedDB cannot wait for a file.
describe.each(adapters.filter(({ name }) => name !== 'indexeddb'))(
  'a snapshot of the $name store in a file',
  ({ open }) => {
    test('has the lines of other snapshots, and is written some lines at a time', async () => {
      const store = await opened(open)
      await fill(store, 10)
      await run(store, { kind: 'grow', users: 80, posts: 1200, seed: 4 })
      await store.transaction(async (tx) => {
        await deletePost(tx, id(1), now)
        await tx.users.patch(id(1), { add: { postCount: -1 } })
      })
      const [written, text] = [await writtenLines(store), await (await exported(store)).text()]
      expect(written.join('')).toBe(text)
      // The most rows that are read at once.
      for (const lines of written) expect(lines.split('\n').length - 1).toBeLessThanOrEqual(1000)
    })

    test('is read into a store without users, and into no other', async () => {
      const [store, other] = [await opened(open), await opened(open)]
      await fill(store, 10)
      const file = await openSyncFile(await exported(store))
      await runWithFile(other, importing(file))
      expect(await writtenLines(other)).toEqual(await writtenLines(store))
      await expect(runWithFile(other, importing(file))).rejects.toThrow(
        'The database has users. Import into an empty one: nothing was changed.',
      )
      expect(await writtenLines(other)).toEqual(await writtenLines(store))
    })

    test('is read a part at a time', async () => {
      const [store, other] = [await opened(open), await opened(open)]
      await fill(store, 400_000)
      const file = await openSyncFile(await exported(store))
      const sizes: number[] = []
      const read = (from: number, to: number) => {
        sizes.push(to - from)
        return file.read(from, to)
      }
      await runWithFile(other, importing({ size: file.size, read }))
      expect(sizes.length).toBeGreaterThan(2)
      expect(Math.max(...sizes)).toBeLessThan(file.size / 2)
    })

    test('replaces no user who signs up while it is read', async () => {
      const [store, other] = [await opened(open), await opened(open)]
      await fill(store, 10)
      const file = await openSyncFile(await exported(store))
      let signUp: Promise<void> | undefined
      const isImported = runWithFile(other, importing(file), () => {
        signUp ??= other.transaction((tx) => tx.users.insert(userRow(9)))
      })
      await expect(isImported).rejects.toThrow('The database has users.')
      await signUp
      expect((await allOf(other)).users).toEqual([userRow(9)])
    })
  },
)
