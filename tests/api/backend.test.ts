import { expect, describe, test } from 'vitest'
import { createHttpHandler } from '../../resolvers/http/handler.ts'
import { createBackend } from '../../resolvers/browser/index.ts'
import { createMemoryStore } from '../../resolvers/store/memory/store.ts'
import { UnavailableError, WriteConflictError } from '../../resolvers/store/port.ts'
import { openBackend } from '../backend.ts'
import { adapters } from '../store/adapters.ts'
import { interceptStore } from '../interceptStore.ts'

describe('createBackend with default options', () => {
  test('uses the system clock, creates ids and hashes passwords with 600,000 iterations', async () => {
    const store = createMemoryStore()
    const backend = createBackend({ store })
    const body = JSON.stringify({ username: 'mira', password: 'sesame' })
    const response = await createHttpHandler(backend)(
      new Request('http://localhost/api/auth/signup', { method: 'POST', body }),
    )
    expect(await response.json()).toMatchObject({
      createdUser: { createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) },
    })
    expect(await store.read.users.byUsername('mira')).toMatchObject({
      passwordHash: expect.stringMatching(/^pbkdf2-sha256:600000:/),
    })
  })

  test('answers 500 when no report function is given', async () => {
    const store = interceptStore(createMemoryStore(), () => {
      throw new Error('No disk')
    })
    const response = await createHttpHandler(createBackend({ store }))(new Request('http://localhost/api/posts'))
    expect(response.status).toBe(500)
  })
})

describe('a backend whose store is unavailable', () => {
  test.each([
    ['the database does not answer', new UnavailableError(new Error('timeout'))],
    ['every attempt was in conflict', new WriteConflictError('conflict')],
  ])('refuses calls for now because %s, and signs nobody out', async (_reason, error) => {
    let isDown = false
    const backend = await openBackend(async () => createMemoryStore(), {
      wrap: (store) =>
        interceptStore(store, () => {
          if (isDown) throw error
        }),
    })
    const { token } = await backend.signUpUser('mira')
    isDown = true
    const message = 'The server is busy. Nothing was changed. Try again in 2 s.'
    for (const [method, path] of [
      ['GET', '/posts'],
      ['GET', '/users/bookmark'],
      ['POST', '/posts'],
    ] as const) {
      const response = await backend.rest(method, path, { token, ...(method === 'POST' && { body: { postData: {} } }) })
      expect(response).toMatchObject({ status: 503, json: { errors: [message] } })
      expect(response.headers.get('retry-after')).toBe('2')
    }
    const refusal = { message, extensions: { code: 'UNAVAILABLE', status: 503, retryAfter: 2 } }
    expect(await backend.gql('{ viewer { id } }', {}, token)).toMatchObject({ errors: [refusal] })
    const mutation = 'mutation { createPost(input: { content: "" }) { __typename } }'
    expect(await backend.gql(mutation, {}, token)).toMatchObject({ errors: [refusal] })
    expect(backend.reportedErrors).toEqual([])
  })
})

describe('a backend whose store becomes unavailable after a change was made', () => {
  async function openWithPost() {
    let [breaks, isDown] = [false, false]
    const backend = await openBackend(async () => createMemoryStore(), {
      wrap: (store) => ({
        ...interceptStore(store, () => {
          if (isDown) throw new UnavailableError(new Error('timeout'))
        }),
        async transaction(work, options) {
          const result = await store.transaction(work, options)
          isDown = breaks
          return result
        },
      }),
    })
    const mira = await backend.signUpUser('mira')
    const post = await backend.post(mira)
    breaks = true
    return { backend, mira, post }
  }
  const lost = 'Something went wrong on our side.'

  test('does not say over REST that nothing was changed', async () => {
    const { backend, mira, post } = await openWithPost()
    expect(await backend.rest('POST', `/posts/like/${post}`, { token: mira.token })).toMatchObject({
      status: 500,
      json: { error: { message: lost } },
    })
    expect(await backend.store.read.posts.getMany([post])).toMatchObject([{ likeCount: 1 }])
  })

  test('does not say over REST that nobody was signed up', async () => {
    const { backend } = await openWithPost()
    const body = { username: 'noor', password: 'sesame' }
    expect(await backend.rest('POST', '/auth/signup', { body })).toMatchObject({ status: 500 })
    expect(await backend.store.read.users.byUsername('noor')).toMatchObject({ username: 'noor' })
  })

  test('does not say over GraphQL that nothing was changed', async () => {
    const { backend, mira, post } = await openWithPost()
    const like = `mutation { likePost(input: { postId: "${post}" }) { post { viewerHasLiked } } }`
    const result = await backend.gql(like, {}, mira.token)
    expect(result).toMatchObject({ errors: [{ message: lost, extensions: { code: 'INTERNAL', status: 500 } }] })
    expect(backend.reportedErrors).toContainEqual(expect.any(UnavailableError))
    expect(await backend.store.read.posts.getMany([post])).toMatchObject([{ likeCount: 1 }])
  })
})

describe.each(adapters)('createBackend ($name store)', ({ open }) => {
  test('keeps its data after a restart', async () => {
    const firstBackend = await openBackend(open, { seed: true })
    const mira = await firstBackend.signUpUser('mira')
    const id = await firstBackend.post(mira)
    const secondBackend = await openBackend(open, { seed: true, store: firstBackend.store })
    expect(await secondBackend.rest('GET', `/posts/${id}`)).toMatchObject({ status: 200 })
  })
})

describe('housekeeping', () => {
  test.each([
    ['is reported', undefined, ['The store is closed']],
    ['after it was told to stop is not reported', AbortSignal.abort(), []],
  ])('that fails %s', async (_when, signal, reported) => {
    const messages: unknown[] = []
    const store = interceptStore(createMemoryStore(), () => {
      throw new Error('The store is closed')
    })
    const backend = createBackend({ store, report: (error) => messages.push(error instanceof Error && error.message) })
    await backend.runHousekeeping(signal)
    expect(messages).toEqual(reported)
  })

  test('makes no further calls to the store if there is nothing to remove', async () => {
    const calls: string[] = []
    const store = interceptStore(createMemoryStore(), (call) => calls.push(call))
    await createBackend({ store }).runHousekeeping()
    expect(calls).toEqual([
      'users.hasUnfinishedRemoval',
      'posts.page',
      'idempotencyKeys.page',
      'notifications.page',
      'pushSubscriptions.page',
      'events.after',
      'files.page',
      'blobs.ids',
    ])
  })
})
