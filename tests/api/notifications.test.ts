import { beforeEach, describe, expect, test } from 'vitest'
import { openBackend, passwordInput, type TestBackend, type TestUser } from '../backend.ts'
import { adapters } from '../store/adapters.ts'
import { idAt } from '../../resolvers/lib/ids.ts'
import { at, listAt, textAt } from '../values.ts'

const start = Date.parse('2026-05-04T09:30:00Z')
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

describe.each(adapters)('notifications ($name store)', ({ open }) => {
  let backend: TestBackend
  let ada: TestUser
  let mira: TestUser
  let noor: TestUser
  let postId: string
  let now = start

  const later = (ms: number) => {
    now += ms
    backend.setClock(new Date(now).toISOString())
  }
  const gql = async (user: TestUser, document: string, variables = {}) => {
    const response = await backend.gql(document, variables, user.token)
    expect(response).not.toHaveProperty('errors')
    return response
  }
  const update = async () => {
    await backend.backend.updateNotifications()
    expect(backend.reportedErrors).toEqual([])
  }
  const inboxOf = async (user: TestUser, args = '') => {
    await update()
    const response = await gql(
      user,
      `{ unreadNotificationCount notifications${args} { edges { node {
        kind isRead actorCount actors { username } post { content } updatedAt } } } }`,
    )
    return {
      unread: at(response, 'data.unreadNotificationCount'),
      rows: listAt(response, 'data.notifications.edges').map((edge) => {
        const node = (path: string) => at(edge, `node.${path}`)
        const actors = listAt(edge, 'node.actors').map((actor) => textAt(actor, 'username'))
        const subject = node('post') === null ? undefined : node('post.content')
        const state = node('isRead') ? 'read' : undefined
        return [node('kind'), actors.join(' '), node('actorCount'), subject, state].filter((part) => part !== undefined)
      }),
    }
  }
  const like = (user: TestUser, id = postId) => backend.rest('POST', `/posts/like/${id}`, { token: user.token })
  const dislike = (user: TestUser, id = postId) => backend.rest('POST', `/posts/dislike/${id}`, { token: user.token })
  const follow = (user: TestUser, other: TestUser, call = 'follow') =>
    backend.rest('POST', `/users/${call}/${other.id}`, { token: user.token })
  const write = async (user: TestUser, content: string, inReplyTo: string | null = null) =>
    textAt(
      await gql(
        user,
        `mutation ($input: CreatePostInput!) { createPost(input: $input) { postEdge { node { id } } } }`,
        { input: { content, inReplyTo } },
      ),
      'data.createPost.postEdge.node.id',
    )
  const edit = (user: TestUser, id: string, content: string) =>
    gql(user, 'mutation ($input: EditPostInput!) { editPost(input: $input) { post { id } } }', {
      input: { postId: id, content },
    })
  const change = (user: TestUser, call: 'deletePost' | 'restorePost', id: string) =>
    gql(user, `mutation ($id: ID!) { ${call}(input: { postId: $id }) { viewer { id } } }`, { id })

  beforeEach(async () => {
    now = start
    backend = await openBackend(open)
    ada = await backend.signUpUser('ada')
    mira = await backend.signUpUser('mira')
    noor = await backend.signUpUser('noor')
    postId = await backend.post(ada, 'Warp')
  })

  test('tell of likes, replies, mentions and follows, the latest first, and never of own acts', async () => {
    await like(mira)
    later(MINUTE_MS)
    await write(mira, 'Weft', postId)
    later(MINUTE_MS)
    await write(noor, 'For @ada and @ada, by @noor')
    later(MINUTE_MS)
    await follow(noor, ada)
    await like(ada)
    await write(ada, '@ada', postId)
    expect(await inboxOf(ada)).toEqual({
      unread: 4,
      rows: [
        ['FOLLOW', 'noor', 1],
        ['MENTION', 'noor', 1, 'For @ada and @ada, by @noor'],
        ['REPLY', 'mira', 1, 'Weft'],
        ['LIKE', 'mira', 1, 'Warp'],
      ],
    })
    expect(await inboxOf(ada, '(kinds: [LIKE, MENTION], first: 1)')).toMatchObject({
      rows: [['MENTION', 'noor', 1, expect.anything()]],
    })
    expect((await inboxOf(mira)).rows).toEqual([])
  })

  test('of a reply that mentions its reader is a reply', async () => {
    await write(mira, '@ada @noor Weft', postId)
    expect((await inboxOf(ada)).rows).toEqual([['REPLY', 'mira', 1, '@ada @noor Weft']])
    expect((await inboxOf(noor)).rows).toEqual([['MENTION', 'mira', 1, '@ada @noor Weft']])
  })

  test('of the likes of a post, and of follows, are one for each day', async () => {
    await like(mira)
    await follow(mira, ada)
    await inboxOf(ada)
    later(MINUTE_MS)
    await like(noor)
    await follow(noor, ada)
    expect((await inboxOf(ada)).rows).toEqual([
      ['FOLLOW', 'noor mira', 2],
      ['LIKE', 'noor mira', 2, 'Warp'],
    ])
    later(DAY_MS)
    const ben = await backend.signUpUser('ben')
    await like(ben)
    expect((await inboxOf(ada)).rows).toEqual([
      ['LIKE', 'ben', 1, 'Warp'],
      ['FOLLOW', 'noor mira', 2],
      ['LIKE', 'noor mira', 2, 'Warp'],
    ])
  })

  test('name four users at most, and count all', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      later(1)
      await like(await backend.signUpUser(name))
    }
    expect((await inboxOf(ada)).rows).toEqual([['LIKE', 'e d c b', 5, 'Warp']])
  })

  test('are taken back when the act is undone', async () => {
    const reply = await write(mira, 'Weft', postId)
    const mention = await write(mira, '@ada')
    await like(mira)
    await like(noor)
    await follow(mira, ada)
    expect((await inboxOf(ada)).rows).toHaveLength(4)
    await change(mira, 'deletePost', reply)
    await edit(mira, mention, 'ada')
    await dislike(mira)
    await follow(mira, ada, 'unfollow')
    expect(await inboxOf(ada)).toEqual({ unread: 1, rows: [['LIKE', 'noor', 1, 'Warp']] })
    await dislike(noor)
    expect((await inboxOf(ada)).rows).toEqual([])
    await change(mira, 'restorePost', reply)
    expect((await inboxOf(ada)).rows).toEqual([['REPLY', 'mira', 1, 'Weft']])
  })

  test('go with the post, and with the account of whoever acted', async () => {
    await like(mira)
    await write(noor, 'Weft', postId)
    await follow(mira, ada)
    expect((await inboxOf(ada)).rows).toHaveLength(3)
    await gql(mira, 'mutation { deleteAccount(input: { username: "mira" }) { deletedUserId } }')
    expect((await inboxOf(ada)).rows).toEqual([['REPLY', 'noor', 1, 'Weft']])
    await change(ada, 'deletePost', postId)
    expect((await inboxOf(ada)).rows).toEqual([['REPLY', 'noor', 1, 'Weft']])
    await gql(ada, 'mutation { deleteAccount(input: { username: "ada" }) { deletedUserId } }')
    await update()
    expect((await backend.store.read.notifications.page('byUser', { of: ada.id, limit: 9 })).length).toBe(0)
  })

  test('are read one by one or all, and unread again after another act', async () => {
    await like(mira)
    await follow(mira, ada)
    await inboxOf(ada)
    const ids = listAt(await gql(ada, '{ notifications { edges { node { id } } } }'), 'data.notifications.edges').map(
      (edge) => textAt(edge, 'node.id'),
    )
    const mark = (user: TestUser, some: string[] | null) =>
      gql(
        user,
        `mutation ($ids: [ID!]) { markNotificationsRead(input: { ids: $ids }) {
          unreadNotificationCount notifications { id isRead } } }`,
        { ids: some },
      )
    expect(at(await mark(mira, ids), 'data.markNotificationsRead')).toEqual({
      unreadNotificationCount: 0,
      notifications: [],
    })
    expect(at(await mark(ada, ids.slice(0, 1)), 'data.markNotificationsRead')).toEqual({
      unreadNotificationCount: 1,
      notifications: [{ id: ids[0], isRead: true }],
    })
    expect(at(await mark(ada, null), 'data.markNotificationsRead.unreadNotificationCount')).toBe(0)
    later(MINUTE_MS)
    await like(noor)
    expect(await inboxOf(ada)).toEqual({
      unread: 1,
      rows: [
        ['LIKE', 'noor mira', 2, 'Warp'],
        ['FOLLOW', 'mira', 1, 'read'],
      ],
    })
  })

  test('are nodes of their reader alone', async () => {
    await like(mira)
    await inboxOf(ada)
    const [edge] = listAt(await gql(ada, '{ notifications { edges { node { id } } } }'), 'data.notifications.edges')
    const id = textAt(edge, 'node.id')
    const node = (user: TestUser | null) =>
      backend.gql('query ($id: ID!) { node(id: $id) { __typename id } }', { id }, user?.token ?? null)
    expect(await node(ada)).toEqual({ data: { node: { __typename: 'Notification', id } } })
    expect(await node(mira)).toEqual({ data: { node: null } })
    expect(await node(null)).toEqual({ data: { node: null } })
  })

  test('can be switched off by kind', async () => {
    const set = (kinds: string[]) =>
      gql(
        ada,
        `mutation ($kinds: [NotificationKind!]!) { setNotificationKinds(input: { kinds: $kinds }) { notificationKinds } }`,
        { kinds },
      )
    expect(at(await gql(ada, '{ notificationKinds }'), 'data.notificationKinds')).toEqual([
      'LIKE',
      'REPLY',
      'MENTION',
      'FOLLOW',
    ])
    expect(at(await set(['REPLY', 'FOLLOW']), 'data.setNotificationKinds.notificationKinds')).toEqual([
      'REPLY',
      'FOLLOW',
    ])
    await like(mira)
    await follow(mira, ada)
    expect((await inboxOf(ada)).rows).toEqual([['FOLLOW', 'mira', 1]])
    await set(['LIKE'])
    later(MINUTE_MS)
    await like(noor)
    expect((await inboxOf(ada)).rows).toEqual([
      ['LIKE', 'noor mira', 2, 'Warp'],
      ['FOLLOW', 'mira', 1],
    ])
  })

  test('are not made of what happened long ago, and are kept for 90 days', async () => {
    await like(mira)
    await inboxOf(ada)
    later(89 * DAY_MS)
    const { json } = await backend.rest('POST', '/auth/login', { body: { username: 'ada', ...passwordInput('ada') } })
    ada = { ...ada, token: textAt(json, 'encodedToken') }
    await edit(ada, postId, 'Warp and weft')
    expect((await inboxOf(ada)).rows).toEqual([['LIKE', 'mira', 1, 'Warp and weft']])
    later(2 * DAY_MS)
    await backend.backend.runHousekeeping()
    await edit(ada, postId, 'Warp')
    expect((await inboxOf(ada)).rows).toEqual([])
  })

  test('of a kind that is switched off are not unread again, and count on', async () => {
    await like(mira)
    await inboxOf(ada)
    await gql(ada, 'mutation { markNotificationsRead { unreadNotificationCount } }')
    await gql(ada, 'mutation { setNotificationKinds(input: { kinds: [REPLY] }) { notificationKinds } }')
    later(MINUTE_MS)
    await like(noor)
    expect(await inboxOf(ada)).toEqual({ unread: 0, rows: [['LIKE', 'noor mira', 2, 'Warp', 'read']] })
  })

  test('come back with a restored post or reply, also of what happened hours ago', async () => {
    await like(mira)
    later(MINUTE_MS)
    const replyId = await write(mira, 'Nettle', postId)
    const before = await inboxOf(ada)
    later(5 * MINUTE_MS)
    await change(mira, 'deletePost', replyId)
    expect((await inboxOf(ada)).rows).toEqual([['LIKE', 'mira', 1, 'Warp']])
    later(5 * MINUTE_MS)
    await change(mira, 'restorePost', replyId)
    expect(await inboxOf(ada)).toEqual(before)
    later(2 * 60 * MINUTE_MS)
    await change(ada, 'deletePost', postId)
    expect((await inboxOf(ada)).rows).toEqual([['REPLY', 'mira', 1, 'Nettle']])
    await change(ada, 'restorePost', postId)
    expect((await inboxOf(ada)).rows).toEqual(before.rows)
  })

  test('are kept up to 1,000 for each user', async () => {
    const old = Array.from({ length: 1000 }, (_, index) => ({
      id: idAt(start - DAY_MS + index, () => 0.5),
      userId: ada.id,
      kind: 'follow' as const,
      subject: `follow ${index}`,
      postId: null,
      actorCount: 1,
      updatedAt: start - DAY_MS + index,
      readAt: null,
    }))
    await update()
    await backend.store.transaction(async (tx) => {
      for (const row of old) await tx.notifications.insertIfNew(row)
    })
    await like(mira)
    expect((await inboxOf(ada, '(first: 1)')).rows).toEqual([['LIKE', 'mira', 1, 'Warp']])
    expect(await backend.store.read.notifications.count('byUser', { of: ada.id })).toBe(1000)
    const [oldest] = await backend.store.read.notifications.page('byUser', {
      of: ada.id,
      limit: 1,
      direction: 'ascending',
    })
    expect(oldest?.row.subject).toBe('follow 1')
  })

  test('of a deleted post are left out before their rows are removed', async () => {
    await like(mira)
    const replyId = await write(mira, '@ada Nettle')
    expect((await inboxOf(ada)).rows).toHaveLength(2)
    const ids = listAt(await gql(ada, '{ notifications { edges { node { id } } } }'), 'data.notifications.edges')
    await change(mira, 'deletePost', replyId)
    const left = await gql(ada, '{ notifications { edges { node { kind actors { username } } } } }')
    expect(listAt(left, 'data.notifications.edges').map((edge) => at(edge, 'node.kind'))).toEqual(['LIKE'])
    const nodes = await gql(ada, 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      ids: ids.map((edge) => textAt(edge, 'node.id')),
    })
    expect(listAt(nodes, 'data.nodes')).toHaveLength(2)
  })

  test('of an old reply are not made by its edit', async () => {
    await gql(ada, 'mutation { setNotificationKinds(input: { kinds: [] }) { notificationKinds } }')
    const replyId = await write(mira, 'Nettle', postId)
    await update()
    await gql(ada, 'mutation { setNotificationKinds(input: { kinds: [REPLY] }) { notificationKinds } }')
    later(2 * 60 * MINUTE_MS)
    await edit(mira, replyId, 'Nettles')
    expect((await inboxOf(ada)).rows).toEqual([])
  })

  test('are published to their reader alone', async () => {
    const fields = '... on NotificationChange { unreadNotificationCount notification { kind post { content } } }'
    const own = await backend.subscribe(`subscription { changes { ${fields} } }`, ada.token)
    const other = await backend.subscribe(
      `subscription { changes { ${fields} ... on ReactionChange { post { id } } } }`,
      mira.token,
    )
    await like(mira)
    await update()
    expect(await own.next()).toEqual({
      data: { changes: { unreadNotificationCount: 1, notification: { kind: 'LIKE', post: { content: 'Warp' } } } },
    })
    expect(await other.next()).toEqual({ data: { changes: { post: { id: postId } } } })
    await dislike(mira)
    await update()
    expect(await other.next()).toEqual({ data: { changes: { post: { id: postId } } } })
    await own.end()
    await other.end()
  })

  test('need a signed-in reader', async () => {
    for (const field of ['notifications { edges { cursor } }', 'unreadNotificationCount', 'notificationKinds'])
      expect(at(await backend.gql(`{ ${field} }`), 'errors.0.extensions.code')).toBe('TOKEN_INVALID')
    expect(
      at(
        await backend.gql('mutation { markNotificationsRead { unreadNotificationCount } }'),
        'errors.0.extensions.code',
      ),
    ).toBe('TOKEN_INVALID')
  })
})
