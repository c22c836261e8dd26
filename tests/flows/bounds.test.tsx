import { gql, InMemoryCache, type ApolloCache } from '@apollo/client'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { BoundedMap } from '../../shared/BoundedMap.ts'
import { deletedRecordsOf } from '../../src/pagedList/deletedRecords.ts'
import { MAX_RESULTS, recentResultsOf } from '../../src/apollo/recentResults.ts'
import { currentScope } from '../../src/session/session.ts'
import { sessionClient } from '../../src/apollo/client.ts'
import { localMediaSource, MAX_SOURCES } from '../../src/backend/localMediaSource.ts'
import { openBackend } from '../../src/backend/openBackend.ts'
import { MAX_NEW_POSTS, newPostsOf } from '../../src/features/posts/lists/newPostsStore.ts'
import { at, recordOf } from '../values.ts'
import { failEveryCall, injectedFaultMessage, openOtherTab, serverErrorMessage, setLab, startApp } from './app.tsx'
import { button, expectLoggedErrors, findPost, posts, postTexts } from './screen.ts'

/** What the app keeps beside its pages has a bound, however long it is used. */

const post = gql`
  fragment NewPost on Post {
    id
    content
  }
`

const subscription = gql`
  subscription Changes {
    changes {
      ... on PostChange {
        post {
          id
          content
        }
      }
    }
  }
`

const recentResults = () => recentResultsOf(currentScope())

/** Writes a post as the result of a subscription does, which the next result replaces. */
function receive(id: string): void {
  const { cache } = sessionClient()
  const node = { __typename: 'Post', id, content: id }
  cache.write({
    dataId: 'ROOT_SUBSCRIPTION',
    query: subscription,
    result: { changes: { __typename: 'PostChange', post: node } },
  })
  newPostsOf(currentScope()).add({
    edge: { cursor: id, node },
    author: { __typename: 'User', id: 'ben' },
    inFeed: true,
  })
}

function contains(cache: ApolloCache, id: string): boolean {
  return cache.readFragment({ fragment: post, id: `Post:${id}` }) !== null
}

it('a bounded map removes the least recently set entry', () => {
  const removed: string[] = []
  const map = new BoundedMap<string, number>(2, (key, value) => removed.push(`${key}${value}`))
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4)
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
  expect(removed).toEqual(['b2'])
})

it('keeps the ids of the last 1,000 deleted rows, and no others', () => {
  const deleted = deletedRecordsOf(currentScope())
  for (let id = 0; id <= 1000; id += 1) deleted.add({ __typename: 'Post', id: String(id) })
  expect(deleted.hasReference({ __ref: 'Post:0' })).toBe(false)
  expect(deleted.hasReference({ __ref: 'Post:1' })).toBe(true)
})

it('keeps the records of the newest posts that wait to be shown, and no others', () => {
  const { cache } = sessionClient()
  for (let id = 0; id <= MAX_NEW_POSTS; id += 1) receive(String(id))
  cache.gc()
  expect(contains(cache, '0')).toBe(false)
  expect(contains(cache, '1')).toBe(true)
  newPostsOf(currentScope()).remove(() => true)
  cache.gc()
  expect(contains(cache, '1')).toBe(false)
})

it('keeps the results of the last searches in the cache', async () => {
  const tab = await openOtherTab()
  const user = await startApp('/explore', { as: await tab.signUpUser('ana') })
  const field = await screen.findByRole('combobox', { name: 'Search Users...' })
  await user.type(field, 'sam')
  const { cache } = sessionClient()
  const searches = () =>
    Object.keys(recordOf(at(cache.extract(true), 'ROOT_QUERY'))).filter((key) => key.startsWith('users('))
  await waitFor(() => expect(searches()).toContain('users({"first":50,"firstName":"sam"})'))
  for (let text = 0; text < MAX_RESULTS; text += 1)
    recentResults().keep('users', { first: 50, firstName: String(text) })
  expect(searches()).not.toContain('users({"first":50,"firstName":"sam"})')
})

