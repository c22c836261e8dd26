import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { deleteDB } from 'idb'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { openBackend } from '../../src/backend/backend.ts'
import { answer } from '../../worker/backend.ts'

/** How many connections and channels are open. */
interface Held {
  databases: () => number
  channels: () => number
}

function watchConnections(): Held {
  const open = vi.spyOn(indexedDB, 'open')
  const close = vi.spyOn(IDBDatabase.prototype, 'close')
  const channels = new Set<BroadcastChannel>()
  class WatchedChannel extends BroadcastChannel {
    constructor(name: string) {
      super(name)
      channels.add(this)
    }

    override close(): void {
      super.close()
      channels.delete(this)
    }
  }
  vi.stubGlobal('BroadcastChannel', WatchedChannel)
  return { databases: () => open.mock.calls.length - new Set(close.mock.contexts).size, channels: () => channels.size }
}

/** Nothing more can be written, until it is answered. */
function fillDisk(): { free: () => void } {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError')
  })
  return { free: () => put.mockRestore() }
}

/** Whether there is a backend. */
const starts: [string, () => Promise<boolean>][] = [
  [
    'the page',
    () =>
      openBackend().then(
        () => true,
        () => false,
      ),
  ],
  ['the worker', async () => (await answer(new Request('http://weft.test/api/users'))).ok],
]

describe.each(starts)('%s', (_who, start) => {
  let held: Held
  beforeEach(() => {
    vi.stubGlobal('indexedDB', new IDBFactory())
    vi.stubGlobal('location', { search: '' })
    held = watchConnections()
    onTestFinished(() => void vi.unstubAllGlobals())
  })

  it('holds on to nothing where the samples find no room, and begins when there is some', async () => {
    vi.mocked(console.error).mockImplementation(() => {})
    const disk = fillDisk()
    for (const _try of [1, 2, 3]) expect(await start()).toBe(false)
    expect([held.databases(), held.channels()]).toEqual([0, 0])
    disk.free()
    vi.mocked(console.error).mockClear()
    expect(await start()).toBe(true)
    expect(held.databases()).toBe(1)
    await deleteDB('weft')
  })

  it('holds on to nothing when the data is lost, and begins anew', async () => {
    expect(await start()).toBe(true)
    const before = [held.databases(), held.channels()]
    await deleteDB('weft')
    expect([held.databases(), held.channels()]).toEqual([0, 0])
    expect(await start()).toBe(true)
    expect([held.databases(), held.channels()]).toEqual(before)
    await deleteDB('weft')
  })
})
