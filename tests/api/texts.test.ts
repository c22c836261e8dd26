import { beforeEach, describe, expect, test } from 'vitest'
import type { Profile } from '../../resolvers/store/rows.ts'
import { passwordInput, type TestClient, type TestUser } from '../backend.ts'
import { hosts } from '../hosts.ts'
import { textAt } from '../values.ts'

/** Characters that not every store can hold, and the text that is stored instead. */
const unstorable = 'a\0b\ud83ec'
const storable = 'a\ufffdb\ufffdc'

/** The fields of a profile, as REST names them, and their longest texts. */
const profileLimits: Record<keyof Profile, [restField: string, limit: number]> = {
  bio: ['bio', 2000],
  portfolioUrl: ['profile', 2000],
  avatarUrl: ['avatar', 2000],
}

type Limit = [method: string, path: string, restField: string | null, field: string, limit: number]

/** The field of each call that takes text, as REST (null if it has none) and as GraphQL name it, and its longest text. */
const limits: Limit[] = [
  ['POST', '/auth/signup', 'firstName', 'firstName', 200],
  ['POST', '/auth/signup', 'lastName', 'lastName', 200],
  ['POST', '/auth/signup', 'email', 'email', 200],
  ['POST', '/auth/signup', 'username', 'username', 200],
  ['POST', '/posts', 'content', 'content', 5000],
  ['POST', '/posts', 'post_img', 'media.url', 2000],
  ['POST', '/posts', null, 'media.alt', 500],
  ['POST', '/posts/edit/{postId}', 'content', 'content', 5000],
  ['POST', '/posts/edit/{postId}', 'post_img', 'media.url', 2000],
  ['POST', '/posts/edit/{postId}', null, 'media.alt', 500],
  ...Object.entries(profileLimits).map(([field, [rest, limit]]): Limit => ['POST', '/users/edit', rest, field, limit]),
]

/** Returns the input with a text in this field, which may be a field of the media: `media.alt`. */
function inputWith(field: string, text: string): object {
  const [name = '', part] = field.split('.')
  return { [name]: part === undefined ? text : { url: '/a.png', type: 'IMAGE', [part]: text } }
}

const documents: Record<string, string> = {
  '/auth/signup': 'mutation ($input: SignUpInput!) { payload: signUp(input: $input) { token } }',
  '/posts': 'mutation ($input: CreatePostInput!) { payload: createPost(input: $input) { viewer { id } } }',
  '/posts/edit/{postId}': 'mutation ($input: EditPostInput!) { payload: editPost(input: $input) { post { id } } }',
  '/users/edit': 'mutation ($input: EditProfileInput!) { payload: editProfile(input: $input) { viewer { id } } }',
}

