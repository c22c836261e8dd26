import { ApolloLink } from '@apollo/client'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Suspense, use, useEffect, type ReactElement } from 'react'
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom'
import { Subject, switchMap, take, throwError } from 'rxjs'
import { describe, expect, it, vi } from 'vitest'
import { ConnectionLostError } from '../../resolvers/lib/ConnectionLostError.ts'
import { sessionClient } from '../../src/apollo/client.ts'
import { ConnectionCheckDocument } from '../../src/apollo/ConnectionCheck.generated.ts'
import { SessionProvider } from '../../src/apollo/SessionProvider.tsx'
import { startLiveUpdates } from '../../src/features/live/liveUpdates.ts'
import type { PostCard_PostFragment } from '../../src/features/posts/card/PostCard.generated.ts'
import {
  ExplorePageDocument,
  type ExplorePageQuery,
  type ExplorePageQueryVariables,
} from '../../src/pages/explore/ExplorePage.generated.ts'
import { listsOf } from '../../src/pagedList/lists.ts'
import { ListPage, LongList } from '../../src/pagedList/LongList.tsx'
import type { PagedQuery } from '../../src/pagedList/PagedList.ts'
import { useListState, usePagedQuery } from '../../src/pagedList/usePagedQuery.ts'
import { currentScope } from '../../src/session/session.ts'
import type { TestBackend } from '../backend.ts'
import { deletePost } from '../store/rows.ts'
import { connectNewBackend, openOtherTab, setLab, waitForResponses } from './app.tsx'
import { button, expectLoggedErrors } from './screen.ts'

/** A list as a row of pages, of which only some are loaded. */

const latestPosts: PagedQuery<ExplorePageQuery, ExplorePageQueryVariables, PostCard_PostFragment> = {
  name: 'posts',
  document: ExplorePageDocument,
  variables: { orderBy: 'LATEST' },
  connectionOf: ({ posts }) => posts,
}

const openList = () => listsOf(currentScope()).open(sessionClient(), latestPosts)

let show: (pages: { from: number; to: number }) => void

/** Shows the number of rows before each mounted page, and the ids of its rows. */
function Pages() {
  const { paging } = usePagedQuery(latestPosts)
  const { list } = paging
  const { pages, mounted, failure, count, endCursor } = useListState(paging)
  useEffect(() => {
    show = ({ from, to }) => list.setNear(list.pages.slice(from, to).map(({ id }) => id))
  }, [list])
  const countBefore = (pageId: number) =>
    pages
      .slice(
        0,
        pages.findIndex(({ id }) => id === pageId),
      )
      .reduce((sum, page) => sum + page.count, 0)
  return (
    <>
      {pages
        .filter(({ id }) => mounted.has(id))
        .map((page) => (
          <ol key={page.id} start={countBefore(page.id) + 1}>
            <ListPage page={page} pages={pages} paging={paging}>
              {({ id }) => <li>{id}</li>}
            </ListPage>
          </ol>
        ))}
      {endCursor && <button onClick={() => void list.loadNext()}>Load more</button>}
      {failure && <button onClick={() => list.retry()}>Try again</button>}
      <p>{`${count} rows`}</p>
    </>
  )
}

type Shown = [position: number, id: string][]

/** Returns the position and the id of each mounted row. */
function shown(): Shown {
  return [...document.querySelectorAll('ol')].flatMap(({ start, children }) =>
    [...children].map(({ textContent }, index): [number, string] => [start + index, textContent]),
  )
}

const idsOf = (rows: Shown) => rows.map(([, id]) => id)

/** The pages of 20 that 301 posts have. */
const PAGES = 16

/** Shows 301 posts, all of whose pages were loaded once. Returns the ids of all. */
async function showPosts(): Promise<{ tab: TestBackend; ids: string[]; insertAfter: (id: string) => Promise<string> }> {
  const tab = await openOtherTab({ samples: false })
  // Without latency.
  await setLab()
  const { store, signUpUser, post } = tab
  const [row] = await store.read.posts.getMany([await post(await signUpUser('ana'), 'Linen')])
  if (!row) throw new Error('No such post')
  const earlier = Array.from({ length: 300 }, (_, index) => ({
    ...row,
    id: `00000000${row.id.slice(8, -4)}${index + 100}5`,
  }))
  await store.admin.transaction((tx) => tx.insertMany('posts', earlier))
  await act(async () =>
    render(
      <SessionProvider>
        <Suspense>
          <Pages />
        </Suspense>
      </SessionProvider>,
    ),
  )
  for (let page = 2; page <= PAGES; page += 1) {
    fireEvent.click(await screen.findByText('Load more'))
    await screen.findByText(`${Math.min(301, 20 * page)} rows`)
  }
  await waitFor(() => expect(shown()).toHaveLength(301))
  /** Adds a post right after this one, that is one that is older. */
  const insertAfter = async (id: string) => {
    const older = { ...row, id: `${id.slice(0, -1)}1` }
    await store.admin.transaction((tx) => tx.insertMany('posts', [older]))
    return older.id
  }
  return { tab, ids: idsOf(shown()), insertAfter }
}

/** Shows the pages from one index up to another, and waits until they are mounted. */
async function showPages(from: number, to: number): Promise<Shown> {
  await act(async () => show({ from, to }))
  await waitFor(() => expect(document.querySelectorAll('ol')).toHaveLength(to - from))
  return shown()
}

