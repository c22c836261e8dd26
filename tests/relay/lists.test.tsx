import { removeDom } from './dom.ts'
import { setImmediate } from 'node:timers/promises'
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { RelayEnvironmentProvider, useLazyLoadQuery, usePaginationFragment } from 'react-relay'
import { Environment, Network, type FragmentType, type OperationType } from 'relay-runtime'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { TestBackend, TestClient, TestUser } from '../backend.ts'
import { anyHost, type Host } from '../hosts.ts'
import { listAt, textAt } from '../values.ts'
import { compile, type CompiledDocuments } from './compile.ts'

// Long, so that tests pass on a busy machine. Only a failing test waits this long.
configure({ asyncUtilTimeout: 60_000 })

interface List {
  type: 'Query' | 'User' | 'Post'
  list: string
  /** Further arguments. */
  args?: string
  /** Its length in this test. */
  count: number
}

/** Every list of the schema, by the type that has it. */
const lists: readonly List[] = [
  { type: 'Query', list: 'posts', count: 8 },
  { type: 'Query', list: 'feed', count: 7 },
  { type: 'Query', list: 'bookmarks', count: 5 },
  { type: 'Query', list: 'users', count: 6 },
  { type: 'Query', list: 'suggestions', count: 5 },
  { type: 'User', list: 'posts', count: 5 },
  { type: 'User', list: 'followers', count: 5 },
  { type: 'User', list: 'following', count: 2 },
  { type: 'Post', list: 'likedBy', count: 5 },
  { type: 'Post', list: 'replies', count: 5 },
  { type: 'User', list: 'replies', count: 3 },
  { type: 'User', list: 'mediaPosts', count: 3 },
  { type: 'Query', list: 'searchPosts', args: 'text: "wov"', count: 5 },
  { type: 'Query', list: 'searchUsers', args: 'text: "last"', count: 6 },
  // The replies, and the likes and the follows of the day.
  { type: 'Query', list: 'notifications', count: 7 },
]

/** The edges of a page. */
const PAGE_SIZE = 2

/** The id of a node, which may be of a union. */
const nodeId = 'node { ... on Node { id } }'

const nameOf = ({ type, list }: List) => `${type}${list[0]?.toUpperCase()}${list.slice(1)}`

/** The documents of a component that shows a list of the viewer, of a user, or of a post. */
function documentsOf(list: List): string[] {
  const name = nameOf(list)
  const fragment = `
    fragment Lists_${name} on ${list.type}
    @refetchable(queryName: "Lists${name}PaginationQuery")
    @argumentDefinitions(count: { type: "Int", defaultValue: ${PAGE_SIZE} }, cursor: { type: "String" }) {
      list: ${list.list}(first: $count, after: $cursor ${list.args ?? ''}) @connection(key: "Lists_${name}_list") {
        edges { ${nodeId} }
      }
    }`
  return list.type === 'Query'
    ? [fragment, `query Lists${name}Query { ...Lists_${name} }`]
    : [fragment, `query Lists${name}Query($id: ID!) { of: ${list.type.toLowerCase()}(id: $id) { ...Lists_${name} } }`]
}

let documents: CompiledDocuments
beforeAll(() => {
  documents = compile(lists.flatMap(documentsOf))
})
afterAll(async () => {
  documents.remove()
  // React may have scheduled a task for a root that was unmounted since, and it reads `window`.
  await setImmediate()
  removeDom()
})
afterEach(cleanup)

interface Server {
  mira: TestUser
  /** The post that has likes. */
  postId: string
  /** Sends operations to the server as Mira. */
  environment: Environment
  /** Finds the notifications in a backend that has no process for it. */
  update: () => Promise<void>
  /** Returns the ids of a whole list. */
  idsOf: (list: List, id: string) => Promise<string[]>
}

function isInProcess(client: TestClient): client is TestBackend {
  return 'backend' in client
}

