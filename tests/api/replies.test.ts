import { beforeEach, describe, expect, test } from 'vitest'
import { openBackend, type TestBackend, type TestUser } from '../backend.ts'
import { adapters } from '../store/adapters.ts'
import { at, textAt } from '../values.ts'

const MINUTE_MS = 60_000
const start = Date.parse('2026-05-04T09:30:00Z')

const codeOf = (response: unknown) => at(response, 'errors.0.extensions.code')

describe.each(adapters)('replies ($name store)', ({ open }) => {
  let backend: TestBackend
  let ada: TestUser
  let mira: TestUser
  let postId: string

  const reply = async (user: TestUser, to: string, content: string) => {
    const response = await send(user, to, content)
    return textAt(response, 'data.createPost.postEdge.node.id')
  }
  const send = (user: TestUser, to: string, content: string) =>
    backend.gql(
      `mutation ($to: ID!, $content: String!) {
        createPost(input: { inReplyTo: $to, content: $content }) {
          postEdge { node { id isReply parent { ... on Post { id replyCount } } } }
          replyEdge { cursor node { ... on Post { content } } } viewer { postCount }
        }
      }`,
      { to, content },
      user.token,
    )
  const remove = (user: TestUser, id: string) =>
    backend.gql(
      `mutation ($id: ID!) { deletePost(input: { postId: $id }) {
        deletedPostId parent { ... on Post { replyCount } } viewer { postCount } } }`,
      { id },
      user.token,
    )
  const restore = (user: TestUser, id: string) =>
    backend.gql(
      `mutation ($id: ID!) { restorePost(input: { postId: $id }) { postEdge { node { id } } viewer { postCount } } }`,
      { id },
      user.token,
    )
  const item = '__typename ... on Post { content replyCount } ... on PostTombstone { reason replyCount }'
  const repliesTo = async (id: string) => {
    const response = await backend.gql(
      `query ($id: ID!) { post(id: $id) { replyCount replies { totalCount edges { node { ${item} } } } } }`,
      { id },
    )
    return at(response, 'data.post')
  }
  const purgeLater = async (minutes: number) => {
    backend.setClock(new Date(start + minutes * MINUTE_MS).toISOString())
    await backend.backend.runHousekeeping()
  }
  const shown = (content: string, replyCount = 0) => ({ node: { __typename: 'Post', content, replyCount } })
  const deleted = (replyCount: number) => ({ node: { __typename: 'PostTombstone', reason: 'DELETED', replyCount } })

  beforeEach(async () => {
    backend = await openBackend(open)
    ada = await backend.signUpUser('ada')
    mira = await backend.signUpUser('mira')
    postId = await backend.post(ada, 'Warp')
  })

  test('are posts with a parent, which counts them, and no part of the lists and counts of posts', async () => {
    expect(await send(mira, postId, 'Weft #linen')).toMatchObject({
      data: {
        createPost: {
          postEdge: { node: { isReply: true, parent: { id: postId, replyCount: 1 } } },
          replyEdge: { cursor: expect.any(String), node: { content: 'Weft #linen' } },
          viewer: { postCount: 0 },
        },
      },
    })
    await reply(ada, postId, 'Twill')
    expect(await repliesTo(postId)).toEqual({
      replyCount: 2,
      replies: { totalCount: 2, edges: [shown('Weft #linen'), shown('Twill')] },
    })
    const lists = await backend.gql(
      `{ posts { edges { node { content } } } trending: posts(orderBy: TRENDING) { edges { node { content } } }
         feed { edges { node { content } } }
         postsByTag(tag: "linen") { totalCount edges { node { content } } }
         userByUsername(username: "ada") { postCount posts { edges { node { content } } }
           replies { edges { node { content } } } }
         post(id: "${postId}") { isReply parent { __typename } ancestors { __typename } } }`,
      {},
      ada.token,
    )
    const [warp, linen] = [{ node: { content: 'Warp' } }, { node: { content: 'Weft #linen' } }]
    expect(lists).toEqual({
      data: {
        posts: { edges: [warp] },
        trending: { edges: [warp] },
        feed: { edges: [warp] },
        postsByTag: { totalCount: 1, edges: [linen] },
        userByUsername: {
          postCount: 1,
          posts: { edges: [warp] },
          replies: { edges: [{ node: { content: 'Twill' } }] },
        },
        post: { isReply: false, parent: null, ancestors: [] },
      },
    })
  })

  test('have the posts above them, the root first', async () => {
    let id = postId
    for (const content of ['one', 'two', 'three']) id = await reply(mira, id, content)
    const response = await backend.gql(
      `query ($id: ID!) { post(id: $id) {
        parent { ... on Post { content } } ancestors { ... on Post { content } } } }`,
      { id },
    )
    expect(at(response, 'data.post')).toEqual({
      parent: { content: 'two' },
      ancestors: [{ content: 'Warp' }, { content: 'one' }, { content: 'two' }],
    })
  })

  test('of REST are single posts only', async () => {
    const id = await reply(mira, postId, 'Weft')
    expect((await backend.rest('GET', `/posts/${id}`)).json).toMatchObject({ post: { _id: id, content: 'Weft' } })
    const liked = await backend.rest('POST', `/posts/like/${id}`, { token: ada.token })
    expect([liked.status, at(liked.json, 'posts.length')]).toEqual([201, 1])
    expect(at((await backend.rest('GET', '/posts/user/mira')).json, 'posts')).toEqual([])
  })

  test('answer only posts that are there', async () => {
    expect(codeOf(await send(mira, 'none', 'Weft'))).toBe('POST_NOT_FOUND')
    const answered = await reply(mira, postId, 'Weft')
    await remove(mira, answered)
    expect(codeOf(await send(ada, answered, 'Twill'))).toBe('POST_NOT_FOUND')
    expect(at(await repliesTo(postId), 'replyCount')).toBe(0)
  })

  test('are taken off the count of their parent when they are deleted, and come back with their place', async () => {
    const first = await reply(mira, postId, 'Weft')
    await reply(ada, postId, 'Twill')
    expect(await remove(mira, first)).toEqual({
      data: { deletePost: { deletedPostId: first, parent: { replyCount: 1 }, viewer: { postCount: 0 } } },
    })
    expect(await repliesTo(postId)).toMatchObject({ replyCount: 1, replies: { edges: [shown('Twill')] } })
    expect(await restore(mira, first)).toMatchObject({ data: { restorePost: { viewer: { postCount: 0 } } } })
    expect(await repliesTo(postId)).toMatchObject({
      replyCount: 2,
      replies: { edges: [shown('Weft'), shown('Twill')] },
    })
  })

  test('leave a tombstone if they are deleted and answered, until the last answer is deleted', async () => {
    const middle = await reply(mira, postId, 'Weft')
    const leaf = await reply(ada, middle, 'Twill')
    await remove(mira, middle)
    expect(await repliesTo(postId)).toMatchObject({ replyCount: 0, replies: { edges: [deleted(1)] } })
    await purgeLater(11)
    expect(await repliesTo(postId)).toMatchObject({ replyCount: 0, replies: { edges: [deleted(1)] } })
    const above = await backend.gql(
      `{ post(id: "${leaf}") { parent { ${item} } ancestors { ${item} } } gone: post(id: "${middle}") { id } }`,
    )
    expect(at(above, 'data')).toMatchObject({
      post: { ancestors: [{ content: 'Warp' }, { reason: 'DELETED' }], parent: { reason: 'DELETED' } },
      gone: null,
    })
    expect(await backend.gql(`{ userByUsername(username: "mira") { replies { edges { cursor } } } }`)).toMatchObject({
      data: { userByUsername: { replies: { edges: [] } } },
    })
    await remove(ada, leaf)
    expect(await restore(ada, leaf)).toMatchObject({ data: { restorePost: { postEdge: { node: { id: leaf } } } } })
    expect(await repliesTo(postId)).toMatchObject({ replies: { edges: [deleted(1)] } })
    await remove(ada, leaf)
    await purgeLater(22)
    expect(await repliesTo(postId)).toMatchObject({ replyCount: 0, replies: { edges: [] } })
  })

  test('stay when the account of their parent, or of their root, is deleted', async () => {
    const middle = await reply(mira, postId, 'Weft')
    const leaf = await reply(ada, middle, 'Twill')
    await backend.gql('mutation { deleteAccount(input: { username: "mira" }) { deletedUserId } }', {}, mira.token)
    await backend.backend.runHousekeeping()
    expect(await repliesTo(postId)).toMatchObject({ replyCount: 0, replies: { edges: [deleted(1)] } })
    expect(await backend.gql(`{ post(id: "${leaf}") { author { username } ancestors { ${item} } } }`)).toMatchObject({
      data: { post: { author: { username: 'ada' }, ancestors: [{ content: 'Warp' }, { reason: 'DELETED' }] } },
    })
  })

  test('of a deleted account are taken off the counts of others', async () => {
    const noor = await backend.signUpUser('noor')
    for (const content of ['one', 'two', 'three']) await reply(mira, postId, content)
    await reply(noor, postId, 'four')
    await backend.gql('mutation { deleteAccount(input: { username: "mira" }) { deletedUserId } }', {}, mira.token)
    await backend.backend.runHousekeeping()
    expect(await repliesTo(postId)).toEqual({ replyCount: 1, replies: { totalCount: 1, edges: [shown('four')] } })
    await backend.gql('mutation { deleteAccount(input: { username: "ada" }) { deletedUserId } }', {}, ada.token)
    await backend.backend.runHousekeeping()
    expect(
      await backend.gql(`{ userByUsername(username: "noor") { replies { edges { node {
      content parent { ${item} } } } } } }`),
    ).toMatchObject({
      data: { userByUsername: { replies: { edges: [{ node: { content: 'four', parent: { reason: 'DELETED' } } }] } } },
    })
  })

  test('with a picture or video are among the media of their author', async () => {
    const media = '{ url: "https://weft.example/a.png", type: IMAGE }'
    for (const parent of ['', `inReplyTo: "${postId}",`])
      await backend.gql(
        `mutation { createPost(input: { ${parent} content: "${parent ? 'reply' : 'post'}", media: ${media} }) {
        viewer { id } } }`,
        {},
        mira.token,
      )
    await reply(mira, postId, 'Weft')
    const response = await backend.gql(
      '{ userByUsername(username: "mira") { mediaPosts { edges { node { content } } } } }',
    )
    expect(at(response, 'data.userByUsername.mediaPosts.edges')).toEqual([
      { node: { content: 'reply' } },
      { node: { content: 'post' } },
    ])
  })

  test('with an idempotency key are created once', async () => {
    const create = () =>
      backend.gql(
        `mutation { createPost(input: { inReplyTo: "${postId}", idempotencyKey: "k" }) { replyEdge { cursor } } }`,
        {},
        mira.token,
      )
    expect(await create()).toEqual(await create())
    expect(at(await repliesTo(postId), 'replyCount')).toBe(1)
  })

  test('are published with the count of their parent, to whoever asks for the parent', async () => {
    const fields = `__typename ... on ReplyCreation { replyEdge { node { ... on Post { content } } } }
      ... on UserChange { user { id } } ... on PostChange { post { id replyCount } } ... on PostCreation { postEdge { node { content } } }`
    const ofParent = await backend.subscribe(`subscription { changes(ids: ["${postId}"]) { ${fields} } }`)
    const ofOther = await backend.subscribe(`subscription { changes(ids: ["${mira.id}"]) { ${fields} } }`)
    await reply(mira, postId, 'Weft')
    const changes = [await ofParent.next(), await ofParent.next()]
    expect(changes.map((change) => at(change, 'data.changes'))).toEqual([
      { __typename: 'PostChange', post: { id: postId, replyCount: 1 } },
      { __typename: 'ReplyCreation', replyEdge: { node: { content: 'Weft' } } },
    ])
    await backend.gql('mutation { editProfile(input: { bio: "Weaver" }) { viewer { id } } }', {}, mira.token)
    expect(at(await ofOther.next(), 'data.changes.__typename')).toBe('UserChange')
    await ofParent.end()
    await ofOther.end()
  })
})
