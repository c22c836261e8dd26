/** A second backend over the database of this origin. bundle.ts bundles it into a script for a page. */

import { parse } from 'graphql'
import { broadcastTarget, createBackend, openIndexedDbStore } from '../../../resolvers/browser/index.ts'
import {
  makeChanges,
  type ExecuteResult,
  type Execute,
  type KnownPost,
  type SignedInUser,
  type Outcome,
  type ChangePlan,
} from './randomChanges.ts'
import { fileOf, png } from '../../mediaFiles.ts'
import { at, listAt, textAt } from '../../values.ts'

export interface BackendInPage {
  logIn(username: string, password: string): Promise<SignedInUser>
  execute: Execute
  /** Makes random changes with this backend, or over HTTP with the service worker's. */
  makeChanges(plan: ChangePlan, via: 'page' | 'worker'): Promise<Outcome[]>
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
  const execute: Execute = async (query, variables, token) =>
    resultOf(
      await backend.execute({
        document: parse(query),
        variables,
        context: backend.context({ authorization: token }),
      }),
    )
  const addFile = (token: string) => backend.addFile({ authorization: token }, picture)

  const known = await execute(
    '{ posts(first: 100) { edges { node { id author { id } } } } users(first: 100) { edges { node { id } } } }',
    {},
    '',
  )
  const posts: KnownPost[] = nodesIn(known.data, 'posts').map(knownPostOf)
  const userIds = nodesIn(known.data, 'users').map((user) => textAt(user, 'id'))

  const addNewPosts = async () => {
    const document = parse(
      'subscription { changes { ... on PostCreation { postEdge { node { id author { id } } } } } }',
    )
    const results = await backend.subscribe({ document, context: backend.context({ authorization: null }) })
    if (!(Symbol.asyncIterator in results)) throw new Error('The subscription was refused.')
    for await (const { data } of results) posts.push(knownPostOf(at(data, 'changes.postEdge.node')))
  }
  void addNewPosts()

  return {
    async logIn(username, password) {
      const { data } = await execute(
        'mutation ($input: LogInInput!) { logIn(input: $input) { token user { id } } }',
        { input: { username, password } },
        '',
      )
      return { id: textAt(data, 'logIn.user.id'), token: textAt(data, 'logIn.token') }
    },
    execute,
    makeChanges: (plan, via) =>
      makeChanges(plan, {
        posts,
        userIds,
        ...(via === 'page' ? { execute, addFile } : { execute: executeOverHttp, addFile: addFileOverHttp }),
      }),
  }
}

const picture = fileOf(png)

const executeOverHttp: Execute = async (query, variables, authorization) => {
  const headers = { authorization, 'content-type': 'application/json' }
  const response = await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
  return resultOf(await response.json())
}

async function addFileOverHttp(authorization: string): Promise<string> {
  const response = await fetch('/media', { method: 'POST', headers: { authorization }, body: picture })
  const { url } = await response.json()
  return url
}

interface Result {
  data?: unknown
  errors?: readonly { message: string; extensions?: { [name: string]: unknown } }[]
}

function resultOf({ data, errors: [error] = [] }: Result): ExecuteResult {
  const code = error?.extensions?.['code'] ?? error?.message
  return { data, errorCode: typeof code === 'string' ? code : null }
}

function nodesIn(data: unknown, list: string): unknown[] {
  return listAt(data, `${list}.edges`).map((edge) => at(edge, 'node'))
}

function knownPostOf(post: unknown): KnownPost {
  return { id: textAt(post, 'id'), authorId: textAt(post, 'author.id') }
}
