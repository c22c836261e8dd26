import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { deleteDB } from 'idb'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openInPageBackend } from '../../src/backend/inPageBackend.ts'
import { connectBackend, openBackend } from '../../src/backend/openBackend.ts'
import { handleBackendRequest } from '../../worker/backend.ts'

/** Counts the open database connections and broadcast channels. */
interface OpenResources {
  databases: () => number
  channels: () => number
}

function countOpenResources(): OpenResources {
  const open = vi.spyOn(indexedDB, 'open')
  const close = vi.spyOn(IDBDatabase.prototype, 'close')
  const channels = new Set<BroadcastChannel>()
  class CountedChannel extends BroadcastChannel {
    constructor(name: string) {
      super(name)
      channels.add(this)
    }

    override close(): void {
      super.close()
      channels.delete(this)
    }
  }
  vi.stubGlobal('BroadcastChannel', CountedChannel)
  return { databases: () => open.mock.calls.length - new Set(close.mock.contexts).size, channels: () => channels.size }
}

const readSchema = async () => ''

/** Makes every write fail with a QuotaExceededError until `free` is called. */
function fillDisk(): { free: () => void } {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError')
  })
  return { free: () => put.mockRestore() }
}

connectBackend(openInPageBackend)

/** Functions that start the backend and return whether it succeeded. */
const starts: [string, () => Promise<boolean>][] = [
  [
    'the page',
    () =>
      openBackend().then(
        () => true,
        () => false,
      ),
  ],
  ['the worker', async () => (await handleBackendRequest(new Request('http://weft.test/api/users'), readSchema)).ok],
]

describe.each(starts)('the backend of %s', (_context, start) => {
  let resources: OpenResources
  beforeEach(() => {
    vi.stubGlobal('indexedDB', new IDBFactory())
    vi.stubGlobal('location', { search: '' })
    vi.stubGlobal('navigator', { userAgent: '' })
    // A page that never becomes idle.
    vi.stubGlobal('document', { body: null, querySelector: () => null })
    vi.stubGlobal(
      'MutationObserver',
      class {
        observe(): void {}
      },
    )
    resources = countOpenResources()
    onTestFinished(() => void vi.unstubAllGlobals())
  })

  it('closes all connections when the seed does not fit on the disk, and starts once there is space', async () => {
    vi.mocked(console.error).mockImplementation(() => {})
    const disk = fillDisk()
    for (const _attempt of [1, 2, 3]) expect(await start()).toBe(false)
    expect([resources.databases(), resources.channels()]).toEqual([0, 0])
    disk.free()
    vi.mocked(console.error).mockClear()
    expect(await start()).toBe(true)
    expect(resources.databases()).toBe(1)
    await deleteDB('weft')
  })

  it('closes all connections when the database is deleted, and starts again', async () => {
    expect(await start()).toBe(true)
    const before = [resources.databases(), resources.channels()]
    await deleteDB('weft')
    expect([resources.databases(), resources.channels()]).toEqual([0, 0])
    expect(await start()).toBe(true)
    expect([resources.databases(), resources.channels()]).toEqual(before)
    await deleteDB('weft')
  })
})
