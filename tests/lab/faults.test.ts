import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openIndexedDbStore } from '../../resolvers/index.ts'
import type { Fault, Latency } from '../../resolvers/lab/settings.ts'
import { openBackend, type Member, type TestBackend } from '../backend.ts'
import { internalMessage } from '../refusals.ts'
import { adapters, freshName } from '../store/adapters.ts'

const masked = { error: { message: internalMessage } }

interface Lab {
  backend: TestBackend
  mira: Member
  /** Sets these, without delay unless it is one of them. */
  set(changes: { fault?: Partial<Fault>; latency?: Partial<Latency> }): Promise<void>
  create(): Promise<number | string>
  contents(): Promise<string[]>
}

async function openLab(open: () => ReturnType<(typeof adapters)[number]['open']>): Promise<Lab> {
  const backend = await openBackend(open, { withLab: true })
  const { usual, change } = backend.lab
  const set: Lab['set'] = ({ fault, latency }) =>
    change({ latency: { ...usual.latency, ms: 0, ...latency }, fault: { ...usual.fault, ...fault } })
  await set({})
  const mira = await backend.join('mira')
  return {
    backend,
    mira,
    set,
    async create() {
      try {
        return (await backend.rest('POST', '/posts', { token: mira.token, body: { postData: { content: 'Hemp' } } }))
          .status
      } catch (thrown) {
        return Object(thrown).name
      }
    },
    async contents() {
      const page = await backend.store.read.posts.page('LATEST', { limit: 100 })
      return page.map(({ row }) => row.content)
    },
  }
}

describe.each(adapters)('a fault of the lab over $name', ({ open }) => {
  let lab: Lab
  beforeEach(async () => {
    lab = await openLab(open)
  })

  test.each([
    { kind: 'none', answer: 201, made: true },
    { kind: 'errorBefore', answer: 500, made: false },
    { kind: 'errorAfter', answer: 500, made: true },
    { kind: 'dropped', answer: 'NoAnswerError', made: false },
    { kind: 'offline', answer: 'NoAnswerError', made: false },
  ] as const)('$kind: a call ends with $answer, done: $made', async ({ kind, answer, made }) => {
    await lab.set({ fault: { kind } })
    expect(await lab.create()).toBe(answer)
    expect(await lab.contents()).toEqual(made ? ['Hemp'] : [])
    expect(lab.backend.faults).toHaveLength(answer === 500 ? 1 : 0)
  })

  test.each(['errorBefore', 'errorAfter'] as const)(
    '%s is masked like any other fault, in the facade and in GraphQL',
    async (kind) => {
      await lab.set({ fault: { kind } })
      expect(await lab.backend.rest('GET', '/users')).toMatchObject({ status: 500, json: masked })
      expect(await lab.backend.gql('{ users { edges { cursor } } }')).toMatchObject({
        data: { users: null },
        errors: [{ message: masked.error.message, extensions: { code: 'INTERNAL', status: 500 } }],
      })
    },
  )

  test('errorAfter announces what was done: others see it', async () => {
    const heard = await lab.backend.listen('subscription { postCreated { node { content } } }')
    await lab.set({ fault: { kind: 'errorAfter' } })
    await lab.create()
    expect(await heard.next()).toEqual({ data: { postCreated: { node: { content: 'Hemp' } } } })
    await heard.end()
  })

  test('strikes the one operation or call of its name', async () => {
    await lab.set({ fault: { kind: 'errorBefore', only: 'POST /posts' } })
    expect((await lab.backend.rest('GET', '/posts')).status).toBe(200)
    expect(await lab.create()).toBe(500)
    await lab.set({ fault: { kind: 'errorBefore', only: 'Struck' } })
    expect(await lab.backend.gql('query Struck { posts { edges { cursor } } }')).toMatchObject({
      data: { posts: null },
    })
    expect(await lab.backend.gql('query Spared { posts { edges { cursor } } }')).toEqual({
      data: { posts: { edges: [] } },
    })
  })

  test('once: strikes the first, and again when it is set again', async () => {
    for (let round = 0; round < 2; round += 1) {
      await lab.set({ fault: { kind: 'errorBefore', when: 'once' } })
      expect([await lab.create(), await lab.create(), await lab.create()]).toEqual([500, 201, 201])
    }
  })

  test('once: strikes one of many at the same time', async () => {
    await lab.set({ fault: { kind: 'errorBefore', when: 'once' } })
    const answers = await Promise.all(Array.from({ length: 20 }, () => lab.create()))
    expect(answers.filter((status) => status === 500)).toHaveLength(1)
  })

  test('one in N: a run can be repeated, and another seed is another run', async () => {
    const run = async (seed: number) => {
      await lab.set({ fault: { kind: 'dropped', when: 'oneIn', oneIn: 4, seed } })
      const answers: unknown[] = []
      for (let call = 0; call < 40; call += 1) answers.push(await lab.create())
      return answers
    }
    const first = await run(7)
    expect(await run(7)).toEqual(first)
    expect(await run(8)).not.toEqual(first)
    expect(new Set(first)).toEqual(new Set([201, 'NoAnswerError']))
  })

  test('one in N: so many strike in the long run, whatever the seed', async () => {
    const { context } = lab.backend.backend
    const struck = async (seed: number) => {
      await lab.set({ fault: { kind: 'dropped', when: 'oneIn', oneIn: 5, seed } })
      const ends = await Promise.allSettled(
        Array.from({ length: 400 }, () => context({ name: '', authorization: null })),
      )
      return ends.filter(({ status }) => status === 'rejected').length
    }
    for (const seed of [0, 1, 2, 4_294_967_295]) {
      const times = await struck(seed)
      expect(times).toBeGreaterThan(50)
      expect(times).toBeLessThan(110)
    }
  })

  test('a file that is added fails like a call', async () => {
    const { addFile } = lab.backend.backend
    const file = new Blob([Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d])])
    await lab.set({ fault: { kind: 'dropped', only: 'POST /media' } })
    await expect(addFile({ authorization: lab.mira.token }, file)).rejects.toMatchObject({
      message: 'No answer: the connection was lost.',
    })
    expect(await lab.create()).toBe(201)
  })
})

