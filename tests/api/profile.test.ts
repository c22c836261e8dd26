import { beforeEach, describe, expect, test } from 'vitest'
import type { Profile } from '../../resolvers/store/rows.ts'
import type { TestClient, TestUser } from '../backend.ts'
import { gqlError, restError } from '../errorCatalogue.ts'
import { hosts } from '../hosts.ts'

const editDocument = `mutation ($input: EditProfileInput!) {
  editProfile(input: $input) { viewer { username bio portfolioUrl avatarUrl email } }
}`

describe.each(hosts)('profile edits ($name)', ({ open }) => {
  let backend: TestClient
  let mira: TestUser
  beforeEach(async () => {
    backend = await open()
    mira = await backend.signUpUser('mira')
  })
  const edit = (userData: unknown, token: string | undefined = mira.token) =>
    backend.rest('POST', '/users/edit', { token, body: { userData } })

  test('changes the fields that are sent and keeps the others', async () => {
    expect(await edit({ bio: 'Weaver', profile: 'mira.example' })).toMatchObject({
      status: 201,
      json: {
        user: { bio: 'Weaver', profile: 'mira.example', avatar: '/art/avatar-default.svg', email: 'mira@mail.example' },
      },
    })
    expect(await edit({ avatar: '/me.png' })).toMatchObject({
      json: { user: { bio: 'Weaver', profile: 'mira.example', avatar: '/me.png' } },
    })
    expect(await edit({ bio: '' })).toMatchObject({ json: { user: { bio: '', profile: 'mira.example' } } })
    expect((await backend.rest('GET', `/users/${mira.id}`)).json).toMatchObject({
      user: { bio: '', avatar: '/me.png' },
    })
  })

  test('ignores fields that are not part of a profile', async () => {
    const otherFields = {
      firstName: 'X',
      email: 'x',
      _id: 'x',
      followers: ['x'],
      createdAt: 'x',
      city: 'Pune',
      password: 'sesame x',
    }
    const before = await backend.rest('GET', `/users/${mira.id}`)
    expect(await edit(otherFields)).toMatchObject({ status: 201, json: { user: { email: 'mira@mail.example' } } })
    expect((await backend.rest('GET', `/users/${mira.id}`)).json).toEqual(before.json)
    const credentials = { username: 'mira', password: 'sesame mira' }
    expect(await backend.rest('POST', '/auth/login', { body: credentials })).toMatchObject({ status: 200 })
  })

  test('rejects another username and accepts the current one', async () => {
    for (const username of ['noor', 'Mira', '']) {
      expect(await edit({ username, bio: 'New' })).toMatchObject(restError('USERNAME_FIXED'))
      expect(await backend.gql(editDocument, { input: { username, bio: 'New' } }, mira.token)).toMatchObject({
        errors: [gqlError('USERNAME_FIXED')],
      })
    }
    expect((await backend.rest('GET', `/users/${mira.id}`)).json).toMatchObject({ user: { bio: '' } })
    expect(await edit({ username: 'mira', bio: 'New' })).toMatchObject({ status: 201, json: { user: { bio: 'New' } } })
  })

  test('edits a profile through GraphQL, where null keeps a field', async () => {
    const profile: Profile = { bio: 'Weaver', portfolioUrl: 'mira.example', avatarUrl: '/me.png' }
    const nulls = Object.fromEntries([...Object.keys(profile), 'username'].map((name) => [name, null]))
    const edits = [
      [profile, profile],
      [nulls, profile],
      [
        { username: 'mira', bio: '' },
        { ...profile, bio: '' },
      ],
    ]
    for (const [input, viewer] of edits) {
      expect(await backend.gql(editDocument, { input }, mira.token)).toEqual({
        data: { editProfile: { viewer: { username: 'mira', email: 'mira@mail.example', ...viewer } } },
      })
    }
  })

  test('rejects a profile edit by a visitor', async () => {
    expect(await edit({ bio: 'New' }, '')).toMatchObject(restError('TOKEN_INVALID'))
    expect(await backend.gql(editDocument, { input: {} })).toMatchObject({ errors: [gqlError('TOKEN_INVALID')] })
  })
})
