import { beforeEach, describe, expect, test } from 'vitest'
import { openBackend, passwordInput, type TestClient, type TestUser } from '../backend.ts'
import { adaptersInProcess, hosts } from '../hosts.ts'

/** `tests/backend.ts` also searches each response of these tests for passwords and hashes. */
describe.each(hosts)('private data ($name)', ({ open }) => {
  let backend: TestClient
  let mira: TestUser
  let noor: TestUser
  let postId: string
  beforeEach(async () => {
    backend = await open()
    mira = await backend.signUpUser('mira')
    noor = await backend.signUpUser('noor')
    postId = await backend.post(mira)
    await backend.rest('POST', `/users/follow/${noor.id}`, { token: mira.token })
    await backend.rest('POST', `/users/follow/${mira.id}`, { token: noor.token })
    await backend.rest('POST', `/posts/like/${postId}`, { token: mira.token })
  })

  const userFields = 'username email'
  const allUsers = `
    users { edges { node {
      ${userFields}
      followers { edges { node { ${userFields} } } }
      following { edges { node { ${userFields} } } }
    } } }
    posts { edges { node { author { ${userFields} } likedBy { edges { node { ${userFields} } } } } } }
  `

  test('drops sign-up fields with "password" in their name, at any depth', async () => {
    const account = { nickname: 'Lu', oldPassword: 'sesame 1', notes: [{ PASSWORD: 'sesame 2', kept: true }] }
    const body = { username: 'luca', ...passwordInput('luca'), confirmPassword: 'sesame 3', account }
    const { json } = await backend.rest('POST', '/auth/signup', { body })
    expect(json).toMatchObject({ createdUser: { account: { nickname: 'Lu', notes: [{ kept: true }] } } })
  })

  test('returns an e-mail address through GraphQL to its owner only', async () => {
    for (const [token, own] of [
      [null, []],
      ['nonsense', []],
      [mira.token, ['mira']],
      [noor.token, ['noor']],
    ] as const) {
      const response = JSON.stringify(await backend.gql(`{ ${allUsers} }`, {}, token))
      for (const { username } of [mira, noor]) {
        expect(response.includes(`${username}@mail.example`)).toBe(own.some((name) => name === username))
      }
      for (const [, record] of response.matchAll(/"username":"(\w+)","email":"(\w+)@mail\.example"/g)) {
        expect(own).toContain(record)
      }
    }
  })

  test('returns an e-mail address over REST only in the response about the viewer', async () => {
    const body = { username: 'noor', ...passwordInput('noor') }
    const callsAboutNoor: [string, string, object][] = [
      ['POST', '/auth/login', { body }],
      ['POST', '/users/edit', { token: noor.token, body: { userData: {} } }],
      ['POST', `/users/unfollow/${mira.id}`, { token: noor.token }],
      ['POST', `/users/follow/${mira.id}`, { token: noor.token }],
    ]
    for (const [method, path, options] of callsAboutNoor) {
      const response = JSON.stringify((await backend.rest(method, path, options)).json)
      expect(response.match(/[^"]+@mail\.example/g)).toEqual(['noor@mail.example'])
    }
    const otherCalls: [string, string, object][] = [
      ['GET', '/users', {}],
      ['GET', `/users/${mira.id}`, {}],
      ['GET', '/posts', {}],
      ['GET', `/posts/${postId}`, {}],
      ['GET', '/posts/user/mira', {}],
      ['POST', `/posts/like/${postId}`, {}],
      ['POST', `/posts/dislike/${postId}`, {}],
      ['GET', '/users/bookmark', {}],
      ['POST', `/users/bookmark/${postId}`, {}],
      ['POST', `/users/remove-bookmark/${postId}`, {}],
      ['POST', '/posts', { body: { postData: {} } }],
    ]
    for (const [method, path, options] of otherCalls) {
      const response = await backend.rest(method, path, { token: noor.token, ...options })
      expect(response.status).toBeLessThan(400)
      expect(JSON.stringify(response.json)).not.toContain('@')
    }
  })
})

describe.each(adaptersInProcess)('private data in the $name store', ({ open }) => {
  test('stores no password that a sign-up sends under another name', async () => {
    const backend = await openBackend(open)
    const { password } = passwordInput('third')
    const { id } = await backend.signUpUser('third', {
      Password: password,
      confirm_password: password,
      passwordHash: password,
    })
    expect((await backend.rest('GET', `/users/${id}`)).json).toMatchObject({ user: { username: 'third' } })
    expect(JSON.stringify(await backend.store.read.users.getMany([id]))).not.toContain(password)
  })
})
