import { beforeEach, describe, expect, test } from 'vitest'
import { openBackend, passwordMarker, passwordInput, type TestBackend } from '../backend.ts'
import { at, textAt } from '../values.ts'
import { run } from '../lab/dataTasks.ts'
import { gqlError, restError } from '../errorCatalogue.ts'
import { adapters } from '../store/adapters.ts'
import { userRow } from '../store/rows.ts'

const signUpDocument = `mutation ($input: SignUpInput!) {
  signUp(input: $input) {
    token
    user { username firstName lastName bio portfolioUrl avatarUrl postCount followerCount followingCount }
  }
}`
const logInDocument = 'mutation ($input: LogInInput!) { logIn(input: $input) { token user { id username } } }'

/** Returns JSON nested this many levels deep: alternating lists and objects, the innermost an empty list. */
function nested(levels: number): string {
  return levels % 2
    ? `${'[{"a":'.repeat((levels - 1) / 2)}[]${'}]'.repeat((levels - 1) / 2)}`
    : `{"a":${nested(levels - 1)}}`
}

describe.each(adapters)('sign-up and log-in ($name store)', ({ open }) => {
  let backend: TestBackend
  beforeEach(async () => {
    backend = await openBackend(open)
  })
  const signUp = (body: unknown) => backend.rest('POST', '/auth/signup', { body })
  const logIn = (body: unknown) => backend.rest('POST', '/auth/login', { body })

  test('creates a user with an empty profile, the default avatar and empty lists', async () => {
    const body = {
      firstname: 'Mira',
      lastname: 'Sen',
      email: 'mira@mail.example',
      username: 'mira',
      ...passwordInput('mira'),
    }
    const { status, json } = await signUp(body)
    expect(status).toBe(201)
    const id = textAt(json, 'createdUser._id')
    expect(json).toEqual({
      createdUser: {
        _id: id,
        id,
        username: 'mira',
        firstName: 'Mira',
        lastName: 'Sen',
        email: 'mira@mail.example',
        bio: '',
        profile: '',
        avatar: '/art/avatar-default.svg',
        followers: [],
        following: [],
        bookmarks: [],
        createdAt: '2026-05-04',
        updatedAt: '2026-05-04',
      },
      encodedToken: expect.any(String),
    })
  })

  test('signs up a user through GraphQL', async () => {
    const input = {
      firstName: 'Mira',
      lastName: 'Sen',
      email: 'mira@mail.example',
      username: 'mira',
      ...passwordInput('mira'),
    }
    expect(await backend.gql(signUpDocument, { input })).toEqual({
      data: {
        signUp: {
          token: expect.any(String),
          user: {
            username: 'mira',
            firstName: 'Mira',
            lastName: 'Sen',
            bio: '',
            portfolioUrl: '',
            avatarUrl: '/art/avatar-default.svg',
            postCount: 0,
            followerCount: 0,
            followingCount: 0,
          },
        },
      },
    })
  })

  test.each(['signUp', 'logIn'])(
    'returns the e-mail and edit permission of the signed-in user in the payload of %s',
    async (field) => {
      const own = '{ user { email isViewer } }'
      const input = { username: 'mira', ...passwordInput('mira') }
      await backend.signUpUser('mira')
      const document =
        field === 'logIn'
          ? `mutation ($input: LogInInput!) { logIn(input: $input) ${own} }`
          : `mutation ($input: SignUpInput!) { signUp(input: $input) ${own} }`
      const variables =
        field === 'logIn' ? { input } : { input: { ...input, username: 'noor', email: 'mira@mail.example' } }
      expect(await backend.gql(document, variables)).toEqual({
        data: { [field]: { user: { email: 'mira@mail.example', isViewer: true } } },
      })
    },
  )

  test('accepts firstname and firstName, and stores names that are left out as empty strings', async () => {
    const short = await signUp({ username: 'a', ...passwordInput('a') })
    expect(short.json).toMatchObject({ createdUser: { firstName: '', lastName: '', email: '' } })
    const camel = await signUp({ username: 'b', ...passwordInput('b'), firstName: 'Mira', lastName: 'Sen' })
    expect(camel.json).toMatchObject({ createdUser: { firstName: 'Mira', lastName: 'Sen' } })
    expect(at(camel.json, 'createdUser.firstname')).toBeUndefined()
  })

  test('rejects a username that is taken', async () => {
    await backend.signUpUser('mira')
    expect(await signUp({ username: 'mira', ...passwordInput('other') })).toMatchObject(restError('USERNAME_TAKEN'))
    expect(await backend.gql(signUpDocument, { input: { username: 'mira', ...passwordInput('other') } })).toMatchObject(
      {
        errors: [gqlError('USERNAME_TAKEN')],
      },
    )
  })

  test('logs a user in with the right password only', async () => {
    const { id } = await backend.signUpUser('mira')
    const wrong = { username: 'mira', password: `${passwordMarker} Mira` }
    expect(await logIn({ username: 'mira', ...passwordInput('mira') })).toMatchObject({
      status: 200,
      json: { foundUser: { _id: id, email: 'mira@mail.example' }, encodedToken: expect.any(String) },
    })
    expect(await backend.gql(logInDocument, { input: { username: 'mira', ...passwordInput('mira') } })).toMatchObject({
      data: { logIn: { user: { id } } },
    })
    expect(await logIn(wrong)).toMatchObject(restError('CREDENTIALS_INVALID'))
    expect(await backend.gql(logInDocument, { input: wrong })).toMatchObject({
      errors: [gqlError('CREDENTIALS_INVALID')],
    })
    expect(await logIn({ username: 'mira', password: '' })).toMatchObject(restError('CREDENTIALS_INVALID'))
  })

  test('remembers no name for the limits of log-ins that no account can have', async () => {
    const accounts: (string | undefined)[] = []
    const limited = await openBackend(open, {
      rateLimits: {
        consume: async () => {},
        logIn: async (_client, account, attempt) => {
          accounts.push(account)
          return attempt()
        },
      },
    })
    const username = 'm'.repeat(10_000)
    const response = await limited.rest('POST', '/auth/login', { body: { username, password: 'sesame' } })
    expect(response).toMatchObject(restError('NOT_REGISTERED'))
    expect(accounts).toEqual([undefined])
  })

  test('rejects a log-in with a username that does not exist', async () => {
    const unknownUser = { username: 'nobody', ...passwordInput('nobody') }
    expect(await logIn(unknownUser)).toMatchObject(restError('NOT_REGISTERED'))
    expect(await backend.gql(logInDocument, { input: unknownUser })).toMatchObject({
      errors: [gqlError('NOT_REGISTERED')],
    })
  })

  test.each([
    '',
    `${passwordMarker} mira`,
    `pbkdf2-sha256:4000000000:c2FsdA:${'A'.repeat(43)}`,
    `pbkdf2-sha256:0:c2FsdA:${'A'.repeat(43)}`,
    `pbkdf2-sha256:x:c2FsdA:${'A'.repeat(43)}`,
    `pbkdf2-sha256:1:?:${'A'.repeat(43)}`,
    `pbkdf2-sha256:1:A:${'A'.repeat(43)}`,
  ])('rejects every password for the malformed stored hash "%s"', async (passwordHash) => {
    await backend.store.transaction((tx) => tx.users.insert(userRow(1, { username: 'mira', passwordHash })))
    expect(await logIn({ username: 'mira', ...passwordInput('mira') })).toMatchObject(restError('CREDENTIALS_INVALID'))
  })

  test.each([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    ' mira ',
    'mi ra',
    'Mira',
    'MIRA',
    'Łukasz/π?#%',
    '👩‍🎨',
  ])('accepts the username %j', async (username) => {
    await backend.signUpUser('mira')
    expect(await logIn({ username, ...passwordInput(username) })).toMatchObject(restError('NOT_REGISTERED'))
    const user = await backend.signUpUser(username)
    expect(await signUp({ username, ...passwordInput('other') })).toMatchObject(restError('USERNAME_TAKEN'))
    expect(await logIn({ username, ...passwordInput(username) })).toMatchObject({
      json: { foundUser: { _id: user.id, username } },
    })
    const postId = await backend.post(user)
    const { json } = await backend.rest('GET', `/posts/user/${encodeURIComponent(username)}`)
    expect(json).toMatchObject({ posts: [{ _id: postId, username }] })
  })

  test.each(['username', 'password'])('rejects a sign-up without a valid %s and names the field', async (field) => {
    const validInput = { username: 'mira', ...passwordInput('mira') }
    for (const [value, problem] of [
      ['', 'must not be empty'],
      [undefined, 'must be a string'],
      [7, 'must be a string'],
      [null, 'must be a string'],
    ] as const) {
      const response = await signUp({ ...validInput, [field]: value })
      expect(response).toMatchObject({ status: 400, json: { errors: [`${field} ${problem}.`] } })
    }
    expect(await backend.gql(signUpDocument, { input: { ...validInput, [field]: '' } })).toMatchObject({
      errors: [{ message: `${field} must not be empty.`, extensions: { code: 'BAD_INPUT', status: 400 } }],
    })
    expect((await backend.rest('GET', '/users')).json).toEqual({ users: [] })
  })

  test('stores and returns the further fields of a sign-up', async () => {
    const extras = { city: 'Pune', age: 31, tags: ['loom', { of: 'oak' }], since: null, open: true }
    const { id } = await backend.signUpUser('mira', extras)
    expect((await backend.rest('GET', `/users/${id}`)).json).toMatchObject({ user: extras })
    expect((await logIn({ username: 'mira', ...passwordInput('mira') })).json).toMatchObject({ foundUser: extras })
  })

  test('drops further sign-up fields whose value equals the password, at any depth', async () => {
    const { password } = passwordInput('mira')
    const { id } = await backend.signUpUser('mira', {
      passwd2: password,
      repeat: [password, 'kept', [password]],
      form: { again: password, city: 'Pune', inner: { again: password } },
    })
    const json = (await backend.rest('GET', `/users/${id}`)).json
    expect(json).toMatchObject({
      user: { repeat: ['kept', []], form: { city: 'Pune', inner: {} } },
    })
    expect(at(json, 'user.passwd2')).toBeUndefined()
    expect(at(json, 'user.form.again')).toBeUndefined()
  })

  test('drops a further sign-up field whose number equals a password of digits', async () => {
    const { json } = await backend.rest('POST', '/auth/signup', {
      body: { username: 'mira', password: '20260504', pin: 20260504, year: 2026 },
    })
    expect(json).toMatchObject({ createdUser: { year: 2026 } })
    expect(at(json, 'createdUser.pin')).toBeUndefined()
  })

  test.each([
    ['nested 101 levels deep', nested(101), 'city must not be nested deeper than 100 levels.'],
    ['nested 200,000 levels deep', nested(200_000), 'city must not be nested deeper than 100 levels.'],
    ['longer than 4 kB', JSON.stringify('é'.repeat(2043)), 'city makes the further fields longer than 4 kB.'],
  ])('rejects a further sign-up field that is %s and names the field', async (_what, city, message) => {
    const text = `{ "username": "mira", "password": "${passwordMarker}", "city": ${city} }`
    expect(await backend.rest('POST', '/auth/signup', { text })).toMatchObject({
      status: 400,
      json: { errors: [message] },
    })
    expect((await backend.rest('GET', '/users')).json).toEqual({ users: [] })
  })

  test('rejects further sign-up fields that are longer than 4 kB together', async () => {
    const fields = Object.fromEntries(['city', 'street', 'house'].map((name) => [name, 'x'.repeat(1400)]))
    const send = (extra: object) =>
      backend.rest('POST', '/auth/signup', { body: { username: 'mira', password: passwordMarker, ...extra } })
    expect(await send(fields)).toMatchObject({
      status: 400,
      json: { errors: ['house makes the further fields longer than 4 kB.'] },
    })
    const values = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`x${index}`, []]))
    expect(await send(values)).toMatchObject({
      status: 400,
      json: { errors: [expect.stringMatching(/^x\d+ makes the further fields longer than 4 kB\.$/)] },
    })
    expect(await send({ ...fields, house: '' })).toMatchObject({
      status: 201,
      json: { createdUser: { city: fields['city'] } },
    })
  })

  test('exports and imports further fields of the maximum depth and length unchanged', async () => {
    const extras: { deep: unknown; long: string } = { deep: JSON.parse(nested(100)), long: '' }
    extras.long = 'x'.repeat(4096 - JSON.stringify(extras).length)
    const { id } = await backend.signUpUser('mira', extras)
    const { result } = await run(backend.store, { kind: 'export' })
    await run(backend.store, { kind: 'import', file: result.file ?? new Blob() })
    expect((await backend.rest('GET', `/users/${id}`)).json).toMatchObject({ user: extras })
  })

  test('ignores sign-up fields that the backend sets, and drops prototype keys', async () => {
    const text = `{
      "username": "mira", "password": "${passwordMarker} mira", "confirmPassword": "${passwordMarker} mira", "city": "Pune",
      "_id": "1", "id": "1", "followers": ["x"], "following": 3, "bookmarks": ["x"], "bio": 5, "profile": "x",
      "avatar": {}, "createdAt": "1999-01-01", "updatedAt": null,
      "__proto__": { "isAdmin": true }, "prototype": 1, "constructor": 2
    }`
    const { status, json } = await backend.rest('POST', '/auth/signup', { text })
    expect(status).toBe(201)
    expect(at(json, 'createdUser')).toEqual({
      _id: expect.stringMatching(/^[\da-f]{8}-/),
      id: at(json, 'createdUser._id'),
      username: 'mira',
      firstName: '',
      lastName: '',
      email: '',
      bio: '',
      profile: '',
      avatar: '/art/avatar-default.svg',
      followers: [],
      following: [],
      bookmarks: [],
      createdAt: '2026-05-04',
      updatedAt: '2026-05-04',
      city: 'Pune',
    })
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
  })
})
