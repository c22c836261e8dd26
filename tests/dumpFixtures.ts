import * as fakeIndexedDb from 'fake-indexeddb'
import { openDB } from 'idb'
import { openIndexedDbStore, runDataTask, seedIfEmpty } from '../resolvers/browser/index.ts'
import { SNAPSHOT_VERSION } from '../resolvers/lab/snapshot/format.ts'
import { CURRENT_VERSION } from '../resolvers/store/indexeddb/migrations.ts'
import type { DumpLine } from './databaseDump.ts'

// `idb` expects IndexedDB and its classes as globals.
Object.assign(globalThis, fakeIndexedDb)

const now = Date.parse('2026-05-04T09:30:00Z')
const gif = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (character) =>
  character.charCodeAt(0),
).buffer

/**
 * A database and a snapshot as the present version writes them, by the names of their files. Awaited here, because a
 * module that was imported by Vite's runner cannot import others later.
 */
export const fixtures = await dumpFixtures()

async function dumpFixtures(): Promise<Record<string, string>> {
  const name = 'fixture'
  const store = await openIndexedDbStore({ name })
  await seedIfEmpty(store, () => now)
  await store.blobs.put('file', [new Uint8Array(gif)])
  await store.transaction(async (tx) => {
    const [one, two, three] = await tx.posts.page('LATEST', { limit: 3 })
    const [viewer, other] = await tx.users.page('OLDEST', { limit: 2 })
    if (!one || !two || !three || !viewer || !other) throw new Error('The seed is too small.')
    const userId = viewer.row.id
    await tx.posts.patch(one.row.id, {
      set: { content: 'Edited #Weft, with a picture', mediaUrl: '/media/file', mediaType: 'image', editedAt: now },
      add: { likeCount: 1 },
    })
    await tx.reactions.put({ id: 'reaction 1', postId: one.row.id, userId, kind: 'like' })
    await tx.reactions.put({ id: 'reaction 2', postId: two.row.id, userId, kind: 'dislike' })
    await tx.reactions.put({ id: 'reaction 3', postId: three.row.id, userId: other.row.id, kind: 'like' })
    await tx.bookmarks.insert({ id: 'bookmark 1', userId, postId: one.row.id })
    await tx.bookmarks.insert({ id: 'bookmark 2', userId, postId: three.row.id })
    const ownerId = one.row.authorId
    await tx.files.insert({ id: 'file', ownerId, type: 'image/gif', size: gif.byteLength, addedAt: now })
    await tx.files.insertUse({ fileId: 'file', usedBy: one.row.id })
    await tx.users.patch(ownerId, { set: { avatarUrl: '/media/file' } })
    await tx.files.insertUse({ fileId: 'file', usedBy: ownerId })
    await tx.posts.remove(three.row.id, now)
    await tx.users.patch(three.row.authorId, { add: { postCount: -1 } })
    await tx.idempotencyKeys.claim({ userId, key: 'key', request: 'hash', resultId: one.row.id, usedAt: now }, 0)
  })
  const host = {
    clock: () => now,
    events: new EventTarget(),
    signal: new AbortController().signal,
    onProgress: () => {},
    token: null,
    onTokenRenewed: () => {},
  }
  const { file } = await runDataTask(store, { kind: 'export' }, host)
  await store.close()
  return {
    [`database${CURRENT_VERSION}.ndjson`]: linesOf(await dumpOf(name)),
    [`snapshot${SNAPSHOT_VERSION}.ndjson`]: (await file?.text()) ?? '',
  }
}

async function dumpOf(name: string): Promise<DumpLine[]> {
  const db = await openDB(name)
  const lines: DumpLine[] = [{ version: db.version }]
  for (const storeName of db.objectStoreNames) {
    const { store } = db.transaction(storeName)
    const { keyPath, autoIncrement } = store
    const indexes = Array.from(store.indexNames, (index) => {
      const { keyPath: path, unique, multiEntry } = store.index(index)
      return { name: index, keyPath: path, unique, multiEntry }
    })
    lines.push({ store: storeName, keyPath, autoIncrement, indexes })
    const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()])
    for (const [index, value] of values.entries()) {
      const key = keys[index]
      lines.push({ ...(typeof key === 'string' && { key }), value: jsonOf(value) })
    }
  }
  db.close()
  return lines
}

function jsonOf(value: unknown): unknown {
  return value instanceof ArrayBuffer ? { $bytes: btoa(String.fromCharCode(...new Uint8Array(value))) } : value
}

function linesOf(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}
