import { openDB } from 'idb'
import { expect, it, vi } from 'vitest'
import { exportDatabase, seedIfEmpty } from '../../resolvers/browser/index.ts'
import { openIndexedDbStore } from '../../resolvers/store/indexeddb/store.ts'
import { CURRENT_VERSION } from '../../resolvers/store/indexeddb/migrations.ts'
import { at } from '../values.ts'
import { freshName } from './adapters.ts'
import { contentsOf, databasesFrom } from './damage.ts'
import { applyChanges, postRow, insertPosts } from './rows.ts'

const clock = () => Date.parse('2026-05-04T09:30:00Z')

async function linesOf(name: string): Promise<unknown[]> {
  const copy = await exportDatabase(name, clock)
  expect(copy.type).toBe('application/x-ndjson')
  return (await copy.text())
    .split('\n')
    .slice(0, -1)
    .map((line): unknown => JSON.parse(line))
}

/** The line of a single value. */
function metaLine(key: string, value: unknown) {
  return { store: 'meta', key: [key], value: { row: { key, value }, keys: {} } }
}

/** Creates a database with an unknown layout: its object store has no key path. */
async function foreignDatabase(records: [key: IDBValidKey, value: unknown][]): Promise<string> {
  const name = freshName()
  const db = await openDB(name, 7, { upgrade: (fresh) => void fresh.createObjectStore('things') })
  for (const [key, value] of records) await db.put('things', value, key)
  db.close()
  return name
}

it('copies every record of every object store after a header, without secrets', async () => {
  const name = freshName()
  const store = await openIndexedDbStore({ name })
  await seedIfEmpty(store, clock)
  await applyChanges(
    store,
    (tx) => tx.meta.put('tokenKey', 'c2VjcmV0'),
    (tx) => tx.meta.put('kept', { passwordHash: 'pbkdf2', other: 1 }),
  )
  await insertPosts(store, ...Array.from({ length: 40 }, (_, number) => postRow(number)))
  await store.close()

  const [header, ...lines] = await linesOf(name)
  expect(header).toEqual({
    weft: 'copy',
    database: name,
    version: CURRENT_VERSION,
    exportedAt: '2026-05-04T09:30:00.000Z',
  })
  expect(lines.filter((line) => at(line, 'store') === 'posts')).toHaveLength(46)
  expect(lines.filter((line) => at(line, 'store') === 'users')).toHaveLength(6)
  const post = lines.find((line) => at(line, 'store') === 'posts' && at(line, 'value.row.id') === postRow(39).id)
  expect(post).toMatchObject({ key: [postRow(39).id], value: { row: postRow(39) } })
  expect(lines).toContainEqual(metaLine('seededAt', clock()))
  expect(lines).toContainEqual(metaLine('kept', { other: 1 }))
  const text = JSON.stringify(lines)
  for (const secret of ['passwordHash', 'pbkdf2', 'tokenKey', 'c2VjcmV0']) expect(text).not.toContain(secret)
})

it('copies further fields of a user at the deepest nesting that the store accepts', async () => {
  const depth = 1000
  const text = `${'['.repeat(depth)}${']'.repeat(depth)}`
  const name = await foreignDatabase([['user', { extra: { deep: JSON.parse(text) } }]])
  expect(JSON.stringify((await linesOf(name))[1])).toContain(text)
})

it('writes bytes in base64', async () => {
  const bytes = Uint8Array.from({ length: 30_000 }, (_, index) => index % 256)
  const name = await foreignDatabase([['picture', bytes.buffer]])
  const base64 = Buffer.from(bytes).toString('base64')
  expect((await linesOf(name)).slice(1)).toEqual([{ store: 'things', key: 'picture', value: { base64 } }])
})

it('continues after a record that cannot be read or written as JSON', async () => {
  const endless: Record<string, unknown> = {}
  endless['self'] = endless
  const name = await foreignDatabase([
    ['a', 1],
    ['b', endless],
    ['c', 3],
  ])
  expect((await linesOf(name)).slice(1)).toEqual([
    { store: 'things', key: 'a', value: 1 },
    { store: 'things', key: 'b', problem: expect.any(String) },
    { store: 'things', key: 'c', value: 3 },
  ])
})

it('writes a problem for an object store that cannot be read', async () => {
  const name = await foreignDatabase([['a', 1]])
  vi.spyOn(IDBObjectStore.prototype, 'getAllKeys').mockImplementation(() => {
    throw new DOMException('Internal error.', 'UnknownError')
  })
  expect((await linesOf(name)).slice(1)).toEqual([
    { store: 'things', problem: expect.stringContaining('Internal error.') },
  ])
})

it('changes nothing and creates no database', async () => {
  const name = await foreignDatabase([['a', 1]])
  const before = await contentsOf(name)
  await linesOf(name)
  expect(await contentsOf(name)).toEqual(before)
  const missing = freshName()
  await expect(exportDatabase(missing, clock)).rejects.toThrow()
  expect(await databasesFrom(missing)).toEqual([])
})
