import { ApolloProvider } from '@apollo/client/react'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { expect, it } from 'vitest'
import { sessionClient } from '../../src/apollo/client.ts'
import { usePagedQuery } from '../../src/apollo/usePagedQuery.ts'
import { ExplorePageDocument } from '../../src/pages/explore/ExplorePage.generated.ts'
import { openOtherTab } from './app.tsx'

/** Shows the position and the id of each loaded post, and the cursor of the last one. */
function Positions() {
  const [renders, setRenders] = useState(0)
  const { data, paging } = usePagedQuery({
    name: 'posts',
    query: ExplorePageDocument,
    variables: { orderBy: 'LATEST', first: 100 },
    connectionOf: ({ posts }) => posts,
  })
  const { edges, pageInfo } = data.posts
  const { skipped } = paging.countSkipped(data.posts)
  const loadMore = () => {
    const loading = paging.loadMore(pageInfo.endCursor ?? '')
    // The result without the first rows has not arrived yet.
    flushSync(() => setRenders(renders + 1))
    return loading
  }
  return (
    <>
      <ol>
        {edges.map(({ node }, index) => (
          <li key={node.id}>{`${skipped + index + 1} ${node.id}`}</li>
        ))}
      </ol>
      <button onClick={() => void loadMore()}>Load more</button>
    </>
  )
}

it('a row keeps its position while the first rows of a long list are dropped', async () => {
  const { store, signUpUser, post } = await openOtherTab({ samples: false })
  const [row] = await store.read.posts.getMany([await post(await signUpUser('ana'), 'Linen')])
  if (!row) throw new Error('No such post')
  const earlier = Array.from({ length: 300 }, (_, index) => ({
    ...row,
    id: `00000000${row.id.slice(8, -3)}${index + 100}`,
  }))
  await store.admin.transaction((tx) => tx.insertMany('posts', earlier))
  await act(async () =>
    render(
      <ApolloProvider client={sessionClient()}>
        <Suspense>
          <Positions />
        </Suspense>
      </ApolloProvider>,
    ),
  )
  const shown = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent.split(' '))
  const positions = new Map<string | undefined, Set<string | undefined>>()
  const record = () => {
    for (const [position, id] of shown()) positions.set(id, (positions.get(id) ?? new Set()).add(position))
  }
  // The first rows are dropped twice: before the third and before the fourth page.
  for (const count of [100, 200, 300, 301]) {
    await waitFor(() => expect(shown().at(-1)?.[0]).toBe(String(count)))
    record()
    if (count === 301) break
    fireEvent.click(screen.getByRole('button'))
    record()
  }
  expect(positions.size).toBe(301)
  expect([...positions.values()].filter((each) => each.size > 1)).toEqual([])
})
