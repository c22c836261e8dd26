import { describe, expect, test, vi } from 'vitest'
import { openIndexedDbStore } from '../../resolvers/browser/index.ts'
import type { Wait } from '../../resolvers/lab/networkConditions.ts'
import type { Latency } from '../../resolvers/lab/settings.ts'
import { openBackend, type TestBackend } from '../backend.ts'
import { deferred } from '../deferred.ts'
import { adapters, freshName } from '../store/adapters.ts'
import { creation, openLab } from './openLab.ts'

describe.each(adapters)('latency over $name', ({ open }) => {
  test('does not delay the change, which is made even if the caller aborts at once', async () => {
    const lab = await openLab(open)
    await lab.set({ latency: { ms: 5000 } })
    const caller = new AbortController()
    const response = lab.backend.http(creation(lab.mira, caller.signal))
    caller.abort()
    expect((await response).type).toBe('error')
    expect(await lab.contents()).toEqual(['Hemp'])
  })

  test('is a floor: the work is done before the response is delivered', async () => {
    const timer = controlledTimer()
    const backend = await openBackend(open, { withLab: true, wait: timer.wait })
    const signup = backend.rest('POST', '/auth/signup', { body: { username: 'mira', password: 'sesame' } })
    expect(await timer.nextWait()).toBe(400)
    await expect.poll(() => backend.store.read.users.byUsername('mira')).toBeDefined()
    expect(await isPending(signup)).toBe(true)
    timer.end()
    expect(await signup).toMatchObject({ status: 201 })
  })

  test('does not end slow work early', async () => {
    const timer = controlledTimer()
    const { simulation } = await openBackend(open, { wait: timer.wait })
    const work = deferred<string>()
    const response = simulation.run(
      likePost,
      () => work.promise,
      () => ({}),
    )
    await timer.nextWait()
    timer.end()
    expect(await isPending(response)).toBe(true)
    work.resolve('done')
    expect(await response).toBe('done')
  })

  test('is the same for a failure as for a success', async () => {
    const timer = controlledTimer()
    const { simulation } = await openBackend(open, { wait: timer.wait })
    const response = simulation.run(
      likePost,
      () => Promise.reject(new Error('No disk')),
      () => ({}),
    )
    response.catch(() => {})
    await timer.nextWait()
    expect(await isPending(response)).toBe(true)
    timer.end()
    await expect(response).rejects.toThrow('No disk')
  })
})

const likePost = { summarize: () => ({ via: 'tab', name: 'LikePost', method: 'POST', path: '/graphql' }) as const }

/** A `Wait` that resolves when the test calls `end`. */
function controlledTimer(): { wait: Wait; nextWait: () => Promise<number>; end: () => void } {
  const started = deferred<number>()
  const ended = deferred()
  return {
    wait(milliseconds) {
      started.resolve(milliseconds)
      return ended.promise
    },
    nextWait: () => started.promise,
    end: () => ended.resolve(),
  }
}

async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending')
  const first = await Promise.race([promise.catch(() => {}), Promise.resolve().then(() => pending)])
  return first === pending
}

describe('the latency of an operation', () => {
  /** Runs an operation of this name. Returns its latency in milliseconds. */
  async function latencyOf({ waits, backend }: Recorded, name: string): Promise<number | undefined> {
    const summary = { via: 'tab', name, method: 'POST', path: '/graphql' } as const
    await backend.simulation.run(
      { summarize: () => summary },
      async () => {},
      () => ({}),
    )
    return waits.at(-1)
  }

  interface Recorded {
    backend: TestBackend
    waits: number[]
    set: (latency: Partial<Latency>) => Promise<void>
  }

  async function openRecorded(): Promise<Recorded> {
    const waits: number[] = []
    const wait: Wait = async (milliseconds) => void waits.push(milliseconds)
    const backend = await openBackend(async () => openIndexedDbStore({ name: freshName() }), { wait })
    const { defaults, change } = backend.lab
    return {
      backend,
      waits,
      set: (latency) => change({ ...defaults, latency: { ...defaults.latency, ...latency } }),
    }
  }

  test('is 400 ms by default', async () => {
    expect(await latencyOf(await openRecorded(), 'HomePage')).toBe(400)
  })

  test('can be set for all operations or for one, while the others have the default', async () => {
    const lab = await openRecorded()
    await lab.set({ ms: 1234 })
    expect(await latencyOf(lab, 'HomePage')).toBe(1234)
    await lab.set({ ms: 1234, only: 'LikePost' })
    expect([await latencyOf(lab, 'LikePost'), await latencyOf(lab, 'HomePage')]).toEqual([1234, 400])
  })

  test('stays within the jitter and within 0 to 5000 ms', async () => {
    const lab = await openRecorded()
    const random = vi.spyOn(Math, 'random')
    await lab.set({ ms: 1000, jitter: 200 })
    for (const [chance, latency] of [
      [0, 800],
      [0.5, 1000],
      [0.999_999, 1200],
    ] as const) {
      random.mockReturnValue(chance)
      expect(await latencyOf(lab, '')).toBe(latency)
    }
    await lab.set({ ms: 4900, jitter: 5000 })
    random.mockReturnValue(0.999)
    expect(await latencyOf(lab, '')).toBe(5000)
  })
})
