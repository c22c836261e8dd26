/** A second backend over the database of this origin. bundle.ts makes one script of it for a page. */

import { parse } from 'graphql'
import { broadcastTarget, createBackend, openIndexedDbStore } from '../../../resolvers/browser/index.ts'
import { act, type Answer, type Ask, type Known, type Member, type Outcome, type Part } from './actor.ts'

export interface BackendInPage {
  logIn(username: string, password: string): Promise<Member>
  ask: Ask
  /** Plays a part on this backend, or over HTTP through the service worker. */
  act(part: Part, through: 'page' | 'worker'): Promise<Outcome[]>
}

declare global {
  var backendInPage: Promise<BackendInPage>
}

globalThis.backendInPage = open()

async function open(): Promise<BackendInPage> {
  const report = (fault: unknown) => console.error(fault)
  const store = await openIndexedDbStore()
  const events = broadcastTarget()
  const backend = createBackend({ store, events, report })
  const ask: Ask = async (query, variables, token) =>
    answerOf(
      await backend.execute({
        document: parse(query),
        variables,
        context: backend.context({ authorization: token }),
      }),
    )
  const addFile = (token: string) => backend.addFile({ authorization: token }, picture)

  const known = await ask(
    '{ posts(first: 100) { edges { node { id author { id } } } } users(first: 100) { edges { node { id } } } }',
    {},
    '',
  )
  const posts: Known[] = nodesIn(known.data, 'posts').map(knownOf)
  const everyone = nodesIn(known.data, 'users').map(({ id }) => String(id))

  const addNewPosts = async () => {
    const document = parse('subscription { postCreated { node { id author { id } } } }')
    const results = await backend.subscribe({ document, context: backend.context({ authorization: null }) })
    if (!(Symbol.asyncIterator in results)) throw new Error('The subscription was refused.')
    for await (const { data } of results) posts.push(knownOf(Object(data).postCreated.node))
  }
  void addNewPosts()

  return {
    async logIn(username, password) {
      const { data } = await ask(
        'mutation ($input: LogInInput!) { logIn(input: $input) { token user { id } } }',
        { input: { username, password } },
        '',
      )
      const { token, user } = Object(data).logIn
      return { id: user.id, token }
    },
    ask,
    act: (part, through) =>
      act(part, {
        posts,
        everyone,
        ...(through === 'page' ? { ask, addFile } : { ask: askWorker, addFile: addFileThroughWorker }),
      }),
  }
}

const picture = new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])])

const askWorker: Ask = async (query, variables, authorization) => {
  const headers = { authorization, 'content-type': 'application/json' }
  const response = await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
  return answerOf(await response.json())
}

async function addFileThroughWorker(authorization: string): Promise<string> {
  const response = await fetch('/media', { method: 'POST', headers: { authorization }, body: picture })
  const { url } = await response.json()
  return url
}

interface Result {
  data?: unknown
  errors?: readonly { message: string; extensions?: { [name: string]: unknown } }[]
}

function answerOf({ data, errors: [error] = [] }: Result): Answer {
  const code = error?.extensions?.['code'] ?? error?.message
  return { data, refused: typeof code === 'string' ? code : null }
}

function nodesIn(data: unknown, list: string): Record<string, unknown>[] {
  return Object(data)[list].edges.map(({ node }: { node: Record<string, unknown> }) => node)
}

function knownOf({ id, author }: Record<string, unknown>): Known {
  return { id: String(id), authorId: String(Object(author).id) }
}
