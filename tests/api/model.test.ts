import {
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  nat,
  oneof,
  record,
  tuple,
  type Arbitrary,
} from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openBackend } from '../backend.ts'
import { seed } from '../seed.ts'
import { at, listAt, textAt } from '../values.ts'
import { errorCatalogue } from '../errorCatalogue.ts'
import { adapters } from '../store/adapters.ts'
import { call, dayOf, successStatus, type BackendState, type Protocol } from './model/calls.ts'
import { applyStep, emptyModel, type Model, type Step } from './model/rules.ts'

const usernames = ['ana', 'Ana', '__proto__', 'late']
const by = constantFrom(...usernames)
const text = constantFrom('', 'warp', 'weft', '🧵')
const post = nat(4)

const anyStep: Arbitrary<Step> = oneof(
  record({ kind: constant('nextDay') }),
  record({ kind: constant('signUp'), by }),
  record({ kind: constant('logIn'), by, isRight: boolean() }),
  record({ kind: constant('createPost'), by, text }),
  record({ kind: constant('editPost'), by, post, text }),
  {
    weight: 5,
    arbitrary: record({ kind: constantFrom('likePost', 'dislikePost', 'addBookmark', 'removeBookmark'), by, post }),
  },
  record({ kind: constant('deletePost'), by, post }),
  { weight: 3, arbitrary: record({ kind: constantFrom('followUser', 'unfollowUser'), by, target: by }) },
  record({ kind: constant('editProfile'), by, text, username: by }),
)
const anyCall = tuple(anyStep, constantFrom<Protocol>('rest', 'graphql'))

/** Signs up three of the four users and creates two posts, so that most random calls refer to existing data. */
const firstCalls: [Step, Protocol][] = [
  ...usernames.slice(0, 3).map((name): [Step, Protocol] => [{ kind: 'signUp', by: name }, 'rest']),
  [{ kind: 'createPost', by: 'ana', text: 'first' }, 'graphql'],
  [{ kind: 'createPost', by: 'Ana', text: 'second' }, 'rest'],
]

describe.each(adapters)('random calls ($name store)', ({ open }) => {
  test('returns the same errors and leaves the same data as the model', async () => {
    await assert(
      asyncProperty(array(anyCall, { maxLength: 50, size: 'max' }), async (calls) => {
        const backend = await openBackend(open, { startAt: `${dayOf(0)}T12:00:00Z` })
        const state: BackendState = { backend, day: 0, users: new Map(), posts: [] }
        const model = emptyModel()
        for (const [step, protocol] of [...firstCalls, ...calls]) {
          const code = applyStep(model, step)
          const outcome = await call(state, step, protocol)
          expect([step, outcome.error]).toEqual([
            step,
            code && { status: errorCatalogue[code][0], message: errorCatalogue[code][1] },
          ])
          if (protocol === 'rest' && !code && step.kind !== 'nextDay')
            expect(outcome.status).toBe(successStatus[step.kind])
        }
        expect(await stateOf(state)).toEqual(expectedState(model))
      }),
      { numRuns: 30, seed },
    )
  })
})

/**
 * Reads all data through REST, and the stored counts through GraphQL. Posts are named by their number as in the model.
 */
async function stateOf({ backend, users: accounts, posts }: BackendState) {
  const usernamesOf = (list: unknown[]) => list.map((user) => textAt(user, 'username'))
  const users = listAt((await backend.rest('GET', '/users')).json, 'users')
  const list = listAt((await backend.rest('GET', '/posts')).json, 'posts')
  const counts = await backend.gql('{ users { edges { node { username postCount followerCount followingCount } } } }')
  const bookmarks: [string, number[]][] = []
  for (const [name, { token }] of accounts) {
    const ids = listAt((await backend.rest('GET', '/users/bookmark', { token })).json, 'bookmarks')
    bookmarks.push([name, ids.map((id) => posts.indexOf(String(id)))])
  }
  return {
    users: users.map((user) => ({
      username: at(user, 'username'),
      bio: at(user, 'bio'),
      createdAt: at(user, 'createdAt'),
      updatedAt: at(user, 'updatedAt'),
      followers: usernamesOf(listAt(user, 'followers')),
      following: usernamesOf(listAt(user, 'following')),
    })),
    posts: list.map((entry) => ({
      number: posts.indexOf(textAt(entry, '_id')),
      username: at(entry, 'username'),
      content: at(entry, 'content'),
      createdAt: at(entry, 'createdAt'),
      updatedAt: at(entry, 'updatedAt'),
      likeCount: at(entry, 'likes.likeCount'),
      likedBy: usernamesOf(listAt(entry, 'likes.likedBy')),
      dislikedBy: usernamesOf(listAt(entry, 'likes.dislikedBy')),
    })),
    bookmarks,
    counts: listAt(counts, 'data.users.edges').map((edge) => at(edge, 'node')),
  }
}

/** Returns the data of the model in the same form. */
function expectedState({ users, posts, reactions, bookmarks, follows }: Model): Awaited<ReturnType<typeof stateOf>> {
  const existing = posts.map((entry, number) => ({ ...entry, number })).filter(({ isDeleted }) => !isDeleted)
  const followersOf = (name: string) => follows.filter(({ target }) => target === name).map((follow) => follow.by)
  const followingOf = (name: string) => follows.filter((follow) => follow.by === name).map(({ target }) => target)
  const usersWithReaction = (kind: string, number: number) =>
    reactions.filter((row) => row.kind === kind && row.post === number).map((row) => row.by)
  return {
    users: [...users].map(([username, { bio, createdOn, updatedOn }]) => ({
      username,
      bio,
      createdAt: dayOf(createdOn),
      updatedAt: dayOf(updatedOn),
      followers: followersOf(username),
      following: followingOf(username),
    })),
    posts: existing.map(({ number, author, content, likeCount, createdOn, updatedOn }) => ({
      number,
      username: author,
      content,
      createdAt: dayOf(createdOn),
      updatedAt: dayOf(updatedOn),
      likeCount,
      likedBy: usersWithReaction('like', number),
      dislikedBy: usersWithReaction('dislike', number),
    })),
    bookmarks: [...users.keys()].map((name) => [
      name,
      bookmarks.filter((row) => row.by === name).map((row) => row.post),
    ]),
    counts: [...users.keys()].map((username) => ({
      username,
      postCount: existing.filter(({ author }) => author === username).length,
      followerCount: followersOf(username).length,
      followingCount: followingOf(username).length,
    })),
  }
}