it('keeps the results of the last hover cards in the cache', async () => {
  // jsdom lacks popovers.
  const popover = {
    popover: { value: null, writable: true, configurable: true },
    showPopover: { value() {}, configurable: true },
  }
  Object.defineProperties(HTMLElement.prototype, popover)
  onTestFinished(() => {
    for (const name of Object.keys(popover)) Reflect.deleteProperty(HTMLElement.prototype, name)
  })
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const ben = await tab.signUpUser('ben', { firstname: 'Ben' })
  await tab.signUpUser('cleo', { firstname: 'Cleo' })
  await tab.post(ben, 'Thanks, @cleo')
  const user = await startApp('/explore', { as: ana })
  const card = await findPost('Thanks')
  const { cache } = sessionClient()
  const results = () => Object.keys(recordOf(at(cache.extract(true), 'ROOT_QUERY')))
  const cards = [
    { link: /^Ben/, fieldName: 'user', args: { id: ben.id } },
    { link: '@cleo', fieldName: 'userByUsername', args: { username: 'cleo' } },
  ]
  for (const { link, fieldName, args } of cards) {
    const name = await within(card).findByRole('link', { name: link })
    await user.hover(name)
    await waitFor(() => expect(results()).toContain(`${fieldName}(${JSON.stringify(args)})`))
  }
  for (let row = 0; row < MAX_RESULTS; row += 1) recentResults().keep('post', { id: String(row) })
  for (const { fieldName, args } of cards) expect(results()).not.toContain(`${fieldName}(${JSON.stringify(args)})`)
})

it('keeps the results of the page on screen and of the last opened links to usernames in the cache', async () => {
  const tab = await openOtherTab({ samples: false })
  const user = await startApp('/user/none', { as: await tab.signUpUser('ana') })
  await screen.findByRole('heading', { name: 'No one here is called @none' })
  const { cache } = sessionClient()
  const result = 'userByUsername({"username":"none"})'
  const results = () => Object.keys(recordOf(at(cache.extract(true), 'ROOT_QUERY')))
  const openOthers = () => {
    for (let row = 0; row < MAX_RESULTS; row += 1) recentResults().keep('post', { id: String(row) })
  }
  openOthers()
  expect(results()).toContain(result)
  await user.click(screen.getByRole('link', { name: 'Explore' }))
  await waitFor(() => {
    openOthers()
    expect(results()).not.toContain(result)
  })
})

it('keeps a result in the cache until the last component that shows it unmounts', () => {
  const { cache } = sessionClient()
  const query = gql`
    query Result($id: ID!) {
      post(id: $id) {
        id
      }
    }
  `
  cache.writeQuery({ query, variables: { id: 'a' }, data: { post: { __typename: 'Post', id: 'a' } } })
  const openOthers = () => {
    for (let row = 0; row < MAX_RESULTS; row += 1) recentResults().keep('post', { id: String(row) })
  }
  const isKept = () => cache.readQuery({ query, variables: { id: 'a' } }) !== null
  const unmountFirst = recentResults().keepShown('post', { id: 'a' })
  const unmountSecond = recentResults().keepShown('post', { id: 'a' })
  unmountFirst()
  openOthers()
  expect(isKept()).toBe(true)
  unmountSecond()
  openOthers()
  expect(isKept()).toBe(false)
})

it('keeps the object URLs of the files that were shown last', async () => {
  const tab = await openOtherTab()
  const ana = await tab.signUpUser('ana')
  const { files } = await openBackend()
  const picture = new Blob([new Uint8Array([0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0, 0, 0, 0x3b])], {
    type: 'image/gif',
  })
  const add = () => files.add(picture, { token: ana.token, signal: new AbortController().signal })
  const urls = await Promise.all(Array.from({ length: MAX_SOURCES + 1 }, add))
  const revoked = vi.spyOn(URL, 'revokeObjectURL')
  const [first = '', ...others] = urls
  localMediaSource.request(first)
  await waitFor(() => expect(localMediaSource.sourceOf(first)).toMatch(/^blob:/))
  const source = localMediaSource.sourceOf(first)
  for (const url of others) localMediaSource.request(url)
  // Object URLs of earlier tests are revoked first.
  await waitFor(() => expect(localMediaSource.sourceOf(first)).toBeUndefined())
  expect(revoked).toHaveBeenLastCalledWith(source)
  expect(others.map(localMediaSource.sourceOf)).toEqual(others.map(() => expect.stringMatching(/^blob:/)))
})

