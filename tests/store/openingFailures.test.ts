import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { openIndexedDbStore } from '../../resolvers/store/indexeddb/store.ts'
import { VERSIONS } from '../../resolvers/store/indexeddb/dbSchema.ts'
import { freshName } from './adapters.ts'
import { damagedDatabase, databasesFrom, failOpening, open } from './damage.ts'
import { id, putUsers, userRow } from './rows.ts'

describe('a database that does not open', () => {
  it.each(['UnknownError', 'AbortError'])('because of one %s is opened by the retry', async (error) => {
    const name = freshName()
    await putUsers(await open(name), userRow(1))
    failOpening(error, { times: 1 })
    const store = await open(name)
    expect(store.quarantined).toBeNull()
    expect(await store.read.users.getMany([id(1)])).toEqual([userRow(1)])
  })

  it.each(['UnknownError', 'InternalError'])(
    'because of several errors (%s) is opened by a later retry, while another tab uses it',
    async (error) => {
      const name = freshName()
      const lost = vi.fn()
      const tab = await open(name, lost)
      await putUsers(tab, userRow(1))
      failOpening(error, { times: 4 })
      const store = await open(name)
      expect(store.quarantined).toBeNull()
      expect(await store.read.users.getMany([id(1)])).toEqual([userRow(1)])
      expect(await tab.read.users.getMany([id(1)])).toEqual([userRow(1)])
      expect(lost).not.toHaveBeenCalled()
      expect(await databasesFrom(name)).toEqual([name])
    },
  )

  it('until a scratch database has been opened is used, and the scratch database is deleted', async () => {
    const name = freshName()
    await putUsers(await open(name), userRow(1))
    failUntilOther(name)
    const tabs = [await open(name), await open(name)]
    for (const tab of tabs) {
      expect(tab.quarantined).toBeNull()
      expect(await tab.read.users.getMany([id(1)])).toEqual([userRow(1)])
    }
    expect(await databasesFrom(name)).toEqual([name])
  })

  it('until scratch databases have been opened is used by all tabs', async () => {
    const name = freshName()
    await putUsers(await open(name), userRow(1))
    failUntilOther(name)
    const tabs = await Promise.all([open(name), open(name), open(name)])
    for (const tab of tabs) expect(await tab.read.users.getMany([id(1)])).toEqual([userRow(1)])
    expect(await databasesFrom(name)).toEqual([name])
  })

  it('stays quarantined while other tabs use the next generation', async () => {
    const name = freshName()
    await putUsers(await open(name), userRow(1))
    const other = await open(`${name}-2`)
    await putUsers(other, userRow(2))
    vi.spyOn(indexedDB, 'databases').mockRejectedValue(new DOMException('No list.', 'UnknownError'))
    const store = await open(name)
    expect(store.quarantined).toBe(name)
    expect(await store.read.users.getMany([id(1), id(2)])).toEqual([undefined, userRow(2)])
  })

  it('and is deleted meanwhile is not created again instead of the generation before', async () => {
    const name = freshName()
    await putUsers(await open(name), userRow(1))
    vi.spyOn(indexedDB, 'databases').mockResolvedValueOnce([
      { name, version: VERSIONS.length },
      { name: `${name}-2`, version: VERSIONS.length },
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
  ])('because of %s is not quarantined, but rejects with %s', async (error, name) => {
    failOpening(error)
    await expect(open(freshName())).rejects.toMatchObject({ name })
  })

  it('gets one next generation, even if another tab creates it meanwhile', async () => {
    const name = await damagedDatabase({ put: { store: 'posts', record: { id: 'a' } } })
    const before = await indexedDB.databases()
    const other = await open(name)
    await putUsers(other, userRow(1))
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

  it('rejects with StorageUnavailableError where there is no IndexedDB', async () => {
    vi.stubGlobal('indexedDB', undefined)
    onTestFinished(() => void vi.unstubAllGlobals())
    await expect(openIndexedDbStore()).rejects.toMatchObject({ name: 'StorageUnavailableError' })
  })
})

/** Opening fails until another database is opened. */
function failUntilOther(name: string): void {
  let isOver = false
  failOpening('UnknownError', {
    fails: (opened) => {
      isOver ||= opened !== name
      return !isOver
    },
  })
}
