import { ApolloLink, gql } from '@apollo/client'
import { screen, waitFor } from '@testing-library/react'
import { NEVER, Subject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { sessionClient } from '../../src/apollo/client.ts'
import { startLiveUpdates } from '../../src/features/live/liveUpdates.ts'
import { currentScope } from '../../src/session/session.ts'
import { connectNewBackend, openOtherTab, startApp } from './app.tsx'
import { findPost, postTexts } from './screen.ts'

const edge = (id: string) => ({ __typename: 'PostEdge', cursor: id, node: { __typename: 'Post', id } })
const pageInfo = { __typename: 'PageInfo', endCursor: 'a', hasNextPage: false }
const answer = { posts: { __typename: 'PostConnection', edges: [edge('b'), edge('a')], pageInfo } }

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