/** Serves a backend with five users who follow Mira and like her first post. */
async function startServer({ open }: Host): Promise<Server> {
  const backend = await open()
  const mira = await backend.signUpUser('mira')
  const reply = async ({ token }: TestUser, inReplyTo: string, content: string, media?: object) => {
    const query = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postEdge { cursor } } }'
    expect(await backend.gql(query, { input: { inReplyTo, content, media } }, token)).not.toHaveProperty('errors')
  }
  const posts: string[] = []
  for (let count = 0; count < 5; count += 1) posts.push(await backend.post(mira))
  const [postId = ''] = posts
  const call = ({ token }: TestUser, path: string) => backend.rest('POST', path, { token })
  for (const [index, name] of ['a', 'b', 'c', 'd', 'e'].entries()) {
    const user = await backend.signUpUser(name)
    await call(user, `/users/follow/${mira.id}`)
    await call(user, `/posts/like/${postId}`)
    if (index < 3) await backend.post(user)
    await reply(user, postId, 'Woven')
    if (index < 2) await call(mira, `/users/follow/${user.id}`)
  }
  for (const id of posts) await call(mira, `/users/bookmark/${id}`)
  for (const id of posts.slice(1, 4)) await reply(mira, id, 'Dyed', { url: '/art/post-drying-line.svg', type: 'IMAGE' })

  const origin = await backend.origin()
  const network = Network.create(async ({ text }, variables) => {
    const response = await fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: mira.token },
      body: JSON.stringify({ query: text, variables }),
    })
    return response.json()
  })
  const idsOf = async ({ type, list, args }: List, id: string) => {
    const fields = `${list}${args ? `(${args})` : ''} { edges { ${nodeId} } }`
    const query =
      type === 'Query'
        ? `{ of: ${fields} }`
        : `query ($id: ID!) { of: node(id: $id) { ... on ${type} { of: ${fields} } } }`
    const result = await backend.gql(query, { id }, mira.token)
    return listAt(result, type === 'Query' ? 'data.of.edges' : 'data.of.of.edges').map((edge) =>
      textAt(edge, 'node.id'),
    )
  }
  const update = async () => (isInProcess(backend) ? backend.backend.updateNotifications() : undefined)
  return { mira, postId, environment: new Environment({ network }), idsOf, update }
}

interface ListKey {
  readonly ' $data'?: { list: { edges: { node: { id: string } }[] } }
  readonly ' $fragmentSpreads': FragmentType
}

interface ListQuery extends OperationType {
  variables: { id?: string }
  /** The list is of `of`, or of the query itself. */
  response: ListKey & { of?: ListKey | null }
}

interface PageProps {
  list: List
  id: string
}

/** Shows the ids of a list, and a button that loads its next page. */
function Page({ list, id }: PageProps) {
  const name = nameOf(list)
  const response = useLazyLoadQuery<ListQuery>(
    documents.artifact(`Lists${name}Query`),
    list.type === 'Query' ? {} : { id },
  )
  const { data, hasNext, isLoadingNext, loadNext } = usePaginationFragment<ListQuery, ListKey>(
    documents.artifact(`Lists_${name}`),
    response.of ?? response,
  )
  return (
    <>
      <ul>
        {data.list.edges.map(({ node }) => (
          <li key={node.id}>{node.id}</li>
        ))}
      </ul>
      {hasNext && (
        <button type="button" disabled={isLoadingNext} onClick={() => loadNext(PAGE_SIZE)}>
          More
        </button>
      )}
    </>
  )
}

const shownIds = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

describe.each(anyHost)('Relay ($name)', (host) => {
  test.each(lists)('pages $list of $type over HTTP to the end', async (list) => {
    const { mira, postId, environment, idsOf, update } = await startServer(host)
    const id = list.type === 'Post' ? postId : mira.id
    const read = async () => (expected = await idsOf(list, id))
    let expected: string[] = []
    // A server finds the notifications some time after what they tell of.
    await update()
    await expect.poll(read).toHaveLength(list.count)

    await act(async () =>
      render(
        <RelayEnvironmentProvider environment={environment}>
          <Suspense>
            <Page list={list} id={id} />
          </Suspense>
        </RelayEnvironmentProvider>,
      ),
    )
    await waitFor(() => expect(shownIds()).toEqual(expected.slice(0, PAGE_SIZE)))
    for (let shown = PAGE_SIZE; shown < list.count; shown += PAGE_SIZE) {
      fireEvent.click(screen.getByRole('button', { name: 'More' }))
      await waitFor(() => expect(shownIds()).toEqual(expected.slice(0, shown + PAGE_SIZE)))
    }
    expect(screen.queryByRole('button')).toBeNull()
  })
})
