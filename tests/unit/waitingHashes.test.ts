import { availableParallelism } from 'node:os'
import { expect, it } from 'vitest'
import { createMemoryStore } from '../../resolvers/store/memory/store.ts'
import { argon2Passwords } from '../../server/passwords.ts'
import { openBackend, passwordInput } from '../backend.ts'

/** As many as are computed at once. */
const atOnce = Math.max(1, availableParallelism() - 1)

/** Opens a backend, and returns what logs in while `others` has asked for the comparison of other passwords. */
async function openWaiting(others: (matches: (client: string) => Promise<boolean>) => Promise<boolean>[]) {
  const passwords = argon2Passwords()
  const outcomes: string[] = []
  const backend = await openBackend(async () => createMemoryStore(), {
    passwords: {
      ...passwords,
      matches(password, stored, client) {
        for (const other of others((address) => passwords.matches('sesame', 'no hash', address)))
          void other.then(
            () => outcomes.push('other'),
            () => outcomes.push('refused'),
          )
        return passwords.matches(password, stored, client).finally(() => outcomes.push('own'))
      },
    },
  })
  await backend.signUpUser('mira')
  const body = { username: 'mira', ...passwordInput('mira') }
  const logIn = () =>
    backend.http(new Request('http://localhost/api/auth/login', { method: 'POST', body: JSON.stringify(body) }), {
      client: '198.51.100.1',
    })
  return { outcomes, logIn }
}

const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

it('a log-in is refused with 503 while 200 passwords of others wait for their turn', async () => {
  const { logIn } = await openWaiting((matches) => times(200 + atOnce, (at) => matches(`203.0.113.${at % 100}`)))
  const response = await logIn()
  expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
    503,
    '1',
    { errors: ['The server is busy. Nothing was changed. Try again in 1 s.'] },
  ])
})

it('a log-in comes before the passwords of one address and of one network that were there first', async () => {
  const { outcomes, logIn } = await openWaiting((matches) => [
    ...times(40, () => matches('203.0.113.7')),
    ...times(40, (at) => matches(`2001:db8:1:${at}::/64`)),
  ])
  expect((await logIn()).status).toBe(200)
  // Those that were begun before it, and one of each other.
  expect(outcomes.indexOf('own')).toBeLessThanOrEqual(2 * atOnce + 2)
})

it('the passwords of one address beyond 50 that wait are refused, and a log-in of another is not', async () => {
  const { outcomes, logIn } = await openWaiting((matches) => times(60 + atOnce, () => matches('203.0.113.7')))
  expect((await logIn()).status).toBe(200)
  expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(10)
})
