import { deleteDB, openDB } from 'idb'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { object, safeParse, string, type GenericSchema } from 'valibot'
import type { Store } from '../../resolvers/store/port.ts'
import { rowSchemas, type Rows, type TableName } from '../../resolvers/store/rows.ts'
import { openVerified } from '../../resolvers/store/indexeddb/opening.ts'
import { recordSchemas, VERSIONS } from '../../resolvers/store/indexeddb/dbSchema.ts'
import type { Version } from '../../resolvers/store/indexeddb/versions.ts'
import { openBackend } from '../backend.ts'
import { listAt, recordOf, textAt } from '../values.ts'
import {
  dumpedRecords,
  restoreDump,
  versionFour,
  versionOne,
  versionThree,
  versionTwo,
  type DumpLine,
} from '../databaseDump.ts'
import { freshName } from './adapters.ts'
import { contentsOf, open } from './damage.ts'
import { countRows } from './rows.ts'

async function restored(lines: readonly DumpLine[]): Promise<string> {
  const name = freshName()
  await restoreDump({ name, lines })
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
        byTag: { keyPath: 'tagKeys', multiEntry: true },
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

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** The hash in the dump of version 1 is shorter than any that Weft has written. */
const storableUser = object({ ...rowSchemas.users.entries, passwordHash: string() })

/** The rows of a table. */
async function rowsOf<Table extends TableName>(store: Store, table: Table): Promise<Rows[Table][]> {
  const page = await store.admin.read((tx) => tx.rows(table, { limit: 1000 }))
  return page.map(({ row }) => row)
}

const bytesOf = async (store: Store, fileId: string) =>
  Buffer.from(await new Response(await store.blobs.get(fileId)).arrayBuffer())

describe.each([
  ['1', versionOne, { users: 1, posts: 1, reactions: 0, bookmarks: 0, follows: 0, files: 0, fileUses: 0 }],
  ['2', versionTwo, { users: 8, posts: 8, reactions: 2, bookmarks: 1, follows: 10, files: 2, fileUses: 1 }],
  ['3', versionThree, { users: 11, posts: 11, reactions: 3, bookmarks: 2, follows: 12, files: 3, fileUses: 3 }],
] as const)('a database that version %s wrote', (_version, lines, counts) => {
  it('opens with all its rows and is not quarantined', async () => {
    const name = await restored(lines)
    const store = await open(name)
    expect(store.quarantined).toBeNull()
    expect(await countRows(store)).toEqual(counts)
    expect(await contentsOf(name)).toMatchObject({ version: VERSIONS.length })
  })

  it('keeps every field of every row, apart from dates and texts that no store can hold', async () => {
    const store = await open(await restored(lines))
    for (const table of ['reactions', 'bookmarks', 'follows'] as const)
      expect(await rowsOf(store, table)).toEqual(dumpedRecords(lines, table))

    const posts = await rowsOf(store, 'posts')
    for (const [index, older] of dumpedRecords(lines, 'posts').entries()) {
      const { postedAt, createdAt, updatedAt, ...fields } = storable(older)
      expect(posts[index]).toEqual({
        ...fields,
        mediaWidth: null,
        mediaHeight: null,
        mediaAlt: '',
        createdAt: postedAt,
        updatedAt: updatedAt === createdAt ? postedAt : Date.parse(String(updatedAt)),
        editedAt: null,
      })
    }
    const users = await rowsOf(store, 'users')
    for (const [index, older] of dumpedRecords(lines, 'users').entries()) {
      const { username, createdAt, updatedAt, ...fields } = recordOf(storable(older)['row'])
      const user = users[index]
      expect(user).toMatchObject({
        ...fields,
        createdAt: Date.parse(String(createdAt)),
        updatedAt: Date.parse(String(updatedAt)),
      })
      expect(user?.username).toMatch(String(username))
      expect(await store.read.users.byUsername(user?.username ?? '')).toEqual(user)
    }
    for (const row of posts) expect(safeParse(rowSchemas.posts, row).issues).toBeUndefined()
    for (const row of users) expect(safeParse(storableUser, row).issues).toBeUndefined()
  })

  it('keeps files, their uses and their bytes', async () => {
    const store = await open(await restored(lines))
    const files = await rowsOf(store, 'files')
    const uses = await rowsOf(store, 'fileUses')
    for (const [index, older] of dumpedRecords(lines, 'files').entries()) {
      const { usedBy, content: _content, ...fields } = older
      const file = files[index]
      expect(file).toEqual({ ...fields, size: gif.length })
      const id = file?.id ?? ''
      expect(uses.filter(({ fileId }) => fileId === id).map((use) => use.usedBy)).toEqual(
        listAt({ usedBy }, 'usedBy').map(String).toSorted(),
      )
      expect(await bytesOf(store, id)).toEqual(gif)
    }
  })

  it('finds every user by any part of the first name', async () => {
    const store = await open(await restored(lines))
    for (const { id, firstName } of await rowsOf(store, 'users')) {
      for (const text of [firstName, firstName.slice(0, 2), firstName.slice(1)]) {
        if (text === '' || text.length > 200) continue
        const found = await store.read.users.searchByFirstName(text, { limit: 50 })
        expect(found.map(({ row }) => row.id)).toContain(id)
      }
    }
  })
})

describe('a database that version 3 wrote', () => {
  it('gets another username where one becomes the same as that of another user', async () => {
    const store = await open(await restored(versionThree))
    const names = (await rowsOf(store, 'users')).map(({ username }) => username)
    expect(names.filter((username) => username.startsWith('nul'))).toEqual([
      expect.stringMatching(/^nul\ufffd-[0-9a-f-]{36}$/),
      'nul\ufffd',
    ])
  })

  it('lets its users log in, and serves their pictures', async () => {
    const store = await open(await restored(versionThree))
    const backend = await openBackend(async () => store, { store })
    const login = await backend.rest('POST', '/auth/login', { body: { username: 'ada', password: 'first' } })
    expect(login).toMatchObject({ status: 200, json: { foundUser: { firstName: 'Ada', bio: 'Analyst' } } })
    const picture = await backend.http(new Request(`http://localhost${textAt(login.json, 'foundUser.avatar')}`))
    expect(picture.headers.get('content-type')).toBe('image/gif')
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(gif)
  })

  it('keeps a record of the wrong shape as it is', async () => {
    const name = await restored(versionThree)
    const damaged = { id: 'z', authorId: 1 }
    const raw = await openDB(name)
    await raw.put('posts', damaged)
    raw.close()
    const store = await open(name)
    expect(store.quarantined).toBeNull()
    expect((await countRows(store)).posts).toBe(12)
    expect(await store.read.posts.getMany(['z'])).toEqual([damaged])
  })
})

describe('a database that version 4 wrote', () => {
  it('keeps every row, and the bytes of files', async () => {
    const store = await open(await restored(versionFour))
    expect(store.quarantined).toBeNull()
    for (const table of ['reactions', 'bookmarks', 'follows', 'files', 'fileUses'] as const)
      expect(await rowsOf(store, table)).toEqual(dumpedRecords(versionFour, table))
    const users = dumpedRecords(versionFour, 'users').map(({ row }) =>
      Object.assign(recordOf(row), { tokenGeneration: 0 }),
    )
    expect(await rowsOf(store, 'users')).toEqual(users)
    const posts = dumpedRecords(versionFour, 'posts').map((post) => Object.assign(post, { editedAt: null }))
    expect(await rowsOf(store, 'posts')).toEqual(posts)
    for (const { id } of await rowsOf(store, 'files')) expect(await bytesOf(store, id)).toEqual(gif)
  })

  it('finds and counts its posts by tag', async () => {
    const { read } = await open(await restored(versionFour))
    for (const order of ['LATEST', 'TRENDING'] as const) {
      const page = await read.posts.pageByTag('weaving', order, { limit: 5 })
      expect(page.map(({ row }) => row.content.slice(0, 6))).toEqual(['Edited', 'With a'])
    }
    const counts = await Promise.all(['weaving', 'übung', 'tag', '1'].map((tag) => read.posts.countByTag(tag)))
    expect(counts).toEqual([2, 1, 0, 0])
  })

  it('lets its users make requests with idempotency keys', async () => {
    const store = await open(await restored(versionFour))
    const backend = await openBackend(async () => store, { store })
    const login = await backend.rest('POST', '/auth/login', { body: { username: 'ada', password: 'first' } })
    const token = textAt(login.json, 'encodedToken')
    const request = { token, headers: { 'idempotency-key': 'press 1' }, body: { postData: { content: 'Once' } } }
    const first = await backend.rest('POST', '/posts', request)
    expect(first.status).toBe(201)
    expect(await backend.rest('POST', '/posts', request)).toMatchObject({ status: 201, json: first.json })
  })
})

/** Replaces U+0000 and lone surrogates in a JSON value. */
function storable(value: unknown): Record<string, unknown> {
  const json = JSON.stringify(value).replaceAll(/\\u0000|\\ud[89a-f][0-9a-f]{2}/g, '\ufffd')
  return recordOf(JSON.parse(json))
}

describe('a database that version 2 wrote', () => {
  it('can be migrated to a version that adds a field to every post and an index over it', async () => {
    const name = await restored(versionTwo)
    const db = await openWith(name, withLanguage)
    expect(db.version).toBe(VERSIONS.length + 1)
    db.close()
    const raw = await openDB(name)
    onTestFinished(() => raw.close())
    expect(await raw.countFromIndex('posts', 'byLanguage', IDBKeyRange.bound(['en'], ['en', []]))).toBe(8)
    expect(await raw.count('users')).toBe(8)
  })

  it('has the same indexes after a migration as a database created at that version', async () => {
    const [fresh, migrated] = [freshName(), await restored(versionTwo)]
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
    const name = await restored(versionTwo)
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
    const name = await restored(versionTwo)
    const before = await contentsOf(name)
    await expect(openWith(name, version)).rejects.toMatchObject({
      name: expect.stringMatching(/^(DamagedError|ConstraintError)$/),
    })
    expect(await contentsOf(name)).toEqual(before)
    await deleteDB(name)
  })
})
