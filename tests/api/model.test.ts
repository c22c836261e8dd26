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
import { at, listAt, openBackend, textAt } from '../backend.ts'
import { errorCatalogue } from '../errorCatalogue.ts'
import { adapters } from '../store/adapters.ts'
import { call, dayOf, statusOfDone, type Door, type World } from './model/calls.ts'
import { emptyModel, play, type Model, type Step } from './model/rules.ts'

const names = ['ana', 'Ana', '__proto__', 'late']
const by = constantFrom(...names)
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
  { weight: 3, arbitrary: record({ kind: constantFrom('followUser', 'unfollowUser'), by, whom: by }) },
  record({ kind: constant('editProfile'), by, text, username: by }),
)
const anyCall = tuple(anyStep, constantFrom<Door>('rest', 'graphql'))

/** Three of the four sign up and two post, so that random calls have something to work on. */
const opening: [Step, Door][] = [
  ...names.slice(0, 3).map((name): [Step, Door] => [{ kind: 'signUp', by: name }, 'rest']),
  [{ kind: 'createPost', by: 'ana', text: 'first' }, 'graphql'],
  [{ kind: 'createPost', by: 'Ana', text: 'second' }, 'rest'],
]

describe.each(adapters)('random calls over $name', ({ open }) => {
  test('are answered as the rules of the spec say, and leave what they say', { timeout: 60_000 }, async () => {
    await assert(
      asyncProperty(array(anyCall, { maxLength: 50, size: 'max' }), async (calls) => {
        const backend = await openBackend(open, { startAt: `${dayOf(0)}T12:00:00Z` })
        const world: World = { backend, day: 0, members: new Map(), posts: [] }
        const model = emptyModel()
        for (const [step, door] of [...opening, ...calls]) {
          const code = play(model, step)
          const outcome = await call(world, step, door)
          expect([step, outcome.refusal]).toEqual([
            step,
            code && { status: errorCatalogue[code][0], message: errorCatalogue[code][1] },
          ])
          if (door === 'rest' && !code && step.kind !== 'nextDay') expect(outcome.status).toBe(statusOfDone[step.kind])
        }
        expect(await stateOf(world)).toEqual(expectedState(model))
      }),
      { numRuns: 30 },
    )
  })
})

/** Everything that can be read through the facade and the kept counts, by the names that the model uses. */
async function stateOf({ backend, members, posts }: World) {
  const usernames = (list: unknown[]) => list.map((user) => textAt(user, 'username'))
  const users = listAt((await backend.rest('GET', '/users')).json, 'users')
  const list = listAt((await backend.rest('GET', '/posts')).json, 'posts')
  const counts = await backend.gql('{ users { edges { node { username postCount followerCount followingCount } } } }')
  const bookmarks: [string, number[]][] = []
  for (const [name, { token }] of members) {
    const ids = listAt((await backend.rest('GET', '/users/bookmark', { token })).json, 'bookmarks')
    bookmarks.push([name, ids.map((id) => posts.indexOf(String(id)))])
  }
  return {
    users: users.map((user) => ({
      username: at(user, 'username'),
      bio: at(user, 'bio'),
      createdAt: at(user, 'createdAt'),
      updatedAt: at(user, 'updatedAt'),
      followers: usernames(listAt(user, 'followers')),
      following: usernames(listAt(user, 'following')),
    })),
    posts: list.map((entry) => ({
      number: posts.indexOf(textAt(entry, '_id')),
      username: at(entry, 'username'),
      content: at(entry, 'content'),
      createdAt: at(entry, 'createdAt'),
      updatedAt: at(entry, 'updatedAt'),
      likeCount: at(entry, 'likes.likeCount'),
      likedBy: usernames(listAt(entry, 'likes.likedBy')),
      dislikedBy: usernames(listAt(entry, 'likes.dislikedBy')),
    })),
    bookmarks,
    counts: listAt(counts, 'data.users.edges').map((edge) => at(edge, 'node')),
  }
}

/** The same of the model. */
function expectedState({ members, posts, reactions, bookmarks, follows }: Model): Awaited<ReturnType<typeof stateOf>> {
  const kept = posts.map((entry, number) => ({ ...entry, number })).filter(({ isDeleted }) => !isDeleted)
  const followersOf = (name: string) => follows.filter(({ whom }) => whom === name).map((follow) => follow.by)
  const followingOf = (name: string) => follows.filter((follow) => follow.by === name).map(({ whom }) => whom)
  const whoSaid = (kind: string, number: number) =>
    reactions.filter((row) => row.kind === kind && row.post === number).map((row) => row.by)
  return {
    users: [...members].map(([username, { bio, createdOn, updatedOn }]) => ({
      username,
      bio,
      createdAt: dayOf(createdOn),
      updatedAt: dayOf(updatedOn),
      followers: followersOf(username),
      following: followingOf(username),
    })),
    posts: kept.map(({ number, author, content, likeCount, createdOn, updatedOn }) => ({
      number,
      username: author,
      content,
      createdAt: dayOf(createdOn),
      updatedAt: dayOf(updatedOn),
      likeCount,
      likedBy: whoSaid('like', number),
      dislikedBy: whoSaid('dislike', number),
    })),
    bookmarks: [...members.keys()].map((name) => [
      name,
      bookmarks.filter((row) => row.by === name).map((row) => row.post),
    ]),
    counts: [...members.keys()].map((username) => ({
      username,
      postCount: kept.filter(({ author }) => author === username).length,
      followerCount: followersOf(username).length,
      followingCount: followingOf(username).length,
    })),
  }
}
