import { readFileSync } from 'node:fs'
import {
  getNamedType,
  isEnumType,
  GraphQLID,
  isInputObjectType,
  isRequiredInputField,
  type GraphQLInputField,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import type { LimitedAction, RateLimits } from '../../resolvers/services/serviceContext.ts'
import { costLimits, STREAM_POINTS } from '../../server/limits/costLimits.ts'
import {
  accountLimits,
  accountLogIns,
  clientLimits,
  createRateLimits,
  MAX_STREAMS,
  type Limit,
} from '../../server/limits/rateLimits.ts'
import { openBackend, type TestUser } from '../backend.ts'
import { openMemoryStore } from '../rest/fixture.ts'
import { listAt, textAt } from '../values.ts'

describe('the limits of a server', () => {
  it('count each post of a document, and the posts of one account only', async () => {
    const backend = await openBackend(openMemoryStore, { rateLimits: createRateLimits() })
    const mira = await backend.signUpUser('mira')
    const noor = await backend.signUpUser('noor')
    const aliases = Array.from({ length: 15 }, (_, at) => `a${at}: createPost(input: {}) { postEdge { cursor } }`)
    for (let count = 0; count < accountLimits.post.points; count += aliases.length)
      expect(await backend.gql(`mutation { ${aliases.join(' ')} }`, {}, mira.token)).not.toHaveProperty('errors')
    const post = ({ token }: TestUser) => backend.rest('POST', '/posts', { token, body: { postData: {} } })
    const refused = await post(mira)
    expect(refused).toMatchObject({ status: 429, json: { errors: ['Too many requests. Try again in 180 min.'] } })
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await post(noor)).toMatchObject({ status: 201 })
    expect(listAt((await backend.rest('GET', '/posts')).json, 'posts')).toHaveLength(accountLimits.post.points + 1)
  })

  it('count for a client, and not for the user, what is sent with a token that was revoked', async () => {
    const backend = await openBackend(openMemoryStore, { rateLimits: createRateLimits() })
    const mira = await backend.signUpUser('mira')
    const renewed = await backend.gql('mutation { signOutEverywhere { token } }', {}, mira.token)
    const aliases = Array.from({ length: 15 }, (_, at) => `a${at}: createPost(input: {}) { postEdge { cursor } }`)
    for (let count = 0; count < accountLimits.post.points; count += aliases.length)
      expect(await backend.gql(`mutation { ${aliases.join(' ')} }`, {}, mira.token)).toMatchObject({
        errors: aliases.map(() => ({ extensions: { code: 'TOKEN_INVALID' } })),
      })
    const refused = await backend.gql('mutation { createPost(input: {}) { postEdge { cursor } } }', {}, mira.token)
    expect(refused).toMatchObject({ errors: [{ extensions: { code: 'TOO_MANY_REQUESTS' } }] })
    const token = textAt(renewed, 'data.signOutEverywhere.token')
    expect(await backend.rest('POST', '/posts', { token, body: { postData: {} } })).toMatchObject({ status: 201 })
  })

  it('count edits of posts and of the profile, refused ones and repetitions, too', async () => {
    const backend = await openBackend(openMemoryStore, { rateLimits: createRateLimits() })
    const { token } = await backend.signUpUser('mira')
    const body = { postData: { content: 'New' }, userData: { bio: 'New' } }
    const headers = { 'idempotency-key': 'once' }
    const statuses = new Set<number>()
    for (let count = 0; count < accountLimits.edit.points; count += 3) {
      statuses.add((await backend.rest('POST', '/users/edit', { token, body, headers })).status)
      statuses.add((await backend.rest('POST', '/users/edit', { token, body })).status)
      statuses.add((await backend.rest('POST', '/posts/edit/none', { token, body })).status)
    }
    expect(statuses).toEqual(new Set([201, 404]))
    for (const path of ['/users/edit', '/posts/edit/none'])
      expect(await backend.rest('POST', path, { token, body })).toMatchObject({ status: 429 })
  })

  it('count each like, bookmark, follow, deletion and restoration of a document', async () => {
    const backend = await openBackend(openMemoryStore, { rateLimits: createRateLimits() })
    const mira = await backend.signUpUser('mira')
    const noor = await backend.signUpUser('noor')
    const useUp = async (limit: { points: number }, kinds: readonly string[]) => {
      const calls = Array.from({ length: 15 }, (_, at) => `a${at}: ${kinds[at % kinds.length]}`)
      for (let count = 0; count < limit.points; count += calls.length)
        expect(await backend.gql(`mutation { ${calls.join(' ')} }`, {}, mira.token)).toMatchObject({
          errors: calls.map(() => ({ extensions: { code: 'POST_NOT_FOUND' } })),
        })
    }
    const expectRefused = async (method: string, path: string) => {
      const refused = await backend.rest(method, path, { token: mira.token })
      expect(refused).toMatchObject({
        status: 429,
        json: { errors: [expect.stringMatching(/^Too many requests\. Try again in \d+ (s|min)\.$/)] },
      })
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    }
    await useUp(accountLimits.toggle, [
      'likePost(input: { postId: "none" }) { post { id } }',
      'addBookmark(input: { postId: "none" }) { bookmarkEdge { cursor } }',
      'removeBookmark(input: { postId: "none" }) { post { id } }',
    ])
    const toggles = ['posts/like', 'posts/dislike', 'users/bookmark', 'users/remove-bookmark']
    for (const call of toggles) await expectRefused('POST', `/${call}/none`)
    for (const call of ['follow', 'unfollow']) await expectRefused('POST', `/users/${call}/${noor.id}`)

    await useUp(accountLimits.deletion, [
      'deletePost(input: { postId: "none" }) { viewer { id } }',
      'restorePost(input: { postId: "none" }) { postEdge { cursor } }',
    ])
    await expectRefused('DELETE', '/posts/none')
    expect(await backend.rest('POST', `/users/follow/${mira.id}`, { token: noor.token })).toMatchObject({ status: 200 })
  })

  it('have one for every mutation', async () => {
    const consumed: (LimitedAction | 'logIn')[] = []
    const rateLimits: RateLimits = {
      consume: async (action) => void consumed.push(action),
      logIn: async (_client, _account, attempt) => {
        consumed.push('logIn')
        return attempt()
      },
    }
    const backend = await openBackend(openMemoryStore, { rateLimits })
    const { token } = await backend.signUpUser('mira')
    const mutations = backend.schema.getMutationType()?.getFields() ?? {}
    const valueOf = ({ type }: GraphQLInputField) => {
      const named = getNamedType(type)
      if (isEnumType(named)) return named.getValues()[0]?.name
      return named === GraphQLID ? 'none' : 'mira'
    }
    for (const [name, { args }] of Object.entries(mutations)) {
      const input = args.map(({ type }) => getNamedType(type)).find(isInputObjectType)
      const required = Object.values(input?.getFields() ?? {}).filter(isRequiredInputField)
      const values = Object.fromEntries(required.map((field) => [field.name, valueOf(field)]))
      consumed.length = 0
      const document = `mutation ($input: ${input?.name}!) { ${name}(input: $input) { __typename } }`
      expect(await backend.gql(document, { input: values }, token), name).toHaveProperty('data')
      expect(consumed, name).toHaveLength(1)
    }
  })

  it('are those of docs/server.md', () => {
    const section = /\n## Limits\n([^]*?)\n## /.exec(readFileSync('docs/server.md', 'utf8'))?.[1] ?? ''
    const rows = section.split('\n').filter((line) => /^\| [a-z]/.test(line) && !line.startsWith('| what'))
    const limits = new Map<string, string>()
    for (const row of rows) {
      const [what = '', client = '', account = ''] = row
        .split('|')
        .slice(1)
        .map((cell) => cell.trim())
      if (client) limits.set(`${what} of a client`, client)
      if (account) limits.set(`${what} of an account`, account)
    }
    const names = {
      call: 'calls',
      logIn: 'log-ins that fail',
      signUp: 'sign-ups',
      upload: 'uploads',
      post: 'posts',
      edit: 'edits',
      toggle: 'likes, bookmarks and follows',
      deletion: 'deletions',
    }
    const nameOf = new Map(Object.entries(names))
    const textOf = ({ points, duration }: Limit) => `${points.toLocaleString('en')} in ${duration / 60} minutes`
    const pointsOf = ({ points, duration }: Limit) => `${points.toLocaleString('en')} in ${duration} seconds`
    const expected = new Map([
      ['open streams of a client', String(MAX_STREAMS)],
      ['log-ins that fail of an account', `${textOf(accountLogIns)} from one client`],
      [
        'points of a client',
        `${pointsOf(costLimits.address)}, its visitors ${costLimits.visitors.points.toLocaleString('en')}`,
      ],
      ['points of an account', pointsOf(costLimits.account)],
      ['points of the results of streams of a client', `${STREAM_POINTS.toLocaleString('en')} a second`],
    ])
    for (const [of, table] of [['a client', clientLimits] as const, ['an account', accountLimits] as const])
      for (const [action, limit] of Object.entries(table)) expected.set(`${nameOf.get(action)} of ${of}`, textOf(limit))
    expect(Object.fromEntries(limits)).toEqual(Object.fromEntries(expected))
  })
})
