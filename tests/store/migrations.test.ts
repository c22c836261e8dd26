import { openDB } from 'idb'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { object, string, type GenericSchema } from 'valibot'
import { openVerified, recordShapes } from '../../resolvers/store/indexeddb/opening.ts'
import { tables } from '../../resolvers/store/tables.ts'
import { BASELINE, type Version } from '../../resolvers/store/indexeddb/migrate.ts'
import { CURRENT_VERSION, VERSIONS } from '../../resolvers/store/indexeddb/migrations.ts'
import { freshName } from './adapters.ts'
import { contentsOf, databasesFrom, open } from './damage.ts'
import { id, insertPosts, insertUsers, postRow, userRow } from './rows.ts'

/** A database of the present version with two users and two posts. */
async function writtenNow(): Promise<string> {
  const name = freshName()
  const store = await open(name)
  await insertUsers(store, userRow(1), userRow(2))
  await insertPosts(store, postRow(1), postRow(2))
  await store.close()
  return name
}

it.each([1, BASELINE - 1])('a database of version %i, before 2.0.0, is set aside unchanged', async (version) => {
  const name = freshName()
  const older = await openDB(name, version, { upgrade: (db) => void db.createObjectStore('meta') })
  await older.put('meta', 1, 'seededAt')
  older.close()
  const before = await contentsOf(name)
  const store = await open(name)
  expect(store.setAside).toBe(name)
  await insertUsers(store, userRow(1))
  expect(await (await open(name)).read.users.getMany([id(1)])).toEqual([userRow(1)])
  expect(await databasesFrom(name)).toEqual([name, `${name}-2`])
  expect(await contentsOf(name)).toEqual(before)
})

const { posts } = VERSIONS[0]?.stores ?? {}
const { keyPath = null, indexes = {} } = posts ?? {}

/** A version that gives each post a language, and an index over it. */
const withLanguage: Version = {
  stores: { posts: { keyPath, indexes: { ...indexes, byLanguage: { keyPath: ['row.language', 'row.id'] } } } },
  async upgrade(tx) {
    for (let cursor = await tx.objectStore('posts').openCursor(); cursor; cursor = await cursor.continue()) {
      const { row, keys } = cursor.value
      await cursor.update({ row: { ...row, language: 'en' }, keys })
    }
  },
}
const recordsWithLanguage: Readonly<Record<string, GenericSchema>> = {
  ...recordShapes,
  posts: object({ row: object({ ...tables.posts.shape.entries, language: string() }) }),
}

/** Opens a database like a later build that adds this version. */
async function openWith(name: string, added: Version, records = recordsWithLanguage) {
  const db = await openVerified(name, { onLost: vi.fn(), versions: [...VERSIONS, added], records })
  onTestFinished(() => db.close())
  return db
}

describe('a migration', () => {
  it('can add a field to every post and an index over it', async () => {
    const name = await writtenNow()
    const db = await openWith(name, withLanguage)
    expect(db.version).toBe(CURRENT_VERSION + 1)
    db.close()
    const raw = await openDB(name)
    onTestFinished(() => raw.close())
    expect(await raw.countFromIndex('posts', 'byLanguage', IDBKeyRange.bound(['en'], ['en', []]))).toBe(2)
    expect(await raw.count('users')).toBe(2)
  })

  it('can drop an index', async () => {
    const name = await writtenNow()
    const { TRENDING: _dropped, ...kept } = indexes
    const db = await openWith(name, { stores: { posts: { keyPath, indexes: kept } } }, recordShapes)
    expect([...db.transaction('posts').store.indexNames]).toEqual(Object.keys(kept).toSorted())
  })

  it.each<[string, Version]>([
    ['throws', { ...withLanguage, upgrade: () => Promise.reject(new TypeError('No such field.')) }],
    ['does not fill the new field', { ...withLanguage, upgrade: async () => {} }],
    [
      'violates an index',
      { stores: { users: { keyPath: ['row.id'], indexes: { byDay: { keyPath: 'row.createdAt', unique: true } } } } },
    ],
  ])('that %s changes nothing', async (_what, version) => {
    const name = await writtenNow()
    const before = await contentsOf(name)
    await expect(openWith(name, version)).rejects.toMatchObject({
      name: expect.stringMatching(/^(UnusableError|ConstraintError)$/),
    })
    expect(await contentsOf(name)).toEqual(before)
  })
})
