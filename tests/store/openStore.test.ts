import 'fake-indexeddb/auto'
import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb'
import { deleteDB, openDB } from 'idb'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { openStore, seedIfEmpty } from '../../resolvers/browser/index.ts'
import type { OpenedStore } from '../../resolvers/browser/openStore.ts'
import { CURRENT_VERSION } from '../../resolvers/store/indexeddb/migrations.ts'
import { id, insertUsers, userRow } from './rows.ts'

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  onTestFinished(() => void vi.unstubAllGlobals())
})

async function open(onLost = () => {}): Promise<OpenedStore> {
  const opened = await openStore(onLost)
  onTestFinished(() => opened.store.close())
  return opened
}

async function damage(): Promise<void> {
  const { store } = await openStore(() => {})
  await store.close()
  const db = await openDB('weft')
  await db.put('posts', { row: { id: 'a' } })
  db.close()
}

describe('the store of a page', () => {
  it('is the database of the browser', async () => {
    const { store, storageStatus } = await open()
    await insertUsers(store, userRow(1))
    expect(await storageStatus()).toEqual({ kind: 'database' })
    expect(await (await open()).store.read.users.getMany([id(1)])).toEqual([userRow(1)])
  })

  it('is in memory if the browser stores nothing', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('Storage is blocked.', 'SecurityError')
    })
    const { store, storageStatus } = await open()
    await insertUsers(store, userRow(1))
    expect(await store.read.users.getMany([id(1)])).toEqual([userRow(1)])
    expect(await storageStatus()).toEqual({ kind: 'memory' })
  })

  it('reports that a damaged database was set aside, in all tabs and on all visits, until the notice is dismissed', async () => {
    await damage()
    const [one, other] = await Promise.all([open(), open()])
    const setAside = {
      kind: 'setAside',
      database: 'weft',
      dismiss: expect.any(Function),
      subscribeToDismissal: expect.any(Function),
    }
    expect(await one.storageStatus()).toEqual(setAside)
    const status = await other.storageStatus()
    expect(status).toEqual(setAside)
    if (status.kind !== 'setAside') return
    const listener = vi.fn()
    onTestFinished(status.subscribeToDismissal(listener))
    await status.dismiss()
    await expect.poll(() => listener).toHaveBeenCalledTimes(1)
    for (const tab of [one, other, await open()]) expect(await tab.storageStatus()).toEqual({ kind: 'database' })
  })

  it.each(['QuotaExceededError', 'AbortError'])(
    'is not in memory after %s, because that would hide the stored data',
    async (error) => {
      vi.spyOn(indexedDB, 'open').mockImplementation(() => {
        throw new DOMException('Not now.', error)
      })
      await expect(open()).rejects.toMatchObject({ name: error })
    },
  )
})

describe('a lost store', () => {
  it('calls onLost once when the database is deleted, and opens again empty', async () => {
    const lost = vi.fn()
    const { store } = await open(lost)
    await insertUsers(store, userRow(1))
    await deleteDB('weft')
    expect(lost).toHaveBeenCalledTimes(1)
    await expect(store.read.users.getMany([id(1)])).rejects.toThrow()

    const { store: fresh } = await open()
    await seedIfEmpty(fresh, Date.now)
    expect(await fresh.read.users.getMany([id(1)])).toEqual([undefined])
    expect(await fresh.read.users.page('byId', { direction: 'ascending', limit: 50 })).toHaveLength(6)
  })

  it('calls onLost when the browser closes the database, and opens again with its rows', async () => {
    const opening = vi.spyOn(indexedDB, 'open')
    const lost = vi.fn()
    const { store } = await open(lost)
    await insertUsers(store, userRow(1))
    forceCloseDatabase(opening.mock.results[0]?.value.result)
    await expect.poll(() => lost).toHaveBeenCalledTimes(1)
    await expect(store.read.users.getMany([id(1)])).rejects.toThrow()
    expect(await (await open()).store.read.users.getMany([id(1)])).toEqual([userRow(1)])
  })

  it('calls onLost when a later version upgrades the database, and does not open again', async () => {
    const lost = vi.fn()
    const { store } = await open(lost)
    const later = await openDB('weft', CURRENT_VERSION + 1)
    expect(lost).toHaveBeenCalledTimes(1)
    await expect(insertUsers(store, userRow(1))).rejects.toThrow()
    await expect(open()).rejects.toMatchObject({ name: 'NewerVersionError', database: 'weft' })
    later.close()
  })
})
