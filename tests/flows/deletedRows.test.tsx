import { ApolloLink, gql, type ApolloCache } from '@apollo/client'
import { screen, waitFor } from '@testing-library/react'
import { NEVER, Subject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { sessionClient } from '../../src/apollo/client.ts'
import { startLiveUpdates } from '../../src/features/live/liveUpdates.ts'
import { evictList } from '../../src/pagedList/cachedLists.ts'
import { currentScope } from '../../src/session/session.ts'
import { markPostRestored, removePostEverywhere } from '../../src/features/posts/lists/postLists.ts'
import { connectNewBackend, deleteUserRow, openOtherTab, startApp } from './app.tsx'
import { findPost, postTexts } from './screen.ts'

const query = gql`
  query Posts {
    posts(orderBy: LATEST) {
      edges {
        cursor
        node {
          id
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`

const postQuery = gql`
  query Post($id: ID!) {
    post(id: $id) {
      id
    }
  }
`

const edge = (id: string) => ({ __typename: 'PostEdge', cursor: id, node: { __typename: 'Post', id } })
const pageInfo = { __typename: 'PageInfo', endCursor: 'a', hasNextPage: false }
const answer = { posts: { __typename: 'PostConnection', edges: [edge('b'), edge('a')], pageInfo } }
const author = { __typename: 'User', id: 'u' }

/** Writes a list with two posts to the cache. Returns the ids of those that the cache then has. */
function writeList(cache: ApolloCache): string[] | undefined {
  cache.writeQuery({ query, data: answer })
  return cache.readQuery<typeof answer>({ query })?.posts.edges.map(({ node }) => node.id)
}

it('a list that was read before a deletion and arrives after it does not contain the deleted post', () => {
  const { cache } = sessionClient()
  expect(writeList(cache)).toEqual(['b', 'a'])
  removePostEverywhere(currentScope(), 'b', author)
  expect(writeList(cache)).toEqual(['a'])
})

it('a post that was read before a deletion and arrives after it counts as deleted', () => {
  const { cache } = sessionClient()
  const read = { query: postQuery, variables: { id: 'b' } }
  const arrive = () => cache.writeQuery({ ...read, data: { post: { __typename: 'Post', id: 'b' } } })
  arrive()
  expect(cache.readQuery(read)).toMatchObject({ post: { id: 'b' } })
  removePostEverywhere(currentScope(), 'b', author)
  expect(cache.readQuery(read)).toBeNull()
  arrive()
  expect(cache.readQuery(read)).toEqual({ post: null })
  markPostRestored(currentScope(), { __typename: 'Post', id: 'b' })
  expect(cache.readQuery(read)).toBeNull()
  arrive()
  expect(cache.readQuery(read)).toMatchObject({ post: { id: 'b' } })
})

it('a list contains a post again that was deleted and restored', () => {
  const { cache } = sessionClient()
  const events = new Subject<ApolloLink.Result>()
  const link = new ApolloLink(({ operationName }) => (operationName === 'Changes' ? events : NEVER))
  sessionClient().setLink(link)
  startLiveUpdates(currentScope())
  writeList(cache)
  removePostEverywhere(currentScope(), 'b', author)
  const node = { __typename: 'Post', id: 'b', author: { ...author, postCount: 1 } }
  events.next({ data: { changes: { __typename: 'PostRestoration', postEdge: { __typename: 'PostEdge', node } } } })
  expect(writeList(cache)).toEqual(['b', 'a'])
})

it('a list may contain a deleted post again after events were missed', () => {
  const { cache } = sessionClient()
  const events = new Subject<ApolloLink.Result>()
  const link = new ApolloLink(({ operationName }) => (operationName === 'Changes' ? events : NEVER))
  sessionClient().setLink(link)
  startLiveUpdates(currentScope())
  removePostEverywhere(currentScope(), 'b', author)
  expect(writeList(cache)).toEqual(['a'])
  const extensions = { code: 'EVENTS_MISSED', status: 503 }
  events.next({ data: null, errors: [{ message: 'Missed', extensions }] })
  expect(writeList(cache)).toEqual(['b', 'a'])
})

it('the list of all likers is removed from the cache without the likers below the post', () => {
  const { cache } = sessionClient()
  const likers = gql`
    query Likers {
      post(id: "b") {
        id
        likedBy(first: 3) @connection(key: "belowPost") {
          edges {
            cursor
          }
        }
      }
    }
  `
  const allLikers = gql`
    query AllLikers {
      post(id: "b") {
        id
        likedBy(first: 30) {
          edges {
            cursor
          }
          pageInfo {
            endCursor
            hasNextPage
          }
        }
      }
    }
  `
  const post = { __typename: 'Post', id: 'b' }
  const likedBy = { __typename: 'LikeConnection', edges: [], pageInfo }
  for (const list of [likers, allLikers]) cache.writeQuery({ query: list, data: { post: { ...post, likedBy } } })
  evictList(cache, 'likedBy', {}, post)
  expect(cache.readQuery({ query: allLikers })).toBeNull()
  expect(cache.readQuery({ query: likers })).toMatchObject({ post })
})

it('lists leave out a user whose account was deleted, and their posts', () => {
  const { cache } = sessionClient()
  const events = new Subject<ApolloLink.Result>()
  sessionClient().setLink(new ApolloLink(({ operationName }) => (operationName === 'Changes' ? events : NEVER)))
  startLiveUpdates(currentScope())
  const lists = gql`
    query Lists {
      posts(orderBy: LATEST) {
        edges {
          cursor
          node {
            id
            author {
              id
            }
          }
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
      suggestions {
        edges {
          cursor
          node {
            id
          }
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  `
  const user = (id: string) => ({ __typename: 'User', id })
  const postBy = (id: string) => ({
    ...edge(`by ${id}`),
    node: { __typename: 'Post', id: `by ${id}`, author: user(id) },
  })
  const row = (id: string) => ({ __typename: 'UserEdge', cursor: id, node: user(id) })
  const data = {
    posts: { ...answer.posts, edges: ['ana', 'ben'].map(postBy) },
    suggestions: { __typename: 'UserConnection', edges: ['ana', 'ben'].map(row), pageInfo },
  }
  cache.writeQuery({ query: lists, data })
  events.next({ data: { changes: { __typename: 'UserDeletion', deletedUserId: 'ben' } } })
  expect(cache.readQuery({ query: lists })).toMatchObject({
    posts: { edges: [{ node: { id: 'by ana' } }] },
    suggestions: { edges: [{ node: { id: 'ana' } }] },
  })
})

it('a list leaves out a post whose author was deleted', async () => {
  const tab = await openOtherTab({ samples: false })
  const [ana, ben] = [await tab.signUpUser('ana'), await tab.signUpUser('ben')]
  await tab.post(ana, 'Hemp')
  await tab.post(ben, 'Linen')
  await tab.post(ana, 'Silk')
  await deleteUserRow(ben.id)
  await startApp('/explore', { as: ana })
  await waitFor(() => expect(postTexts()).toEqual(['Silk', 'Hemp']))
})

it('the users who like a post leave out one who was deleted, even in a row that is left out itself', async () => {
  const tab = await openOtherTab({ samples: false })
  const [ana, ben, cai] = [await tab.signUpUser('ana'), await tab.signUpUser('ben'), await tab.signUpUser('cai')]
  const byAna = await tab.post(ana, 'Hemp')
  for (const { token } of [ana, ben, cai]) await tab.rest('POST', `/posts/like/${byAna}`, { token })
  const byBen = await tab.post(ben, 'Linen')
  await tab.rest('POST', `/posts/like/${byBen}`, { token: ben.token })
  await deleteUserRow(ben.id)
  await startApp(`/post/${byAna}`, { as: ana })
  await waitFor(() => expect(document.body.textContent).toContain('First Last and 2 others like this'))
  const likes = gql`
    query Likes {
      posts(orderBy: LATEST) {
        edges {
          node {
            id
            likedBy {
              edges {
                node {
                  id
                  username
                }
              }
            }
            author {
              id
            }
          }
        }
      }
    }
  `
  const { data } = await sessionClient().query({ query: likes })
  expect(data).toMatchObject({
    posts: {
      edges: [{ node: { likedBy: { edges: [{ node: { username: 'cai' } }, { node: { username: 'ana' } }] } } }],
    },
  })
})

describe('when the account of another user is deleted', () => {
  /** Opens a page as a follower of Ben, whose account is then deleted. */
  async function deleteBenBehind(pathOf: (postId: string, benId: string) => string): Promise<void> {
    const tab = await openOtherTab({ samples: false })
    const [ana, ben] = [await tab.signUpUser('ana'), await tab.signUpUser('ben')]
    await tab.rest('POST', `/users/follow/${ben.id}`, { token: ana.token })
    await tab.post(ana, 'Hemp')
    const postId = await tab.post(ben, 'Linen')
    const deletions = new Subject<ApolloLink.Result>()
    connectNewBackend(
      new ApolloLink((operation, forward) => (operation.operationName === 'Changes' ? deletions : forward(operation))),
    )
    await startApp(pathOf(postId, ben.id), { as: ana })
    await findPost('Linen')
    await waitFor(() => expect(deletions.observed).toBe(true))
    await tab.gql('mutation { deleteAccount(input: { username: "ben" }) { deletedUserId } }', {}, ben.token)
    deletions.next({ data: { changes: { __typename: 'UserDeletion', deletedUserId: ben.id } } })
  }

  it('the open feed of a follower leaves out their posts', async () => {
    await deleteBenBehind(() => '/home')
    await waitFor(() => expect(postTexts()).toEqual(['Hemp']))
  })

  it.each([
    ['profile', (_postId: string, benId: string) => `/userprofile/${benId}`],
    ['post', (postId: string) => `/post/${postId}`],
  ])('their open %s page says that it was not found', async (_page, pathOf) => {
    await deleteBenBehind(pathOf)
    await screen.findByRole('heading', { name: 'Page not found' })
    expect(postTexts()).toEqual([])
  })
})