test('another tab counts with: once is once for all, and one begun anew is at the same place', async () => {
  const name = freshName()
  const events = new EventTarget()
  const tab = await openBackend(() => openIndexedDbStore({ name }), { withLab: true, events })
  const other = await openBackend(() => openIndexedDbStore({ name }), { withLab: true, events })
  const { usual, change } = other.lab
  await change({ latency: { ...usual.latency, ms: 0 }, fault: { ...usual.fault, kind: 'errorBefore', when: 'once' } })
  const statuses = [(await tab.rest('GET', '/posts')).status, (await other.rest('GET', '/posts')).status]
  const later = await openBackend(() => openIndexedDbStore({ name }), { withLab: true, events })
  expect([...statuses, (await later.rest('GET', '/posts')).status]).toEqual([500, 200, 200])
})

describe('latency', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    return () => {
      vi.useRealTimers()
    }
  })

  /** How many milliseconds a call of this name waits. */
  async function waitOf({ backend }: Lab, name: string): Promise<number> {
    const set = vi.spyOn(globalThis, 'setTimeout')
    const answered = backend.backend.context({ name, authorization: null })
    await vi.runAllTimersAsync()
    await answered
    return set.mock.calls.at(-1)?.[1] ?? 0
  }

  test('is what was set, for one name or for all; the others wait as usual', async () => {
    const lab = await openLab(async () => adapters[0]?.open() ?? Promise.reject(new Error('No adapter.')))
    await lab.set({ latency: { ms: 1234 } })
    expect(await waitOf(lab, 'HomePage')).toBe(1234)
    await lab.set({ latency: { ms: 1234, only: 'LikePost' } })
    expect([await waitOf(lab, 'LikePost'), await waitOf(lab, 'HomePage')]).toEqual([1234, 400])
  })

  test('with jitter stays within it, and within what there is', async () => {
    const lab = await openLab(async () => adapters[0]?.open() ?? Promise.reject(new Error('No adapter.')))
    const random = vi.spyOn(Math, 'random')
    await lab.set({ latency: { ms: 1000, jitter: 200 } })
    for (const [chance, wait] of [
      [0, 800],
      [0.5, 1000],
      [0.999_999, 1200],
    ] as const) {
      random.mockReturnValue(chance)
      expect(await waitOf(lab, '')).toBe(wait)
    }
    await lab.set({ latency: { ms: 4900, jitter: 5000 } })
    random.mockReturnValue(0.999)
    expect(await waitOf(lab, '')).toBe(5000)
  })
})
