import { openDB } from 'idb'
import { describe, expect, it, vi } from 'vitest'

import { seedIfEmpty } from '../../resolvers/browser/index.ts'
import { CURRENT_VERSION } from '../../resolvers/store/indexeddb/migrations.ts'
import { freshName } from './adapters.ts'
import { contentsOf, damagedDatabase, databasesFrom, failOpening, open, type Damage } from './damage.ts'
import { id, postRow, insertUsers, userRow } from './rows.ts'

const damages: [string, Damage][] = [
  ['without object stores', { rebuild: (db) => Array.from(db.objectStoreNames, (name) => db.deleteObjectStore(name)) }],
  ['without one of its object stores', { rebuild: (db) => db.deleteObjectStore('bookmarks') }],
  ['without an index', { rebuild: (_db, tx) => tx.objectStore('posts').deleteIndex('TRENDING') }],
  ['with an index over other fields', { rebuild: (_db, tx) => replaceIndex(tx, 'keys.LATEST', {}) }],
  ['with an index that is unique', { rebuild: (_db, tx) => replaceIndex(tx, 'keys.TRENDING', { unique: true }) }],
  [
    'with an additional index',
    { rebuild: (_db, tx) => tx.objectStore('posts').createIndex('byContent', 'content', { unique: true }) },
  ],
  ['with another key', { rebuild: rekeyFollows }],
  [
    'with a user without the fields of a user',
    { put: { store: 'users', record: { row: { id: 'a', username: 'a' } } } },
  ],
  ['with a post without the fields of a post', { put: { store: 'posts', record: { row: { id: 'a' } } } }],
  [
    'with a post whose fields have the wrong types',
    { put: { store: 'posts', record: { row: { ...postRow(1), likeCount: '3' } } } },
  ],
  ['with a reaction without an id', { put: { store: 'reactions', record: { row: { postId: 'a', userId: 'b' } } } }],
  [
    'with a bookmark whose id is a number',
    { put: { store: 'bookmarks', record: { row: { postId: 'a', userId: 'b', id: 1 } } } },
  ],
  ['with a follow without an id', { put: { store: 'follows', record: { row: { followerId: 'a', followeeId: 'b' } } } }],
]

function replaceIndex(tx: IDBTransaction, keyPath: string, options: IDBIndexParameters): void {
  const posts = tx.objectStore('posts')
  posts.deleteIndex('TRENDING')
  posts.createIndex('TRENDING', keyPath, options)
}

function rekeyFollows(db: IDBDatabase): void {
  db.deleteObjectStore('follows')
  const follows = db.createObjectStore('follows', { keyPath: 'id' })
  follows.createIndex('byFollower', ['followerId', 'id'], { unique: true })
  follows.createIndex('byFollowee', ['followeeId', 'id'], { unique: true })
}

describe('a damaged database', () => {
  it.each(damages)('%s is set aside unchanged, and an empty one created', async (_case, damage) => {
    const name = await damagedDatabase(damage)
    const before = await contentsOf(name)
    const store = await open(name)
    expect(store.setAside).toBe(name)
    await insertUsers(store, userRow(1))
    expect(await contentsOf(name)).toEqual(before)

    const later = await open(name)
    expect(later.setAside).toBe(name)
    expect(await later.read.users.getMany([id(1)])).toEqual([userRow(1)])
    expect(await databasesFrom(name)).toEqual([name, `${name}-2`])
  })

  it.each(['UnknownError', 'DataError', 'NotReadableError', 'ConstraintError'])(
    'that fails to open with %s is set aside',
    async (error) => {
      const name = freshName()
      await insertUsers(await open(name), userRow(1))
      failOpening(error, { fails: (opened) => opened === name })
      const store = await open(name)
      expect(store.setAside).toBe(name)
      expect(await store.read.users.getMany([id(1)])).toEqual([undefined])
    },
  )

  it('has a third in its place if the second is damaged too', async () => {
    const name = await damagedDatabase({ put: { store: 'posts', record: { row: { id: 'a' } } } })
    await open(name)
    const second = await openDB(`${name}-2`)
    await second.put('posts', { row: { id: 'a' } })
    const third = await open(name)
    expect(third.setAside).toBe(`${name}-2`)
    expect(await databasesFrom(name)).toEqual([name, `${name}-2`, `${name}-3`])
    second.close()
  })

  it('is replaced in all tabs by the same empty one, which is seeded once', async () => {
    const name = await damagedDatabase({ rebuild: (db) => db.deleteObjectStore('meta') })
    const tabs = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const tab = await open(name)
        await seedIfEmpty(tab, Date.now)
        return tab
      }),
    )
    for (const tab of tabs) {
      expect(tab.setAside).toBe(name)
      expect(await tab.read.users.page('byId', { direction: 'ascending', limit: 50 })).toHaveLength(6)
    }
    expect(await databasesFrom(name)).toEqual([name, `${name}-2`])
  })

  it('is closed in tabs that have it open, which then open the next one', async () => {
    const name = freshName()
    const lost = [vi.fn(), vi.fn()]
    const [tab, worker] = await Promise.all(lost.map((onLost) => open(name, onLost)))
    const db = await openDB(name)
    await db.put('posts', { row: { id: 'a' } })
    db.close()

    const newTab = await open(name)
    await insertUsers(newTab, userRow(1))
    for (const onLost of lost) await expect.poll(() => onLost).toHaveBeenCalledTimes(1)
    await expect(tab?.read.users.getMany([id(1)])).rejects.toThrow()
    await expect(worker?.read.users.getMany([id(1)])).rejects.toThrow()
    const again = await open(name)
    expect(again.setAside).toBe(name)
    expect(await again.read.users.getMany([id(1)])).toEqual([userRow(1)])
  })

  it('is not confused with databases of similar names', async () => {
    const name = freshName()
    for (const other of [`${name}-02`, `${name}-1`, `${name}-2b`, `${name}-`, `${name}x`]) (await openDB(other)).close()
    expect(await open(name)).toMatchObject({ setAside: null })
  })
})

describe('a database of another version', () => {
  it('is refused and not changed if the version is later', async () => {
    const name = freshName()
    await insertUsers(await open(name), userRow(1))
    const later = await openDB(name, CURRENT_VERSION + 1)
    later.close()
    const before = await contentsOf(name)
    await expect(open(name)).rejects.toMatchObject({ name: 'NewerVersionError', database: name })
    expect(await contentsOf(name)).toEqual(before)
    expect(await databasesFrom(name)).toEqual([name])
  })
})
