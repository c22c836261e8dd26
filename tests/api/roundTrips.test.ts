/** How often a change waits for the database: it holds the lock of a row for a part of this time. */

import { expect, test } from 'vitest'
import { openBackend } from '../backend.ts'
import { openEmptyPostgresStore } from '../store/postgresStore.ts'
import { statementsOf } from '../store/statements.ts'
import { at } from '../values.ts'

/** The queries of the transaction that `work` makes, by their first word. */
async function queriesOf(work: () => Promise<unknown>): Promise<string[]> {
  const words = (await statementsOf(work)).map(({ text }) => /\w+/.exec(text)?.[0] ?? '')
  return words.slice(words.indexOf('begin'), words.indexOf('commit') + 1)
}

test('the response to a change takes no query for the viewer, whom the change has read', async () => {
  const backend = await openBackend(openEmptyPostgresStore)
  const [mira, noor] = [await backend.signUpUser('mira'), await backend.signUpUser('noor')]
  const id = await backend.post(noor)
  const like = `mutation { likePost(input: { postId: "${id}" }) { post { viewerHasLiked viewerCanEdit } } }`
  const statements = await statementsOf(async () => {
    const response = await backend.gql(like, {}, mira.token)
    expect(at(response, 'data.likePost.post')).toEqual({ viewerHasLiked: true, viewerCanEdit: false })
  })
  const afterCommit = statements.slice(statements.findIndex(({ text }) => text === 'commit') + 1)
  // Besides the numbering of events.
  const tables = afterCommit.flatMap(({ text }) => /"(users|posts|reactions|bookmarks|follows)"/.exec(text)?.[1] ?? [])
  expect(tables).toEqual(['reactions'])
})

test('a change takes few queries, and the row that many change is locked by one of the last', async () => {
  const backend = await openBackend(openEmptyPostgresStore)
  const [mira, noor] = [await backend.signUpUser('mira'), await backend.signUpUser('noor')]
  const id = await backend.post(noor)
  let key = 0
  const send = (field: string, user = mira) => {
    key += 1
    const mutation = `mutation { ${field.replace('{', `{ idempotencyKey: "${key}"`)} { __typename } }`
    return queriesOf(async () => {
      expect(at(await backend.gql(mutation, {}, user.token), 'errors')).toBeUndefined()
    })
  }
  // The viewer and the key of the request come first, the events last.
  const first = ['begin', 'select', 'insert']
  const last = ['insert', 'commit']
  // That the viewer sees the post was read before.
  const like = [...first, 'update', 'with', ...last]
  expect(await send(`likePost(input: { postId: "${id}" })`)).toEqual(like)
  expect(await send(`dislikePost(input: { postId: "${id}" })`)).toEqual(like)
  // The post is read with its author, unless that is the viewer.
  const bookmark = [...first, 'select', 'select', 'insert', 'update', ...last]
  expect(await send(`addBookmark(input: { postId: "${id}" })`)).toEqual(bookmark)
  const follow = ['update', 'update', 'insert', ...last]
  expect(await send(`followUser(input: { userId: "${noor.id}" })`)).toEqual([...first, ...follow])
  // The newest post, which the new one follows, is read before the key is stored.
  // After a post come its words.
  const post = ['begin', 'select', 'select', 'insert', 'insert', 'insert', 'update', ...last]
  expect(await send('createPost(input: { content: "Warp" })')).toEqual(post)
  const edit = ['select', 'update', 'with', 'insert', ...last]
  expect(await send(`editPost(input: { postId: "${id}", content: "Weft" })`, noor)).toEqual([...first, ...edit])
  expect(await send('editProfile(input: { bio: "Weaver" })')).toEqual([...first, 'update', ...last])
})
