/** A server that pushes notifications, over a local push service. */

import { describe, expect, it } from 'vitest'
import { startPushService } from '../pushService.ts'
import { textAt } from '../values.ts'
import { databaseKinds } from './databases.ts'
import { signUp, startServer, type ServerCalls } from './serverProcess.ts'

const env = { PUSH_CONTACT: 'mailto:admin@weft.example', PUSH_ENDPOINTS: 'any' }

async function send(server: ServerCalls, token: string, query: string, variables = {}): Promise<unknown> {
  const { json } = await server.send('POST', '/graphql', { token, body: { query, variables } })
  expect(json).not.toHaveProperty('errors')
  return json
}

const subscribe = 'mutation ($input: AddPushSubscriptionInput!) { addPushSubscription(input: $input) { endpoint } }'
const post = 'mutation { createPost(input: { content: "Warp" }) { postEdge { node { id } } } }'
const like = 'mutation ($postId: ID!) { likePost(input: { postId: $postId }) { post { likeCount } } }'
const key = '{ pushPublicKey }'

for (const { name, isThere, isShared, create } of databaseKinds)
  describe.runIf(isThere)(`a server over ${name} that pushes notifications`, () => {
    it('sends each once, with a key that stays the same, until the session ends', async () => {
      const { folder, env: database } = await create()
      const setup = { folder, env: { ...database, ...env } }
      const service = await startPushService()
      const first = await startServer(setup)
      const ada = await signUp(first, 'ada')
      const mira = await signUp(first, 'mira')
      await send(first, ada, subscribe, { input: service.newDevice() })
      const postId = textAt(await send(first, ada, post), 'data.createPost.postEdge.node.id')
      const publicKey = textAt(await send(first, ada, key), 'data.pushPublicKey')
      if (!isShared) await first.stop('SIGTERM')
      // Over Postgres a second process runs beside the first one.
      const second = await startServer(setup)
      await send(second, mira, like, { postId })
      const push = await service.next()
      expect(push).toMatchObject({
        publicKey,
        message: { title: expect.stringMatching(/liked your post$/), body: 'Warp' },
      })

      await send(second, ada, 'mutation { signOutEverywhere { token } }')
      await send(second, await signUp(second, 'noor'), subscribe, { input: service.newDevice() })
      await send(second, mira, `mutation { createPost(input: { content: "@ada @noor" }) { viewer { id } } }`)
      expect((await service.next()).message).toMatchObject({ body: '@ada @noor' })
      expect(service.requestCount).toBe(2)
    })
  })

it('a server without an address for push services offers no push', async () => {
  const server = await startServer()
  const token = await signUp(server, 'ada')
  expect(await send(server, token, key)).toEqual({ data: { pushPublicKey: null } })
})

it('a server does not send to an address of its own network', async () => {
  const service = await startPushService()
  const server = await startServer({ env: { PUSH_CONTACT: env.PUSH_CONTACT } })
  const token = await signUp(server, 'ada')
  const { json } = await server.send('POST', '/graphql', {
    token,
    body: { query: subscribe, variables: { input: service.newDevice() } },
  })
  expect(json).toMatchObject({ errors: [{ extensions: { code: 'BAD_INPUT' } }] })
})
