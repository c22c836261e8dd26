/** Two users who talk to each other, each at a process of their own. */

import { expect, inject, it, onTestFinished } from 'vitest'
import { readResults } from '../../src/backend/graphqlOverHttp.ts'
import { at, listAt, textAt } from '../values.ts'
import { createPostgresDatabase } from './databases.ts'
import { launchServer, signUp, type ServerProcess } from './serverProcess.ts'

interface Person {
  server: ServerProcess
  token: string
}

async function gql({ server, token }: Person, query: string, variables: Record<string, unknown> = {}) {
  const { json } = await server.send('POST', '/graphql', { token, body: { query, variables } })
  expect(json).not.toHaveProperty('errors')
  return json
}

const create = `mutation ($input: CreatePostInput!) { createPost(input: $input) { postEdge { node { id } } } }`

async function write(person: Person, content: string, inReplyTo?: string): Promise<string> {
  return textAt(await gql(person, create, { input: { content, inReplyTo } }), 'data.createPost.postEdge.node.id')
}

/** Returns a function that returns what the next event of a notification has. */
async function followNotifications({ server, token }: Person) {
  const aborted = new AbortController()
  onTestFinished(() => aborted.abort())
  const query = `subscription { changes { ... on NotificationChange {
    unreadNotificationCount notification { kind actors { username } post { id } }
  } } }`
  const response = await server.fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization: token },
    body: JSON.stringify({ query }),
    signal: aborted.signal,
  })
  const results = readResults(response, () => {})
  return async () => {
    for (;;) {
      const { value, done } = await results.next()
      if (done) throw new Error('The stream has ended.')
      const change = at(value, 'data.changes')
      const unread = at(change, 'unreadNotificationCount')
      if (unread === undefined) continue
      const kind = at(change, 'notification.kind')
      return [unread, kind, at(change, 'notification.actors.0.username'), at(change, 'notification.post.id')]
    }
  }
}

it.runIf(inject('postgresUrl'))(
  'users at two processes are told of each other, at once and nobody else, and find what they wrote',
  async () => {
    const setup = { env: { DATABASE_URL: await createPostgresDatabase(), RATE_LIMITS: 'off' } }
    const launch = async () => {
      const server = await launchServer(setup)
      onTestFinished(server.kill)
      return server
    }
    const [one, other] = [await launch(), await launch()]
    const ada = { server: one, token: await signUp(one, 'ada') }
    const ben = { server: other, token: await signUp(other, 'ben') }
    const [nextOfAda, nextOfBen] = [await followNotifications(ada), await followNotifications(ben)]

    const postId = await write(ada, 'Who has a loom to lend?')
    const replyId = await write(ben, 'I have, from my aunt.', postId)
    expect(await nextOfAda()).toEqual([1, 'REPLY', 'ben', replyId])
    const answerId = await write(ada, 'Thank you @ben, when may I fetch the shuttles?', replyId)
    // The first event of Ben's stream: nobody told him of Ada's post, nor of his own reply.
    expect(await nextOfBen()).toEqual([1, 'REPLY', 'ada', answerId])
    const mentionId = await write(ada, 'Thank you @ben!', postId)
    expect(await nextOfBen()).toEqual([2, 'MENTION', 'ada', mentionId])

    const found = await gql(
      ben,
      '{ searchPosts(text: "SHUTTLES ben") { edges { node { id parent { ... on Post { id } } } } } }',
    )
    expect(listAt(found, 'data.searchPosts.edges')).toEqual([{ node: { id: answerId, parent: { id: replyId } } }])
    const suggested = await gql(ada, '{ mentionSuggestions(prefix: "Be") { username } }')
    expect(listAt(suggested, 'data.mentionSuggestions')).toEqual([{ username: 'ben' }])
  },
)