describe.each(hosts)('texts ($name)', ({ open }) => {
  let backend: TestClient
  let mira: TestUser
  let postId: string
  beforeEach(async () => {
    backend = await open()
    mira = await backend.signUpUser('mira')
    postId = await backend.post(mira)
  })

  const required: Record<string, Record<string, string>> = {
    '/auth/signup': { firstName: '', lastName: '', email: '', username: 'noor', ...passwordInput('noor') },
    '/posts': { content: '' },
  }
  const inRest = (method: string, path: string, fields: object) => {
    const wrapper = { '/auth/signup': null, '/users/edit': 'userData' }[path]
    const body = { ...(path === '/auth/signup' && required[path]), ...fields }
    return backend.rest(method, path.replace('{postId}', postId), {
      token: mira.token,
      body: wrapper === null ? body : { [wrapper ?? 'postData']: body },
    })
  }
  const inGraphql = (path: string, fields: object) => {
    const input = { ...required[path], ...(path.includes('{postId}') && { postId }), ...fields }
    return backend.gql(documents[path] ?? '', { input }, mira.token)
  }

  test.each(limits)('%s %s (%s) refuses a longer %s than the limit', async (method, path, restField, field, limit) => {
    const [longest, tooLong] = ['x'.repeat(limit), 'x'.repeat(limit + 1)]
    const problem = `must not be longer than ${limit} characters.`
    expect(await inGraphql(path, inputWith(field, tooLong))).toMatchObject({
      errors: [{ message: `${field} ${problem}`, extensions: { code: 'BAD_INPUT', status: 400 } }],
    })
    if (restField !== null) {
      expect(await inRest(method, path, { [restField]: tooLong })).toMatchObject({
        status: 400,
        json: { errors: [`${restField} ${problem}`] },
      })
      expect((await inRest(method, path, { [restField]: longest })).status).toBe(201)
    }
    const other = path === '/auth/signup' && field !== 'username' && { username: 'other' }
    const accepted = await inGraphql(path, { ...other, ...inputWith(field, longest.replace('x', 'y')) })
    expect(accepted).not.toHaveProperty('errors')
  })

  test('refuses a text with more than 500 combining marks in a row, and accepts one with 500', async () => {
    const marks = '\u0301\u0316'.repeat(250)
    const [accepted, refused] = [`a${marks}a${marks}`, `a${marks}\u20dd`]
    const problem = 'must not have more than 500 combining marks in a row.'
    for (const [path, restField] of [
      ['/posts', 'content'],
      ['/posts/edit/{postId}', 'content'],
      ['/users/edit', 'bio'],
      ['/users/edit', 'profile'],
    ] as const) {
      expect(await inRest('POST', path, { [restField]: refused })).toMatchObject({
        status: 400,
        json: { errors: [`${restField} ${problem}`] },
      })
      expect(await inRest('POST', path, { [restField]: accepted })).toMatchObject({ status: 201 })
    }
    expect((await backend.rest('GET', '/posts')).json).toMatchObject({
      posts: [{ content: accepted }, { content: accepted }],
    })
  })

  test('refuses a longer search text than a name can be', async () => {
    const search = '($firstName: String) { users(firstName: $firstName) { edges { node { id } } } }'
    expect(await backend.gql(`query ${search}`, { firstName: 'x'.repeat(201) })).toMatchObject({
      errors: [
        {
          message: 'firstName must not be longer than 200 characters.',
          extensions: { code: 'BAD_INPUT', status: 400 },
        },
      ],
    })
    expect(await backend.gql(`query ${search}`, { firstName: 'x'.repeat(200) })).toEqual({
      data: { users: { edges: [] } },
    })
  })

  test('replaces U+0000 and lone surrogates in every text that a client sends', async () => {
    const { json } = await inRest('POST', '/auth/signup', {
      firstName: unstorable,
      lastName: unstorable,
      email: unstorable,
      username: unstorable,
      [unstorable]: [{ [unstorable]: unstorable }],
    })
    expect(json).toMatchObject({
      createdUser: {
        firstName: storable,
        lastName: storable,
        email: storable,
        username: storable,
        [storable]: [{ [storable]: storable }],
      },
    })
    const texts = { content: unstorable, media: { url: unstorable, type: 'IMAGE', alt: unstorable } }
    await inGraphql('/posts', texts)
    await inRest('POST', '/posts/edit/{postId}', { content: unstorable, post_img: unstorable, media_type: unstorable })
    expect((await backend.rest('GET', '/posts')).json).toMatchObject({
      posts: [
        { content: storable, post_img: storable, media_type: storable },
        { content: storable, post_img: storable },
      ],
    })
    expect(await backend.gql('{ posts(first: 1) { edges { node { media { alt } } } } }')).toEqual({
      data: { posts: { edges: [{ node: { media: { alt: storable } } }] } },
    })
    const fields = Object.keys(profileLimits)
    const profileOf = (value: string) => Object.fromEntries(fields.map((field) => [field, value]))
    await inGraphql('/users/edit', profileOf(unstorable))
    expect(await backend.gql(`{ viewer { ${fields.join(' ')} } }`, {}, mira.token)).toEqual({
      data: { viewer: profileOf(storable) },
    })
  })

  test('finds a user by the text that was sent', async () => {
    const noor = { username: unstorable, firstName: unstorable, ...passwordInput('noor') }
    const { json } = await inRest('POST', '/auth/signup', noor)
    const token = textAt(json, 'encodedToken')
    await backend.rest('POST', '/posts', { token, body: { postData: { content: 'Hello' } } })
    expect((await backend.rest('POST', '/auth/login', { body: noor })).status).toBe(200)
    expect(
      await backend.gql('query ($text: String) { users(firstName: $text) { edges { node { username } } } }', {
        text: 'B\ud83e',
      }),
    ).toEqual({ data: { users: { edges: [{ node: { username: storable } }] } } })
    const posts = await backend.rest('GET', `/posts/user/${encodeURIComponent('a\0b\ufffdc')}`)
    expect(posts.json).toMatchObject({ posts: [{ content: 'Hello' }] })
    const edit = { userData: { username: unstorable, bio: 'x' } }
    expect((await backend.rest('POST', '/users/edit', { token, body: edit })).status).toBe(201)
  })

  test('leaves a password as it is', async () => {
    const password = `sesame ${unstorable}`
    expect((await inRest('POST', '/auth/signup', { password })).status).toBe(201)
    const logIn = async (sent: string) =>
      (await backend.rest('POST', '/auth/login', { body: { username: 'noor', password: sent } })).status
    expect(await logIn(password)).toBe(200)
    expect(await logIn(`sesame ${storable}`)).toBe(401)
  })

  test.each(['/posts/{id}', '/users/{id}', '/media/{id}'])(
    'answers 404 at %s for an id that no store can hold',
    async (path) => {
      const address = path.replace('{id}', encodeURIComponent('\0'))
      const response = path.startsWith('/media')
        ? await backend.http(new Request(`http://localhost${address}`))
        : await backend.rest('GET', address)
      expect(response.status).toBe(404)
      const document = 'query ($a: ID!, $b: ID!) { post(id: $a) { id } user(id: $b) { id } }'
      expect(await backend.gql(document, { a: '\0', b: '\ud800' })).toEqual({ data: { post: null, user: null } })
      expect(backend.reportedErrors).toEqual([])
    },
  )
})
