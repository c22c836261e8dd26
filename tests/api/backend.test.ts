import { graphql } from 'graphql'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createHttpHandler } from '../../resolvers/http/handler.ts'
import { createBackend } from '../../resolvers/index.ts'
import { createMemoryStore } from '../../resolvers/store/memory/store.ts'
import { openBackend } from '../backend.ts'
import { adapters } from '../store/adapters.ts'
import { watchedStore } from '../watchedStore.ts'
import { immediate } from '../immediate.ts'

describe('the usual backend', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.parse('2026-05-04T09:30:00Z') })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('waits 400 ms before an answer of the facade', async () => {
    const backend = createBackend({ store: createMemoryStore() })
    const over = vi.fn()
    const answer = createHttpHandler(backend)(new Request('http://localhost/api/posts')).finally(over)
    await vi.advanceTimersByTimeAsync(399)
    expect(over).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await (await answer).json()).toEqual({ posts: [] })
  })

  test('waits 400 ms once per operation, however many fields it has', async () => {
    const backend = createBackend({ store: createMemoryStore() })
    const opening = backend.context({ name: 'Test', authorization: null })
    await vi.advanceTimersByTimeAsync(400)
    const contextValue = await opening
    const fields = '{ a: posts { edges { cursor } } b: users { edges { cursor } } viewer { id } }'
    const { data } = await graphql({ schema: backend.schema, source: fields, contextValue })
    expect(data).toEqual({ a: { edges: [] }, b: { edges: [] }, viewer: null })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('reads the time and makes ids, and hashes at full strength', async () => {
    const store = createMemoryStore()
    const backend = createBackend({ store, conditions: immediate })
    const body = JSON.stringify({ username: 'mira', password: 'sesame' })
    const response = await createHttpHandler(backend)(
      new Request('http://localhost/api/auth/signup', { method: 'POST', body }),
    )
    expect(await response.json()).toMatchObject({ createdUser: { createdAt: '2026-05-04' } })
    expect(await store.read.users.byUsername('mira')).toMatchObject({
      passwordHash: expect.stringMatching(/^pbkdf2-sha256:600000:/),
    })
  })

  test('keeps a fault to itself where nobody wants to hear of it', async () => {
    const store = watchedStore(createMemoryStore(), () => {
      throw new Error('No disk')
    })
    const response = await createHttpHandler(createBackend({ store, conditions: immediate }))(
      new Request('http://localhost/api/posts'),
    )
    expect(response.status).toBe(500)
  })
})

describe.each(adapters)('a backend over $name', ({ open }) => {
  test('gives up an operation whose signal aborts', async () => {
    const { backend } = await openBackend(open)
    const reason = new Error('Gone')
    await expect(
      backend.context({ name: 'Test', authorization: null, signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason)
    await expect(
      backend.context({ name: 'Test', authorization: null, signal: new AbortController().signal }),
    ).resolves.toBeDefined()
  })

  test('gives up a request that aborts, and changes nothing', async () => {
    const { backend, rest } = await openBackend(open)
    const reason = new Error('Gone')
    const body = JSON.stringify({ username: 'mira', password: 'sesame' })
    const request = new Request('http://localhost/api/auth/signup', {
      method: 'POST',
      body,
      signal: AbortSignal.abort(reason),
    })
    await expect(createHttpHandler(backend)(request)).rejects.toBe(reason)
    expect((await rest('GET', '/users')).json).toEqual({ users: [] })
  })

  test('keeps its data when it starts again', async () => {
    const first = await openBackend(open, { seed: true })
    const mira = await first.join('mira')
    const id = await first.post(mira)
    const later = await openBackend(open, { seed: true, over: first.store })
    expect(await later.rest('GET', `/posts/${id}`)).toMatchObject({ status: 200 })
  })
})
