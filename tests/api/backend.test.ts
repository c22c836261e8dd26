import { expect, describe, test } from 'vitest'
import { createHttpHandler } from '../../resolvers/http/handler.ts'
import { createBackend } from '../../resolvers/browser/index.ts'
import { createMemoryStore } from '../../resolvers/store/memory/store.ts'
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

describe.each(adapters)('createBackend ($name store)', ({ open }) => {
  test('keeps its data after a restart', async () => {
    const firstBackend = await openBackend(open, { seed: true })
    const mira = await firstBackend.signUpUser('mira')
    const id = await firstBackend.post(mira)
    const secondBackend = await openBackend(open, { seed: true, store: firstBackend.store })
    expect(await secondBackend.rest('GET', `/posts/${id}`)).toMatchObject({ status: 200 })
  })
})
