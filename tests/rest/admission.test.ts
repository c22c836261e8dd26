import { parse } from 'graphql'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CHARACTERS_PER_POINT } from '../../resolvers/graphql/cost.ts'
import type { Admission } from '../../resolvers/http/admission.ts'
import { CHARACTERS_PER_POINT as REST_CHARACTERS_PER_POINT } from '../../resolvers/http/rest.ts'
import { priceOperation } from '../../resolvers/graphql/limits.ts'
import { costLimits, createCostLimits, DEAR } from '../../server/limits/costLimits.ts'
import { trustedDocuments } from '../../worker/trustedDocuments.generated.ts'
import { openBackend, type TestBackend } from '../backend.ts'
import { openMemoryStore } from './fixture.ts'

const list = (name: string, first: number, fields: string) =>
  `${name}(first: ${first}) { edges { node { ${fields} } } }`
const dear = `{ ${list('posts', 100, list('likedBy', 100, 'id'))} }`

/** An admission that admits everything, and records what it charges. */
function recordCharges() {
  const charges: { expected: number; used: number; userId: string | undefined }[] = []
  const admission: Admission = {
    begin: async (expected, userId) => async (used) => void charges.push({ expected, used, userId }),
    pace: async () => {},
  }
  return { admission, charges }
}

function send(
  backend: TestBackend,
  admission: Admission,
  path: string,
  {
    query,
    token,
    method = query === undefined ? 'GET' : 'POST',
  }: { query?: string; token?: string; method?: string } = {},
) {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/graphql-response+json',
    ...(token !== undefined && { authorization: token }),
  }
  const body = query === undefined ? {} : { body: JSON.stringify({ query }) }
  return backend.http(new Request(`http://localhost${path}`, { method, headers, ...body }), { admission })
}

describe('what a request is charged', () => {
  it('is the price of an operation, to the user whom the token names', async () => {
    const backend = await openBackend(openMemoryStore)
    const { id, token } = await backend.signUpUser('mira')
    const { admission, charges } = recordCharges()
    await send(backend, admission, '/graphql', { query: dear, token })
    await send(backend, admission, '/graphql', { query: dear, token: 'wrong' })
    await send(backend, admission, '/graphql', { query: dear })
    const points = priceOperation(backend.schema, parse(dear), {}) + 1
    expect(points).toBeGreaterThan(100 + 100 * 100)
    expect(charges).toEqual([id, undefined, undefined].map((userId) => ({ expected: points, used: points, userId })))
  })

  it('is little for an operation that is refused', async () => {
    const backend = await openBackend(openMemoryStore)
    const { admission, charges } = recordCharges()
    for (const query of ['{ none }', '{', `{ ${list('posts', 101, 'id')} }`])
      expect((await send(backend, admission, '/graphql', { query })).status).toBe(400)
    expect(charges.map(({ used }) => used)).toEqual([1, 1, 1])
  })

  it('does not count the passwords of log-ins, which have limits of their own', async () => {
    const backend = await openBackend(openMemoryStore)
    const { admission, charges } = recordCharges()
    const query = 'mutation { logIn(input: { username: "nobody", password: "sesame" }) { token } }'
    await send(backend, admission, '/graphql', { query })
    expect(charges[0]?.used).toBeLessThan(10)
  })

  it('grows with the length of the response, so that a list of REST costs more than a record', async () => {
    const backend = await openBackend(openMemoryStore)
    const mira = await backend.signUpUser('mira')
    const content = 'Warp and weft. '.repeat(300)
    const id = await backend.post(mira, content)
    for (let count = 1; count < 20; count += 1) await backend.post(mira, content)
    const { admission, charges } = recordCharges()
    await send(backend, admission, `/api/posts/${id}`)
    await send(backend, admission, '/api/posts')
    await send(backend, admission, `/api/posts/like/${id}`, { method: 'POST', token: mira.token })
    await send(backend, admission, '/graphql', { query: `{ ${list('posts', 20, 'content')} }` })
    const ofRest = Math.ceil(content.length / REST_CHARACTERS_PER_POINT)
    const [record, ofList, change, operation] = charges.map(({ used }) => used)
    expect(record).toBeGreaterThanOrEqual(ofRest)
    expect(record).toBeLessThan(2 * ofRest)
    for (const used of [ofList, change]) expect(used).toBeGreaterThanOrEqual(19 * ofRest)
    expect(operation).toBeGreaterThanOrEqual(20 * Math.floor(content.length / CHARACTERS_PER_POINT))
    // The next call is expected to cost as much.
    await send(backend, admission, '/api/posts')
    expect(charges.at(-1)?.expected).toBe(ofList)
  })
})

describe('a caller without points', () => {
  afterEach(() => void vi.useRealTimers())

  it('is refused with the time to wait, in the form of the entrance, and the users at the address are not', async () => {
    const backend = await openBackend(openMemoryStore)
    const mira = await backend.signUpUser('mira')
    const admission = createCostLimits().of('192.0.2.1')
    const end = await admission.begin(1, undefined)
    await end(costLimits.visitors.points)
    const message = `Too many requests. Try again in ${costLimits.visitors.duration} s.`

    const operation = await send(backend, admission, '/graphql', { query: '{ __typename }' })
    expect(operation.status).toBe(429)
    expect(operation.headers.get('retry-after')).toBe(String(costLimits.visitors.duration))
    expect(await operation.json()).toEqual({
      errors: [
        { message, extensions: { code: 'TOO_MANY_REQUESTS', status: 429, retryAfter: costLimits.visitors.duration } },
      ],
    })
    const call = await send(backend, admission, '/api/posts')
    expect(call.status).toBe(429)
    expect(call.headers.get('retry-after')).toBe(String(costLimits.visitors.duration))
    expect(await call.json()).toEqual({ errors: [message] })
    expect((await send(backend, admission, '/api/posts', { token: mira.token })).status).toBe(200)
  })

  it('is refused from the second of the dearest operations on, until the interval ends', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const backend = await openBackend(openMemoryStore)
    const admission = createCostLimits().of('192.0.2.1')
    const dearest = `{ ${list('posts', 100, `id ${list('likedBy', 100, 'id')} author { ${list('posts', 98, 'id')} }`)} }`
    const statuses = async () => {
      const responses = Array.from({ length: 4 }, () => send(backend, admission, '/graphql', { query: dearest }))
      return (await Promise.all(responses)).map(({ status }) => status).toSorted((one, other) => one - other)
    }
    expect(await statuses()).toEqual([200, 429, 429, 429])
    await vi.advanceTimersByTimeAsync(1000 * costLimits.visitors.duration)
    expect(await statuses()).toEqual([200, 429, 429, 429])
  })
})

describe('the app', () => {
  afterEach(() => void vi.useRealTimers())

  it('is never refused as long as its calls are few enough, and takes no turns', async () => {
    const { schema } = await openBackend(openMemoryStore)
    const prices = [...trustedDocuments.values()].map((text) => {
      const isSubscription = text.includes('subscription ')
      return isSubscription ? 0 : priceOperation(schema, parse(text), {}) + text.length / CHARACTERS_PER_POINT
    })
    const dearest = Math.max(...prices)
    expect(dearest).toBeLessThan(DEAR)
    vi.useFakeTimers()
    const admission = createCostLimits().of('192.0.2.1')
    const CALLS = 1500
    for (let count = 0; count < CALLS; count += 1) {
      const end = await admission.begin(dearest, undefined)
      await end(dearest)
      await vi.advanceTimersByTimeAsync((5 * 60_000) / CALLS)
    }
  })
})
