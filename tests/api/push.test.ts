import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createPush, type PushResult } from '../../server/push/push.ts'
import { openBackend, type TestBackend, type TestUser } from '../backend.ts'
import { startPushService, type Device, type PushService } from '../pushService.ts'
import { adapters } from '../store/adapters.ts'
import { textAt } from '../values.ts'

const start = Date.parse('2026-05-04T09:30:00Z')
const DAY_MS = 24 * 60 * 60_000
const contact = 'mailto:admin@weft.example'

describe.each(adapters)('push ($name store)', ({ open }) => {
  let service: PushService
  let backend: TestBackend
  let ada: TestUser
  let mira: TestUser
  let noor: TestUser
  let postId: string
  let results: PushResult[]
  let failures: unknown[]

  const call = async (user: TestUser | null, document: string, variables = {}) =>
    backend.gql(document, variables, user?.token ?? null)
  const add = (user: TestUser, input: Device) =>
    call(user, 'mutation ($input: AddPushSubscriptionInput!) { addPushSubscription(input: $input) { endpoint } }', {
      input,
    })
  const remove = (user: TestUser, { endpoint }: Device) =>
    call(
      user,
      'mutation ($input: RemovePushSubscriptionInput!) { removePushSubscription(input: $input) { endpoint } }',
      { input: { endpoint } },
    )
  const has = (user: TestUser, { endpoint }: Device) =>
    call(user, 'query ($endpoint: String!) { hasPushSubscription(endpoint: $endpoint) }', { endpoint })
  const subscribed = async (user: TestUser, status?: number) => {
    const device = service.newDevice(status)
    expect(await add(user, device)).toEqual({ data: { addPushSubscription: { endpoint: device.endpoint } } })
    return device
  }
  const like = (user: TestUser, id = postId) => backend.rest('POST', `/posts/like/${id}`, { token: user.token })
  const write = async (user: TestUser, content: string, inReplyTo: string | null = null) =>
    textAt(
      await call(
        user,
        'mutation ($input: CreatePostInput!) { createPost(input: $input) { postEdge { node { id } } } }',
        { input: { content, inReplyTo } },
      ),
      'data.createPost.postEdge.node.id',
    )
  const update = () => backend.backend.updateNotifications()
  /** Waits until so many messages have an outcome. */
  const outcomes = async (count: number) => {
    await expect.poll(() => results).toHaveLength(count)
    expect(backend.reportedErrors).toEqual([])
    return results
  }
  const endpointsOf = async (user: TestUser) => {
    const page = await backend.store.read.pushSubscriptions.page('byUser', { of: user.id, limit: 100 })
    return page.map(({ row }) => row.endpoint)
  }

  beforeEach(async () => {
    service = await startPushService()
    // What a test does not wait for must not reach the next one.
    const own = { results: new Array<PushResult>(), failures: new Array<unknown>() }
    ;({ results, failures } = own)
    const stopped = new AbortController()
    onTestFinished(() => stopped.abort())
    const opened = await openBackend(open, {
      createPush: (store, clock) =>
        createPush({
          store,
          clock,
          contact,
          endpoints: 'any',
          signal: stopped.signal,
          onResult: (result) => own.results.push(result),
          onFailure: (error) => own.failures.push(error),
          report: (error) => opened.reportedErrors.push(error),
        }),
    })
    backend = opened
    ada = await backend.signUpUser('ada', { firstname: 'Ada', lastname: 'Okafor' })
    mira = await backend.signUpUser('mira', { firstname: 'Mira', lastname: 'Sand' })
    noor = await backend.signUpUser('noor', { firstname: 'Noor', lastname: 'Haddad' })
    postId = await backend.post(ada, 'Warp')
  })

  test('reaches a device as push services require it, encrypted and signed with the key of the host', async () => {
    const device = await subscribed(ada)
    await like(mira)
    await update()
    const push = await service.next()
    expect(push.device).toEqual(device)
    expect(push.message).toEqual({
      title: '\u2068Mira Sand\u2069 liked your post',
      body: 'Warp',
      path: expect.stringMatching(`^/post/${postId}[?]notification=`),
      tag: `like ${postId} 2026-05-04`,
    })
    expect(await call(null, '{ pushPublicKey }')).toEqual({ data: { pushPublicKey: push.publicKey } })
    expect(push.claims).toMatchObject({ aud: service.origin, sub: contact })
    expect(push.headers.get('ttl')).toBe('86400')
    expect(push.headers.get('urgency')).toBe('normal')
    expect(push.headers.get('topic')).toMatch(/^[\w-]{32}$/)
    expect(await outcomes(1)).toEqual(['sent'])
  })

  test('tells of replies, mentions and followers, with the text and the page that they lead to', async () => {
    await subscribed(ada)
    const replyId = await write(mira, 'Weft\n\nand warp', postId)
    await update()
    expect((await service.next()).message).toMatchObject({
      title: '\u2068Mira Sand\u2069 replied to your post',
      body: 'Weft and warp',
      path: expect.stringMatching(`^/post/${replyId}[?]notification=`),
    })
    await write(noor, 'For @ada')
    await update()
    expect((await service.next()).message).toMatchObject({
      title: '\u2068Noor Haddad\u2069 mentioned you',
      body: 'For @ada',
    })
    await backend.rest('POST', `/users/follow/${ada.id}`, { token: noor.token })
    await update()
    expect((await service.next()).message).toMatchObject({
      title: '\u2068Noor Haddad\u2069 followed you',
      body: '',
      path: expect.stringMatching(`^/userprofile/${noor.id}[?]notification=`),
    })
  })

  test('goes to each device of the recipient once, and to no other user', async () => {
    const devices = [await subscribed(ada), await subscribed(ada)]
    await subscribed(mira)
    await like(mira)
    await update()
    await update()
    const pushes = [await service.next(), await service.next()]
    expect(new Set(pushes.map(({ device }) => device.endpoint))).toEqual(
      new Set(devices.map(({ endpoint }) => endpoint)),
    )
    expect(await outcomes(2)).toEqual(['sent', 'sent'])
    expect(service.requestCount).toBe(2)
  })

  test('of the likes of a day replaces the one before, as their number doubles or once it was read', async () => {
    await subscribed(ada)
    const likers = [mira, noor]
    for (let number = 3; number <= 5; number += 1) likers.push(await backend.signUpUser(`user ${number}`))
    const titles: string[] = []
    const tags = new Set<string>()
    const likeAndUpdate = async (liker: TestUser) => {
      await like(liker)
      await update()
    }
    const receive = async () => {
      const { message } = await service.next()
      titles.push(textAt(message, 'title').replace(/\u2068.*\u2069/, '…'))
      tags.add(textAt(message, 'tag'))
    }
    for (const [index, liker] of likers.slice(0, 4).entries()) {
      await likeAndUpdate(liker)
      if (index !== 2) await receive()
    }
    await call(ada, 'mutation { markNotificationsRead { unreadNotificationCount } }')
    for (const liker of likers.slice(4)) await likeAndUpdate(liker)
    await receive()
    expect(titles).toEqual([
      '… liked your post',
      '… and 1 other liked your post',
      '… and 3 others liked your post',
      '… and 4 others liked your post',
    ])
    expect(tags.size).toBe(1)
    expect(await outcomes(4)).toHaveLength(service.requestCount)
  })

  test('has nothing of a post that was hidden before it is sent', async () => {
    await subscribed(ada)
    const replyId = await write(mira, 'Hush', postId)
    await backend.store.transaction((tx) => tx.posts.patch(replyId, { set: { state: 'hidden' } }))
    await update()
    await like(noor)
    await update()
    expect((await service.next()).message).toMatchObject({ body: 'Warp' })
    expect(service.requestCount).toBe(1)
  })

  test('has nothing of a kind that is switched off, although its notification is there', async () => {
    await subscribed(ada)
    await like(mira)
    await update()
    await service.next()
    await call(ada, 'mutation { setNotificationKinds(input: { kinds: [FOLLOW] }) { notificationKinds } }')
    await like(noor)
    await update()
    await backend.rest('POST', `/users/follow/${ada.id}`, { token: noor.token })
    await update()
    expect((await service.next()).message).toMatchObject({ title: '\u2068Noor Haddad\u2069 followed you' })
    expect(service.requestCount).toBe(2)
  })

  test.each([404, 410])('ends for a device of which the push service says %i', async (status) => {
    const device = await subscribed(ada, status)
    await like(mira)
    await update()
    expect(await outcomes(1)).toEqual(['gone'])
    await expect.poll(() => endpointsOf(ada)).toEqual([])
    expect(await has(ada, device)).toEqual({ data: { hasPushSubscription: false } })
  })

  test('that a push service refuses is not sent again, and the device stays', async () => {
    const device = await subscribed(ada, 503)
    await like(mira)
    await update()
    expect(await outcomes(1)).toEqual(['failed'])
    expect(failures).toEqual([expect.objectContaining({ code: 503 })])
    expect(JSON.stringify(failures)).not.toContain(device.endpoint)
    expect(service.requestCount).toBe(1)
    expect(await has(ada, device)).toEqual({ data: { hasPushSubscription: true } })
  })

  test('that finds no push service is a failure', async () => {
    const device = service.newDevice()
    await add(ada, { ...device, endpoint: 'http://127.0.0.1:1/push' })
    await like(mira)
    await update()
    expect(await outcomes(1)).toEqual(['failed'])
    expect(failures).toEqual([expect.objectContaining({ code: 'ECONNREFUSED' })])
  })

  describe('ends with the session', () => {
    test('when the device is removed at log-out', async () => {
      const [device, other] = [await subscribed(ada), await subscribed(ada)]
      await remove(mira, device)
      expect(await has(ada, device)).toEqual({ data: { hasPushSubscription: true } })
      await remove(ada, device)
      await remove(ada, device)
      expect(await endpointsOf(ada)).toEqual([other.endpoint])
    })

    test('when the user signs out everywhere, but for a device that subscribes again', async () => {
      const [device, other] = [await subscribed(ada), await subscribed(ada)]
      const response = await call(ada, 'mutation { signOutEverywhere { token } }')
      const renewed = { ...ada, token: textAt(response, 'data.signOutEverywhere.token') }
      expect(await has(renewed, device)).toEqual({ data: { hasPushSubscription: false } })
      await add(renewed, device)
      await like(mira)
      await update()
      expect((await service.next()).device).toEqual(device)
      expect((await outcomes(2)).toSorted()).toEqual(['gone', 'sent'])
      await expect.poll(() => endpointsOf(ada)).toEqual([device.endpoint])
      expect(await has(renewed, other)).toEqual({ data: { hasPushSubscription: false } })
    })

    test('when its token has expired, and housekeeping removes it', async () => {
      const device = await subscribed(ada)
      await backend.backend.runHousekeeping()
      expect(await endpointsOf(ada)).toEqual([device.endpoint])
      backend.setClock(new Date(start + 31 * DAY_MS).toISOString())
      const { json } = await backend.rest('POST', '/auth/login', {
        body: { username: 'mira', password: 'sesame mira' },
      })
      await like({ ...mira, token: textAt(json, 'encodedToken') })
      await backend.backend.runHousekeeping()
      expect(await endpointsOf(ada)).toEqual([])
      await update()
      expect(service.requestCount).toBe(0)
    })

    test('when the account is deleted', async () => {
      const device = await subscribed(ada)
      await call(ada, 'mutation { deleteAccount(input: { username: "ada" }) { deletedUserId } }')
      await backend.backend.runHousekeeping()
      const left = await backend.store.read.pushSubscriptions.page('byEndpoint', { of: device.endpoint, limit: 1 })
      expect(left).toEqual([])
    })

    test('when another user subscribes on the device', async () => {
      const device = await subscribed(ada)
      await add(mira, device)
      expect(await has(ada, device)).toEqual({ data: { hasPushSubscription: false } })
      expect(await has(mira, device)).toEqual({ data: { hasPushSubscription: true } })
    })
  })

  test('goes to the latest 20 devices of a user', async () => {
    const devices: Device[] = []
    for (let number = 0; number < 21; number += 1) {
      backend.setClock(new Date(start + number).toISOString())
      devices.push(await subscribed(ada))
    }
    expect(await endpointsOf(ada)).toEqual(
      devices
        .slice(1)
        .map(({ endpoint }) => endpoint)
        .toReversed(),
    )
  })

  test('takes no address or keys to which nothing can be sent', async () => {
    const device = service.newDevice()
    const refused: Partial<Device>[] = [
      { endpoint: '' },
      { endpoint: 'push' },
      { endpoint: 'ftp://push.example/1' },
      { endpoint: 'https://user:password@push.example/1' },
      { endpoint: `https://push.example/${'1'.repeat(1000)}` },
      { p256dh: device.auth },
      // No point of the curve.
      { p256dh: `BA${'A'.repeat(85)}` },
      { auth: '' },
      { auth: device.p256dh },
    ]
    for (const change of refused)
      expect(await add(ada, { ...device, ...change }), JSON.stringify(change)).toMatchObject({
        errors: [{ extensions: { code: 'BAD_INPUT', status: 400 } }],
      })
    expect(await endpointsOf(ada)).toEqual([])
  })

  test('needs a session', async () => {
    const nobody = { ...ada, token: '' }
    const device = service.newDevice()
    for (const response of [await add(nobody, device), await remove(nobody, device), await has(nobody, device)])
      expect(response).toMatchObject({ errors: [{ extensions: { code: 'TOKEN_INVALID' } }] })
  })

  /** What another process sends, to public addresses only. */
  const publicPush = () =>
    createPush({
      store: backend.store,
      clock: () => start,
      contact,
      endpoints: 'public',
      signal: new AbortController().signal,
      onResult: (result) => results.push(result),
      onFailure: (error) => failures.push(error),
      report: (error) => backend.reportedErrors.push(error),
    })

  test('does not go to a name that leads to an address of the own network', async () => {
    const push = await publicPush()
    const device = { ...service.newDevice(), endpoint: 'https://localhost:1/push' }
    expect(push.accepts(device)).toBe(true)
    await like(mira)
    await update()
    await add(ada, device)
    const [notification] = await backend.store.read.notifications.page('byUser', { of: ada.id, limit: 1 })
    push.deliver(notification ? [notification.row] : [])
    expect(await outcomes(1)).toEqual(['failed'])
    expect(failures).toEqual([expect.objectContaining({ code: 'ENOTPUBLIC' })])
  })

  test('has the same key in every process of a database', async () => {
    const keyOf = async () => (await publicPush()).publicKey
    const [first, second] = await Promise.all([keyOf(), keyOf()])
    expect(second).toBe(first)
    expect(await call(null, '{ pushPublicKey }')).toEqual({ data: { pushPublicKey: first } })
  })
})

describe.each(adapters)('a host without push ($name store)', ({ open }) => {
  test('has no key, and takes no device', async () => {
    const backend = await openBackend(open)
    const ada = await backend.signUpUser('ada')
    expect(await backend.gql('{ pushPublicKey }')).toEqual({ data: { pushPublicKey: null } })
    const document = `mutation { addPushSubscription(input: {
      endpoint: "https://push.example/1" p256dh: "" auth: ""
    }) { endpoint } }`
    expect(await backend.gql(document, {}, ada.token)).toMatchObject({
      errors: [{ extensions: { code: 'BAD_INPUT' } }],
    })
  })
})
