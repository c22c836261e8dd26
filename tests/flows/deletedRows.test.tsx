import { gql } from '@apollo/client'
import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sessionClient } from '../../src/apollo/client.ts'
import { removePostEverywhere } from '../../src/features/posts/postLists.ts'
import { deleteUserRow, openOtherTab, startApp } from './app.tsx'
import { postTexts } from './screen.ts'

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

it('a list that was read before a deletion and arrives after it does not contain the deleted post', () => {
  const { cache } = sessionClient()
  const edge = (id: string) => ({ __typename: 'PostEdge', cursor: id, node: { __typename: 'Post', id } })
  const pageInfo = { __typename: 'PageInfo', endCursor: 'a', hasNextPage: false }
  const answer = { posts: { __typename: 'PostConnection', edges: [edge('b'), edge('a')], pageInfo } }
  const ids = () => cache.readQuery<typeof answer>({ query })?.posts.edges.map(({ node }) => node.id)
  cache.writeQuery({ query, data: answer })
  expect(ids()).toEqual(['b', 'a'])
  removePostEverywhere(cache, 'b', { __typename: 'User', id: 'u' })
  expect(ids()).toEqual(['a'])
  cache.writeQuery({ query, data: answer })
  expect(ids()).toEqual(['a'])
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