/** Starts Explore with the post "Linen" while "Hemp" and as many new posts as are kept wait to be shown. */
async function startWithNewPosts(): Promise<ApolloCache> {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  await tab.post(ana, 'Linen')
  await startApp('/explore', { as: ana })
  await findPost('Linen')
  await tab.post(ana, 'Hemp')
  const { cache } = sessionClient()
  act(() => {
    for (let id = 0; id < MAX_NEW_POSTS; id += 1) receive(`ffff${id}`)
  })
  return cache
}

it('loads the lists again instead of adding new posts, if there may be more than are kept', async () => {
  const cache = await startWithNewPosts()
  fireEvent.click(button('100+ new posts'))
  expect(JSON.stringify(cache.extract())).not.toContain('"__ref":"Post:ffff1"')
  await waitFor(() => expect(postTexts()).toEqual(['Hemp', 'Linen']))
})

it('still offers the new posts after the lists did not load again', async () => {
  await startWithNewPosts()
  await failEveryCall()
  fireEvent.click(button('100+ new posts'))
  const again = await screen.findByRole('button', { name: 'These posts did not load. Try again' })
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
  expect(postTexts()).toEqual(['Linen'])
  await setLab()
  fireEvent.click(again)
  await waitFor(() => expect(postTexts()).toEqual(['Hemp', 'Linen']))
  expect(screen.queryByRole('button', { name: /new posts|did not load/ })).toBeNull()
})

it('does not say that new posts did not load after the others of that time are gone', async () => {
  await startWithNewPosts()
  await failEveryCall()
  fireEvent.click(button('100+ new posts'))
  await screen.findByRole('button', { name: 'These posts did not load. Try again' })
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
  act(() => newPostsOf(currentScope()).remove(({ edge }) => edge.node.id !== 'ffff1'))
  expect(button('1 new post')).toBeTruthy()
})

/** Returns the number of entries in Apollo's result cache. */
function countCachedReads(): number {
  const { cache } = sessionClient()
  return (cache instanceof InMemoryCache && cache.getMemoryInternals?.().inMemoryCache.executeSelectionSet) || 0
}

/** Starts the app as Ana with this many posts, of which it shows 20. */
async function startWithRows(count: number): Promise<void> {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  for (let row = 0; row < count; row += 1) await tab.post(ana, `Row ${row}.`)
  await startApp('/explore', { as: ana })
  await waitFor(() => expect(posts()).toHaveLength(20))
}

/** Scrolls until the list has this many posts. */
async function scrollToCount(count: number): Promise<void> {
  await waitFor(() => {
    if (posts().length < count) fireEvent.scroll(window)
    expect(posts()).toHaveLength(count)
  })
}

it('keeps in memory as much for the fifth page of a list as for the third', async () => {
  await startWithRows(100)
  const sizes: number[] = []
  for (const count of [40, 60, 80, 100]) {
    await scrollToCount(count)
    sizes.push(countCachedReads())
  }
  const [second = 0, third = 0, fourth = 0, fifth = 0] = sizes
  expect(third).toBeGreaterThan(second)
  expect(fifth - fourth).toBeLessThanOrEqual(1.1 * (third - second))
})

it("clearing Apollo's result cache does not double the cached reads of a list", async () => {
  await startWithRows(60)
  await scrollToCount(40)
  const before = countCachedReads()
  const { cache } = sessionClient()
  if (cache instanceof InMemoryCache) cache.gc({ resetResultCache: true })
  expect(countCachedReads()).toBe(0)
  await scrollToCount(60)
  expect(before).toBeGreaterThan(40)
  expect(countCachedReads() / 60).toBeLessThanOrEqual((1.1 * before) / 40)
})
