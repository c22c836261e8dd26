import { deleteDB, openDB } from 'idb'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { object, safeParse, strictObject, string, type GenericSchema } from 'valibot'
import { rowShapes, tableNames, transientRowShapes, type Rows, type TableName } from '../../resolvers/store/rows.ts'
import { openVerified } from '../../resolvers/store/indexeddb/opening.ts'
import { recordShapes } from '../../resolvers/store/sorted/objectStores.ts'
import { FIRST_VERSION, type Version } from '../../resolvers/store/indexeddb/migrate.ts'
import { CURRENT_VERSION, VERSIONS } from '../../resolvers/store/indexeddb/migrations.ts'
import { demoAccount } from '../../resolvers/seed/demoAccount.ts'
import { openBackend } from '../backend.ts'
import { databaseDumps, dumpedRecords, restoreDump } from '../databaseDump.ts'
import { freshName } from './adapters.ts'
import { contentsOf, databasesFrom, open } from './damage.ts'
import { id, insertUsers, userRow } from './rows.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'

const [firstDump] = databaseDumps
const firstLines = firstDump?.lines ?? []

async function restored(lines: (typeof databaseDumps)[number]['lines'] = firstLines): Promise<string> {
  const name = freshName()
  await restoreDump({ name, lines })
  return name
}

/** The rows of a table. */
async function rowsOf<Table extends TableName>(store: AdministeredStore, table: Table): Promise<Rows[Table][]> {
  const page = await store.admin.read((tx) => tx.rows(table, { limit: 1000 }))
  return page.map(({ row }) => row)
}

/** The rows among the records of a dump. */
const dumpedRows = (lines: typeof firstLines, table: string) =>
  dumpedRecords(lines, table).map(({ row, tagKeys: _keys, ...fields }) => row ?? fields)

it('has a dump of every version (npm run dump-fixture)', () => {
  expect(databaseDumps.map(({ version }) => version)).toEqual(VERSIONS.map((_version, index) => FIRST_VERSION + index))
})

it('has a new version if a column was added, changed or removed', () => {
  const newest = databaseDumps.at(-1)?.lines ?? []
  for (const [table, { entries }] of Object.entries({ ...rowShapes, ...transientRowShapes })) {
    const rows = dumpedRows(newest, table)
    expect(rows.length, table).toBeGreaterThan(0)
    for (const row of rows) expect(safeParse(strictObject<typeof entries>(entries), row).issues).toBeUndefined()
  }
})

describe.each(databaseDumps)('a database that version $version wrote', ({ lines }) => {
  it('opens with all its rows and the bytes of its files', async () => {
    const name = await restored(lines)
    const store = await open(name)
    expect(store.quarantined).toBeNull()
    expect(await contentsOf(name)).toMatchObject({ version: CURRENT_VERSION })
    for (const table of tableNames) expect(await rowsOf(store, table)).toMatchObject(dumpedRows(lines, table))
    for (const { id: fileId, size } of await rowsOf(store, 'files'))
      expect((await new Response(await store.blobs.get(fileId)).arrayBuffer()).byteLength).toBe(size)
  })

  it('has the layout of a database that is created now', async () => {
    const layoutOf = async (name: string) => {
      await (await open(name)).close()
      const db = await openDB(name)
      const layout = Array.from(db.objectStoreNames, (store) => [store, [...db.transaction(store).store.indexNames]])
      db.close()
      return layout
    }
    expect(await layoutOf(await restored(lines))).toEqual(await layoutOf(freshName()))
  })

  it('lets its users log in, and serves their pictures', async () => {
    const store = await open(await restored(lines))
    const backend = await openBackend(async () => store, { store })
    expect(await backend.rest('POST', '/auth/login', { body: demoAccount })).toMatchObject({ status: 200 })
    const [file] = await rowsOf(store, 'files')
    const picture = await backend.http(new Request(`http://localhost/media/${file?.id}`))
    expect(picture.headers.get('content-type')).toBe(file?.type)
    expect((await picture.arrayBuffer()).byteLength).toBe(file?.size)
  })
})

describe('a database from before the first release', () => {
  it.each(Array.from({ length: FIRST_VERSION - 1 }, (_, index) => index + 1))(
    'of version %i is quarantined unchanged',
    async (version) => {
      const name = freshName()
      const older = await openDB(name, version, {
        upgrade: (db) => void db.createObjectStore('meta'),
      })
      await older.put('meta', 1, 'seededAt')
      older.close()
      const before = await contentsOf(name)
      const store = await open(name)
      expect(store.quarantined).toBe(name)
      await insertUsers(store, userRow(1))
      expect(await (await open(name)).read.users.getMany([id(1)])).toEqual([userRow(1)])
      expect(await databasesFrom(name)).toEqual([name, `${name}-2`])
      expect(await contentsOf(name)).toEqual(before)
    },
  )
})

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
  ...recordShapes,
  posts: object({ ...rowShapes.posts.entries, language: string() }),
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

describe('a migration', () => {
  it('can add a field to every post and an index over it', async () => {
    const name = await restored()
    const db = await openWith(name, withLanguage)
    expect(db.version).toBe(CURRENT_VERSION + 1)
    db.close()
    const raw = await openDB(name)
    onTestFinished(() => raw.close())
    const count = dumpedRecords(firstLines, 'posts').length
    expect(await raw.countFromIndex('posts', 'byLanguage', IDBKeyRange.bound(['en'], ['en', []]))).toBe(count)
    expect(await raw.count('users')).toBe(dumpedRecords(firstLines, 'users').length)
  })

  it('can drop an index', async () => {
    const name = await restored()
    const { stores: { posts: { keyPath = null, indexes = {} } = {} } = {} } = VERSIONS[0] ?? {}
    const { byLikes: _dropped, ...kept } = indexes
    const db = await openWith(
      name,
      { stores: { posts: { keyPath, indexes: kept } } },
      { ...recordsWithLanguage, posts: rowShapes.posts },
    )
    expect([...db.transaction('posts').store.indexNames]).toEqual(['byAuthor', 'byAuthorAndLikes', 'byTag'])
  })

  it.each<[string, Version]>([
    ['throws', { ...withLanguage, upgrade: () => Promise.reject(new TypeError('No such field.')) }],
    ['does not fill the new field', { ...withLanguage, upgrade: async () => {} }],
    [
      'violates an index',
      { stores: { users: { keyPath: ['row.id'], indexes: { byDay: { keyPath: 'row.createdAt', unique: true } } } } },
    ],
  ])('that %s changes nothing', async (_what, version) => {
    const name = await restored()
    const before = await contentsOf(name)
    await expect(openWith(name, version)).rejects.toMatchObject({
      name: expect.stringMatching(/^(DamagedError|ConstraintError)$/),
    })
    expect(await contentsOf(name)).toEqual(before)
    await deleteDB(name)
  })
})
