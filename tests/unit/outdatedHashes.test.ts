import { describe, expect, it, onTestFinished } from 'vitest'
import { argon2Passwords } from '../../server/passwords.ts'
import { createMemoryStore } from '../../resolvers/store/memory/store.ts'
import { openBackend, passwordInput } from '../backend.ts'

/** A server over the data of a browser, where a user signed up whose password was hashed with PBKDF2. */
async function openServer() {
  const store = createMemoryStore()
  onTestFinished(() => store.close())
  const { id } = await (await openBackend(async () => store, { store })).signUpUser('mira')
  const passwords = argon2Passwords()
  const storedHash = async () => (await store.read.users.byUsername('mira'))?.passwordHash
  return { id, store, passwords, storedHash, browserHash: await storedHash() }
}

describe('a hash that a browser has made', () => {
  it('is replaced by the first log-in, after which the password is still right', async () => {
    const { store, passwords, storedHash, browserHash } = await openServer()
    const server = await openBackend(async () => store, { store, passwords })
    const logIn = async (password: string) =>
      (await server.rest('POST', '/auth/login', { body: { username: 'mira', password } })).status
    expect(browserHash).toMatch(/^pbkdf2-/)
    expect(await logIn('wrong')).toBe(401)
    expect(await storedHash()).toBe(browserHash)
    expect(await logIn(passwordInput('mira').password)).toBe(200)
    const replaced = await storedHash()
    expect(replaced).toMatch(/^\$argon2id\$/)
    expect(await logIn(passwordInput('mira').password)).toBe(200)
    expect(await storedHash()).toBe(replaced)
  })

  it('is not replaced if the password was changed meanwhile', async () => {
    const { id, store, passwords, storedHash } = await openServer()
    const changed = await passwords.hash('another password')
    const server = await openBackend(async () => store, {
      store,
      passwords: {
        ...passwords,
        async hash(password) {
          await store.transaction((tx) => tx.users.patch(id, { set: { passwordHash: changed } }))
          return passwords.hash(password)
        },
      },
    })
    await server.rest('POST', '/auth/login', { body: { username: 'mira', ...passwordInput('mira') } })
    expect(await storedHash()).toBe(changed)
  })
})
