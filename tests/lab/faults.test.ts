import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { openIndexedDbStore } from '../../resolvers/browser/index.ts'
import { openBackend } from '../backend.ts'
import { internalMessage } from '../errorCatalogue.ts'
import { adapters, freshName } from '../store/adapters.ts'
import { openLab, type Lab } from './openLab.ts'

const masked = { error: { message: internalMessage } }

function graphqlRequest(query: string): Request {
  return new Request('http://localhost/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
}

describe.each(adapters)('a fault of the lab over $name', ({ open }) => {
  let lab: Lab
  beforeEach(async () => {
    lab = await openLab(open)
  })

  test.each([
    { kind: 'none', result: 201, isDone: true },
    { kind: 'errorBefore', result: 500, isDone: false },
    { kind: 'errorAfter', result: 500, isDone: true },
    { kind: 'dropped', result: 'network error', isDone: false },
    { kind: 'offline', result: 'network error', isDone: false },
  ] as const)('$kind: a call results in $result, change made: $isDone', async ({ kind, result, isDone }) => {
    await lab.set({ fault: { kind } })
    expect(await lab.create()).toBe(result)
    expect(await lab.contents()).toEqual(isDone ? ['Hemp'] : [])
    expect(lab.backend.reportedErrors).toHaveLength(result === 500 ? 1 : 0)
  })

  test.each(['errorBefore', 'errorAfter'] as const)('%s is a plain 500 in REST and in GraphQL', async (kind) => {
    await lab.set({ fault: { kind } })
    expect(await lab.backend.rest('GET', '/users')).toMatchObject({ status: 500, json: masked })
    const response = await lab.backend.http(graphqlRequest('{ users { edges { cursor } } }'))
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({
      errors: [{ message: masked.error.message, extensions: { code: 'INTERNAL', status: 500 } }],
    })
  })

  test('errorAfter publishes the change to subscribers', async () => {
    const listener = await lab.backend.subscribe(
      'subscription { changes { ... on PostCreation { postEdge { node { content } } } } }',
    )
    await lab.set({ fault: { kind: 'errorAfter' } })
    await lab.create()
    expect(await listener.next()).toEqual({ data: { changes: { postEdge: { node: { content: 'Hemp' } } } } })
    await listener.end()
  })

  test('applies to one operation or REST call by its name', async () => {
    await lab.set({ fault: { kind: 'errorBefore', only: 'POST /posts' } })
    expect((await lab.backend.rest('GET', '/posts')).status).toBe(200)
    expect(await lab.create()).toBe(500)
    await lab.set({ fault: { kind: 'errorBefore', only: 'Failing' } })
    const statusOf = async (query: string) => (await lab.backend.http(graphqlRequest(query))).status
    expect(await statusOf('query Failing { posts { edges { cursor } } }')).toBe(500)
    expect(await statusOf('query Other { posts { edges { cursor } } }')).toBe(200)
  })

  test('once: fails the first operation, and again when it is set again', async () => {
    for (let round = 0; round < 2; round += 1) {
      await lab.set({ fault: { kind: 'errorBefore', when: 'once' } })
      expect([await lab.create(), await lab.create(), await lab.create()]).toEqual([500, 201, 201])
    }
  })

  test('once: fails one of many simultaneous operations', async () => {
    await lab.set({ fault: { kind: 'errorBefore', when: 'once' } })
    const results = await Promise.all(Array.from({ length: 20 }, () => lab.create()))
    expect(results.filter((status) => status === 500)).toHaveLength(1)
  })

  test('one in N: the same seed fails the same operations, another seed others', async () => {
    const run = async (seed: number) => {
      await lab.set({ fault: { kind: 'dropped', when: 'oneIn', oneIn: 4, seed } })
      const results: unknown[] = []
      for (let call = 0; call < 40; call += 1) results.push(await lab.create())
      return results
    }
    const first = await run(7)
    expect(await run(7)).toEqual(first)
    expect(await run(8)).not.toEqual(first)
    expect(new Set(first)).toEqual(new Set([201, 'network error']))
  })

  test('one in N: about one in N operations fails, whatever the seed', async () => {
    const { run } = lab.backend.simulation
    const request = { summarize: () => ({ via: 'tab', name: '', method: 'POST', path: '/graphql' }) as const }
    const countFailures = async (seed: number) => {
      await lab.set({ fault: { kind: 'dropped', when: 'oneIn', oneIn: 5, seed } })
      const results = await Promise.allSettled(
        Array.from({ length: 400 }, () =>
          run(
            request,
            async () => {},
            () => ({}),
          ),
        ),
      )
      return results.filter(({ status }) => status === 'rejected').length
    }
    for (const seed of [0, 1, 2, 4_294_967_295]) {
      const failures = await countFailures(seed)
      expect(failures).toBeGreaterThan(50)
      expect(failures).toBeLessThan(110)
    }
  })

  test('an upload fails like any other call', async () => {
    const file = new Blob([readFileSync('tests/fixtures/pictures/still.png')])
    const headers = { authorization: lab.mira.token }
    const upload = () =>
      lab.backend.http(new Request('http://localhost/media', { method: 'POST', headers, body: file }))
    await lab.set({ fault: { kind: 'dropped', only: 'POST /media' } })
    expect((await upload()).type).toBe('error')
    expect(await lab.create()).toBe(201)
    await lab.set({})
    expect((await upload()).status).toBe(201)
  })
})

test('all tabs share the fault counter, which a restart does not reset', async () => {
  const name = freshName()
  const events = new EventTarget()
  const open = () => openBackend(() => openIndexedDbStore({ name }), { withLab: true, events })
  const [tab, other] = [await open(), await open()]
  const { defaults, change } = other.lab
  await change({
    latency: { ...defaults.latency, ms: 0 },
    fault: { ...defaults.fault, kind: 'errorBefore', when: 'once' },
  })
  const statuses = [(await tab.rest('GET', '/posts')).status, (await other.rest('GET', '/posts')).status]
  expect([...statuses, (await (await open()).rest('GET', '/posts')).status]).toEqual([500, 200, 200])
})