/** Renders an empty page with a link, and presses it: the link leads to a page with this content. */
function openByLink(content: ReactElement): void {
  render(
    <MemoryRouter>
      <SessionProvider>
        <Link to="/posts">Posts</Link>
        <Routes>
          <Route path="/" element={null} />
          <Route path="/posts" element={<Suspense>{content}</Suspense>} />
        </Routes>
      </SessionProvider>
    </MemoryRouter>,
  )
  fireEvent.click(screen.getByText('Posts'))
}

it('a row keeps its position while the pages far from it are not in the document', async () => {
  const { ids } = await showPosts()
  const all = ids.map((id, index) => [index + 1, id])
  expect(shown()).toEqual(all)
  expect(await showPages(15, 16)).toEqual(all.slice(300))
  expect(await showPages(2, 4)).toEqual(all.slice(40, 80))
})

it('pages stay readable without a connection, however far the user scrolls', async () => {
  let isLost = false
  connectNewBackend(
    new ApolloLink((operation, forward) => (isLost ? throwError(() => new ConnectionLostError()) : forward(operation))),
  )
  const { ids } = await showPosts()
  isLost = true
  await sessionClient()
    .query({ query: ConnectionCheckDocument, fetchPolicy: 'no-cache' })
    .catch(() => {})
  await showPages(15, 16)
  await waitForResponses()
  expect(idsOf(await showPages(2, 4))).toEqual(ids.slice(40, 80))
  expect(screen.queryByText('Try again')).toBeNull()
})

describe('pages that load again', () => {
  it('appear between the others with the rows that were added and deleted meanwhile, each once', async () => {
    const { tab, ids, insertAfter } = await showPosts()
    await showPages(10, 12)
    const added = await insertAfter(ids[85] ?? '')
    const addedLast = await insertAfter(ids[99] ?? '')
    await tab.store.admin.transaction((tx) => deletePost(tx, ids[103] ?? '', Date.now()))
    await act(() => openList().refetch())
    await showPages(5, 6)
    await showPages(4, 5)
    await act(async () => show({ from: 4, to: 7 }))
    const expected = [...ids.slice(80, 86), added, ...ids.slice(86, 100), addedLast, ...ids.slice(100)]
    await waitFor(() =>
      expect(idsOf(shown())).toEqual(expected.filter((id) => id !== ids[103]).slice(0, shown().length)),
    )
    expect(shown().length).toBeGreaterThan(40)
  })

  it('can be loaded after a failure, and the list shows the others meanwhile', async () => {
    let isHeld = false
    const requests: Subject<void>[] = []
    const hold = new ApolloLink((operation, forward) => {
      if (operation.operationName !== 'ExplorePage' || !isHeld) return forward(operation)
      const request = new Subject<void>()
      requests.push(request)
      return request.pipe(
        take(1),
        switchMap(() => forward(operation)),
      )
    })
    connectNewBackend(hold)
    const { ids } = await showPosts()
    const before = await showPages(10, 11)
    await act(() => openList().refetch())
    isHeld = true
    await act(async () => show({ from: 9, to: 11 }))
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(shown().slice(-20)).toEqual(before)
    await act(async () => requests[0]?.error(new Error('Lost')))
    fireEvent.click(await screen.findByText('Try again'))
    await expectLoggedErrors('Lost')
    expect(shown().slice(-20)).toEqual(before)
    await waitFor(() => expect(requests).toHaveLength(2))
    await act(async () => requests[1]?.next())
    await waitFor(() => expect(idsOf(shown())).toEqual(ids.slice(180, 220)))
    expect(screen.queryByText('Try again')).toBeNull()
  })
})

it('a list has only its first page after events were missed', async () => {
  const events = new Subject<ApolloLink.Result>()
  connectNewBackend(
    new ApolloLink((operation, forward) => (operation.operationName === 'Changes' ? events : forward(operation))),
  )
  const { tab, ids } = await showPosts()
  await showPages(12, 13)
  startLiveUpdates(currentScope())
  const list = openList()
  list.place = [{ id: ids[250] ?? '', offset: 0 }]
  await tab.store.admin.transaction(async (tx) => {
    for (const id of ids.slice(30)) await deletePost(tx, id, Date.now())
  })
  const extensions = { code: 'EVENTS_MISSED', status: 503 }
  events.next({ data: null, errors: [{ message: 'Missed', extensions }] })
  await waitFor(() => expect(idsOf(shown())).toEqual(ids.slice(0, 20)))
  await screen.findByText('20 rows')
  expect(list.place).toBeUndefined()
  fireEvent.click(button('Load more'))
  await waitFor(() => expect(idsOf(shown())).toEqual(ids.slice(0, 30)))
})

it('a list keeps the place of its user until a link that opens it at its start has led there', async () => {
  const tab = await openOtherTab({ samples: false })
  const { post, signUpUser } = tab
  const place = [{ id: await post(await signUpUser('ana'), 'Linen'), offset: 0 }]
  const list = openList()
  list.place = place
  let open = () => {}
  const rest = new Promise<null>((resolve) => (open = () => resolve(null)))
  const renderRow = vi.fn(() => null)
  const Posts = () => (
    <LongList paging={usePagedQuery(latestPosts).paging} opensAtStart>
      {renderRow}
    </LongList>
  )
  const Rest = () => use(rest)
  openByLink(
    <>
      <Posts />
      <Rest />
    </>,
  )
  await waitFor(() => expect(renderRow).toHaveBeenCalled())
  expect(list.place).toEqual(place)
  await act(async () => open())
  expect(list.place).toBeUndefined()
})
