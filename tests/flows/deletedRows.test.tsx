import { gql } from '@apollo/client'
import { expect, it } from 'vitest'
import { sessionClient } from '../../src/apollo/client.ts'
import { removePostEverywhere } from '../../src/features/posts/postLists.ts'

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
