import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { openIndexedDbStore } from '../../resolvers/store/indexeddb/store.ts'
import { freshName } from './adapters.ts'
import { damagedDatabase, databasesFrom, failOpening, open } from './damage.ts'
import { id, insertUsers, userRow } from './rows.ts'

describe('opening a database that fails', () => {
  it.each(['UnknownError', 'AbortError'])('succeeds at the retry after one %s', async (error) => {
    const name = freshName()
    await insertUsers(await open(name), userRow(1))
    failOpening(error, { times: 1 })
    const store = await open(name)
    expect(store.setAside).toBeNull()
    expect(await store.read.users.getMany([id(1)])).toEqual([userRow(1)])
  })

  it.each(['UnknownError', 'InternalError'])(
    'succeeds at a later retry after several errors (%s), while another tab uses the database',
    async (error) => {
      const name = freshName()
      const lost = vi.fn()
      const tab = await open(name, lost)
      await insertUsers(tab, userRow(1))
      failOpening(error, { times: 4 })
      const store = await open(name)
      expect(store.setAside).toBeNull()
      expect(await store.read.users.getMany([id(1)])).toEqual([userRow(1)])
      expect(await tab.read.users.getMany([id(1)])).toEqual([userRow(1)])
      expect(lost).not.toHaveBeenCalled()
      expect(await databasesFrom(name)).toEqual([name])
    },
  )

  it.each([
    ['SecurityError', 'StorageUnavailableError'],
    ['InvalidStateError', 'StorageUnavailableError'],
    // Chromium's error when storage is blocked: no other database opens either.
    ['UnknownError', 'StorageUnavailableError'],
    ['QuotaExceededError', 'QuotaExceededError'],
    ['AbortError', 'AbortError'],
  ])('with %s rejects with %s and sets nothing aside', async (error, name) => {
    failOpening(error)
    await expect(open(freshName())).rejects.toMatchObject({ name })
  })

  it('opens the next database that another tab creates meanwhile', async () => {
    const name = await damagedDatabase({ put: { store: 'posts', record: { row: { id: 'a' }, keys: {} } } })
    const before = await indexedDB.databases()
    const other = await open(name)
    await insertUsers(other, userRow(1))
    vi.spyOn(indexedDB, 'databases').mockResolvedValueOnce(before).mockResolvedValueOnce(before)
    const store = await open(name)
    expect(await store.read.users.getMany([id(1)])).toEqual([userRow(1)])
    expect(await databasesFrom(name)).toEqual([name, `${name}-2`])
  })

  it('rejects with the quota error if there is no room for the next database', async () => {
    const name = await damagedDatabase({ put: { store: 'posts', record: { row: { id: 'a' }, keys: {} } } })
    failOpening('QuotaExceededError', { fails: (opened) => opened !== name })
    await expect(open(name)).rejects.toMatchObject({ name: 'QuotaExceededError' })
  })

  it('rejects with StorageUnavailableError if there is no IndexedDB', async () => {
    vi.stubGlobal('indexedDB', undefined)
    onTestFinished(() => void vi.unstubAllGlobals())
    await expect(openIndexedDbStore()).rejects.toMatchObject({ name: 'StorageUnavailableError' })
  })
})
