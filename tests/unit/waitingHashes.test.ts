import { availableParallelism } from 'node:os'
import { expect, it } from 'vitest'
import { argon2Passwords } from '../../server/passwords.ts'
import { createMemoryStore } from '../../resolvers/store/memory/store.ts'
import { openBackend, passwordInput } from '../backend.ts'

/** As many as are computed at once, and 200 that wait. */
const accepted = Math.max(1, availableParallelism() - 1) + 200

it('a log-in is refused with 503 while 200 passwords wait for their turn, and accepted when they do not', async () => {
  const passwords = argon2Passwords()
  let waiting: Promise<boolean[]> | undefined
  let others = 0
  const backend = await openBackend(async () => createMemoryStore(), {
    passwords: {
      ...passwords,
      matches(password, stored) {
        waiting = Promise.all(Array.from({ length: others }, () => passwords.matches('sesame', 'no hash')))
        return passwords.matches(password, stored)
      },
    },
  })
  await backend.signUpUser('mira')
  const logIn = () => backend.rest('POST', '/auth/login', { body: { username: 'mira', ...passwordInput('mira') } })

  others = accepted
  const { status, headers, json } = await logIn()
  expect([status, headers.get('retry-after'), json]).toEqual([
    503,
    '1',
    { errors: ['The server is busy. Nothing was changed. Try again in 1 s.'] },
  ])
  // The others have had their turn.
  expect(await waiting).toEqual(Array.from({ length: accepted }, () => false))
  others = accepted - 1
  expect((await logIn()).status).toBe(200)
})
