import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { openIndexedDbStore } from '../../resolvers/store/indexeddb/store.ts'
import { CURRENT_VERSION } from '../../resolvers/store/indexeddb/migrations.ts'
import { freshName } from './adapters.ts'
import { damagedDatabase, databasesFrom, failOpening, open } from './damage.ts'
import { id, insertUsers, userRow } from './rows.ts'

describe('opening a database that fails', () => {
  it.each(['UnknownError', 'AbortError'])('succeeds at the retry after one %s', async (error) => {
    const name = freshName()
    await insertUsers(await open(name), userRow(1))
    failOpening(error, { times: 1 })
    const store = await open(name)
    expect(store.quarantined).toBeNull()
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
      expect(store.quarantined).toBeNull()
      expect(await store.read.users.getMany([id(1)])).toEqual([userRow(1)])
      expect(await tab.read.users.getMany([id(1)])).toEqual([userRow(1)])
      expect(lost).not.toHaveBeenCalled()
      expect(await databasesFrom(name)).toEqual([name])
    },
  )

  it('succeeds once a scratch database has been opened, and deletes the scratch database', async () => {
    const name = freshName()
    await insertUsers(await open(name), userRow(1))
    failUntilOther(name)
    const tabs = [await open(name), await open(name)]
    for (const tab of tabs) {
      expect(tab.quarantined).toBeNull()
      expect(await tab.read.users.getMany([id(1)])).toEqual([userRow(1)])
    }
    expect(await databasesFrom(name)).toEqual([name])
  })

  it('succeeds in all tabs once scratch databases have been opened', async () => {
    const name = freshName()
    await insertUsers(await open(name), userRow(1))
    failUntilOther(name)
    const tabs = await Promise.all([open(name), open(name), open(name)])
    for (const tab of tabs) expect(await tab.read.users.getMany([id(1)])).toEqual([userRow(1)])
    expect(await databasesFrom(name)).toEqual([name])
  })

  it('opens the next generation if other tabs use it', async () => {
    const name = freshName()
    await insertUsers(await open(name), userRow(1))
    const other = await open(`${name}-2`)
    await insertUsers(other, userRow(2))
    vi.spyOn(indexedDB, 'databases').mockRejectedValue(new DOMException('No list.', 'UnknownError'))
    const store = await open(name)
    expect(store.quarantined).toBe(name)
    expect(await store.read.users.getMany([id(1), id(2)])).toEqual([undefined, userRow(2)])
  })

  it('opens the previous generation if the newest is deleted meanwhile', async () => {
    const name = freshName()
    await insertUsers(await open(name), userRow(1))
    vi.spyOn(indexedDB, 'databases').mockResolvedValueOnce([
      { name, version: CURRENT_VERSION },
      { name: `${name}-2`, version: CURRENT_VERSION },
    ])
    const store = await open(name)
    expect(store.quarantined).toBeNull()
    expect(await store.read.users.getMany([id(1)])).toEqual([userRow(1)])
    expect(await databasesFrom(name)).toEqual([name])
  })

  it.each([
    ['SecurityError', 'StorageUnavailableError'],
    ['InvalidStateError', 'StorageUnavailableError'],
    // Chromium's error when storage is blocked: no other database opens either.
    ['UnknownError', 'StorageUnavailableError'],
    ['QuotaExceededError', 'QuotaExceededError'],
    ['AbortError', 'AbortError'],
  ])('with %s rejects with %s instead of a quarantine', async (error, name) => {
    failOpening(error)
    await expect(open(freshName())).rejects.toMatchObject({ name })
  })

  it('opens the next generation that another tab creates meanwhile', async () => {
    const name = await damagedDatabase({ put: { store: 'posts', record: { id: 'a' } } })
    const before = await indexedDB.databases()
    const other = await open(name)
    await insertUsers(other, userRow(1))
    vi.spyOn(indexedDB, 'databases').mockResolvedValueOnce(before).mockResolvedValueOnce(before)
    const store = await open(name)
    expect(await store.read.users.getMany([id(1)])).toEqual([userRow(1)])
    expect(await databasesFrom(name)).toEqual([name, `${name}-2`])
  })

  it('rejects with the quota error if there is no room for the next generation', async () => {
    const name = await damagedDatabase({ put: { store: 'posts', record: { id: 'a' } } })
    failOpening('QuotaExceededError', { fails: (opened) => opened !== name })
    await expect(open(name)).rejects.toMatchObject({ name: 'QuotaExceededError' })
  })

  it('rejects with StorageUnavailableError if there is no IndexedDB', async () => {
    vi.stubGlobal('indexedDB', undefined)
    onTestFinished(() => void vi.unstubAllGlobals())
    await expect(openIndexedDbStore()).rejects.toMatchObject({ name: 'StorageUnavailableError' })
  })
})

/** Makes opening fail until another database is opened. */
function failUntilOther(name: string): void {
  let isOver = false
  failOpening('UnknownError', {
    fails: (opened) => {
      isOver ||= opened !== name
      return !isOver
    },
  })
}
