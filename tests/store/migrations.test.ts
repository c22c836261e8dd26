import { deleteDB, openDB } from 'idb'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { object, string, type GenericSchema } from 'valibot'

import { rowSchemas } from '../../resolvers/store/rows.ts'
import { openVerified } from '../../resolvers/store/indexeddb/opening.ts'
import { recordSchemas, VERSIONS } from '../../resolvers/store/indexeddb/dbSchema.ts'
import type { Version } from '../../resolvers/store/indexeddb/versions.ts'
import { freshName } from './adapters.ts'
import { contentsOf, open } from './damage.ts'
import { rebuild, versionTwo } from './databaseDump.ts'
import { contentOf } from './rows.ts'

async function versionTwoDatabase(): Promise<string> {
  const name = freshName()
  await rebuild(name, versionTwo)
  return name
}

/** A version that gives each post a language, and an index over it. */
const withLanguage: Version = {
  stores: {
    posts: {
      keyPath: ['id'],
      indexes: {
        byLikes: { keyPath: ['likeCount', 'id'] },
        byAuthor: { keyPath: ['authorId', 'id'] },
        byAuthorAndLikes: { keyPath: ['authorId', 'likeCount', 'id'] },
        byLanguage: { keyPath: ['language', 'id'] },
      },
    },
  },
  async upgrade(tx) {
    for (let cursor = await tx.objectStore('posts').openCursor(); cursor; cursor = await cursor.continue()) {
      await cursor.update(Object.assign(cursor.value, { language: 'en' }))
    }
  },
}
const recordsWithLanguage: Readonly<Record<string, GenericSchema>> = {
  ...recordSchemas,
  posts: object({ ...rowSchemas.posts.entries, language: string() }),
}

/** Opens a database like a later build that adds this version. */
async function openWith(name: string, added: Version, records = recordsWithLanguage) {
  const db = await openVerified(name, {
    onLost: vi.fn(),
    mayCreate: true,
    versions: [...VERSIONS, added],
    records,
  })
  onTestFinished(() => db.close())
  return db
}

describe('a database that version 2 wrote', () => {
  it('opens with all its rows and is not quarantined', async () => {
    const name = await versionTwoDatabase()
    const before = await contentsOf(name)
    const store = await open(name)
    expect(store.quarantined).toBeNull()
    expect(await store.read.count()).toEqual({ users: 8, posts: 8, reactions: 2, bookmarks: 1, follows: 10, files: 2 })
    expect(await contentsOf(name)).toEqual({ ...before, version: VERSIONS.length })
  })

  it('has files whose Blobs can still be read', async () => {
    const store = await open(await versionTwoDatabase())
    const files = await store.read.rows('files', { limit: 9 })
    expect(files).toHaveLength(2)
    for (const { row } of files) expect(await contentOf(row)).toMatch(/^GIF89a/)
  })

  it('can be migrated to a version that adds a field to every post and an index over it', async () => {
    const name = await versionTwoDatabase()
    const db = await openWith(name, withLanguage)
    expect(db.version).toBe(VERSIONS.length + 1)
    db.close()
    const raw = await openDB(name)
    onTestFinished(() => raw.close())
    expect(await raw.countFromIndex('posts', 'byLanguage', IDBKeyRange.bound(['en'], ['en', []]))).toBe(8)
    expect(await raw.count('users')).toBe(8)
  })

  it('has the same indexes after a migration as a database created at that version', async () => {
    const [fresh, migrated] = [freshName(), await versionTwoDatabase()]
    for (const name of [fresh, migrated]) (await openWith(name, withLanguage)).close()
    const layoutOf = async (name: string) => {
      const db = await openDB(name)
      const stores = Array.from(db.objectStoreNames, (store) => ({
        store,
        indexes: [...db.transaction(store).store.indexNames],
      }))
      db.close()
      return stores
    }
    expect(await layoutOf(migrated)).toEqual(await layoutOf(fresh))
  })

  it('loses an index that a later version drops', async () => {
    const name = await versionTwoDatabase()
    const { stores: { posts: { keyPath = null, indexes = {} } = {} } = {} } = VERSIONS[0] ?? {}
    const { byLikes: _dropped, ...kept } = indexes
    const db = await openWith(
      name,
      { stores: { posts: { keyPath, indexes: kept } } },
      { ...recordsWithLanguage, posts: rowSchemas.posts },
    )
    expect([...db.transaction('posts').store.indexNames]).toEqual(['byAuthor', 'byAuthorAndLikes'])
  })

  it.each<[string, Version]>([
    ['throws', { ...withLanguage, upgrade: () => Promise.reject(new TypeError('No such field.')) }],
    ['does not fill the new field', { ...withLanguage, upgrade: async () => {} }],
    [
      'violates an index',
      { stores: { posts: { keyPath: ['id'], indexes: { byDay: { keyPath: 'createdAt', unique: true } } } } },
    ],
  ])('is unchanged if a migration %s', async (_what, version) => {
    const name = await versionTwoDatabase()
    const before = await contentsOf(name)
    await expect(openWith(name, version)).rejects.toMatchObject({
      name: expect.stringMatching(/^(DamagedError|ConstraintError)$/),
    })
    expect(await contentsOf(name)).toEqual(before)
    await deleteDB(name)
  })
})
