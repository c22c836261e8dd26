import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { sessionClient } from '../../src/apollo/client.ts'
import { addReconnection } from '../../src/lib/reconnections.ts'
import { LikePostDocument } from '../../src/features/posts/card/LikeButton.generated.ts'
import { type TestBackend, type TestUser } from '../backend.ts'
import { at } from '../values.ts'
import {
  address,
  failEveryCall,
  holdDatabase,
  injectedFaultMessage,
  openOtherTab,
  serverErrorMessage,
  setLab,
  startApp,
  waitForResponses,
} from './app.tsx'
import { button, expectLoggedErrors } from './screen.ts'

/** The lists of followers, of followed users and of the users who like a post. */

async function follow(tab: TestBackend, follower: TestUser, followed: TestUser): Promise<void> {
  await tab.rest('POST', `/users/follow/${followed.id}`, { token: follower.token })
}

/** Signs up Ana, Ben and Cleo. Cleo follows Ben, and Ben follows Ana. */
async function openWithThree() {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana', { firstname: 'Ana', lastname: 'Ruiz' })
  const ben = await tab.signUpUser('ben', { firstname: 'Ben', lastname: 'Ode' })
  const cleo = await tab.signUpUser('cleo')
  await follow(tab, cleo, ben)
  await follow(tab, ben, ana)
  return { tab, ana, ben, cleo }
}

function section(name: string): Promise<HTMLElement> {
  return screen.findByRole('region', { name })
}

/** Waits for the rows of a list. */
function list(name: string): Promise<HTMLElement> {
  return waitFor(() => {
    const people = screen.getByRole('region', { name })
    expect(rowsOf(people)).not.toEqual([])
    return people
  })
}

/** Returns the texts of the rows of a list, such as `Ana @ana You`. */
function rowsOf(people: HTMLElement): string[] {
  return within(people)
    .queryAllByRole('listitem')
    .map((row) => row.textContent)
}

it('a list of followers that loads slowly leaves the focus on the back button', async () => {
  const { tab, ana } = await openWithThree()
  await startApp('/settings', { as: ana })
  await waitFor(() => expect(document.getElementById('announcement')).not.toBeNull())
  const held = await holdDatabase(tab)
  history.pushState({ idx: 1, key: 'followed' }, '', `/userprofile/${ana.id}/followers`)
  await act(async () => void dispatchEvent(new PopStateEvent('popstate', { state: history.state })))
  const back = await screen.findByRole('button', { name: 'Back' })
  // The effects of the page run after its button is shown.
  await act(async () => {})
  back.focus()
  await held.release()
  await screen.findByText('People who follow Ana Ruiz · Weft', { selector: '#announcement *' })
  expect(document.activeElement).toBe(back)
})

describe('the counts of a profile', () => {
  it('open the lists of followers and followed users, each with its own title', async () => {
    const { ana, ben } = await openWithThree()
    const user = await startApp(`/userprofile/${ben.id}`, { as: ana })
    await user.click(await screen.findByRole('link', { name: '1 Follower' }))
    expect(rowsOf(await list('Followers'))).toEqual([expect.stringMatching(/@cleo.*Follow$/)])
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ben Ode')
    expect(document.title).toMatch(/People who follow Ben Ode · Weft$/)
    expect(screen.getByRole('link', { current: 'page', name: 'Followers1' })).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Following1' }))
    expect(rowsOf(await list('Following'))).toEqual([expect.stringMatching(/^Ana Ruiz @anaYou$/)])
    expect(document.title).toMatch(/People whom Ben Ode follows · Weft$/)
    history.back()
    await screen.findByRole('region', { name: 'Profile of Ben Ode' })
    expect(address()).toBe(`/userprofile/${ben.id}`)
  })

  it('have labels in the singular for one post and one follower', async () => {
    const { tab, ana, ben } = await openWithThree()
    await tab.post(ben, 'Hemp')
    await startApp(`/userprofile/${ben.id}`, { as: ana })
    const card = within(await section('Profile of Ben Ode'))
    expect(card.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Post', 'Follower', 'Following'])
    expect(card.getByRole('link', { name: '1 Follower' })).toBeTruthy()
  })

  it('show a follow by the viewer, as do their lists', async () => {
    const { ana, ben } = await openWithThree()
    const user = await startApp(`/userprofile/${ben.id}`, { as: ana })
    await user.click(await screen.findByRole('link', { name: '1 Follower' }))
    expect(rowsOf(await list('Followers'))).toHaveLength(1)
    await user.click(button('Back'))
    const card = await section('Profile of Ben Ode')
    await user.click(button('Follow', card))
    await waitForResponses()
    await user.click(within(card).getByRole('link', { name: '2 Followers' }))
    await waitFor(async () =>
      expect(rowsOf(await list('Followers'))).toEqual([
        expect.stringMatching(/@anaYou$/),
        expect.stringMatching(/@cleoFollow$/),
      ]),
    )
  })
})

describe('a list of people', () => {
  it('follows the user of a row, and keeps the row after an unfollow', async () => {
    const { tab, ana, ben } = await openWithThree()
    await follow(tab, ana, ben)
    const user = await startApp(`/userprofile/${ana.id}/following`, { as: ana })
    const people = await list('Following')
    await user.click(within(people).getByRole('button', { name: 'Unfollow @ben' }))
    await screen.findByRole('link', { name: 'Following0' })
    await act(async () => addReconnection())
    await waitForResponses()
    await user.click(within(people).getByRole('button', { name: 'Follow @ben' }))
    await screen.findByRole('link', { name: 'Following1' })
    expect((await tab.store.read.users.getMany([ana.id]))[0]?.followingCount).toBe(1)
  })

  it('that is opened again after an unfollow on it lacks the user', async () => {
    const { tab, ana, ben, cleo } = await openWithThree()
    await follow(tab, ana, ben)
    await follow(tab, ana, cleo)
    const user = await startApp(`/userprofile/${ana.id}/following`, { as: ana })
    await user.click(within(await list('Following')).getByRole('button', { name: 'Unfollow @ben' }))
    await user.click(await screen.findByRole('link', { name: 'Following1' }))
    await user.click(screen.getByRole('link', { name: 'Home' }))
    await screen.findByRole('heading', { name: 'Home' })
    await act(async () => history.back())
    await waitFor(async () => expect(rowsOf(await list('Following'))).toEqual([expect.stringContaining('@cleo')]))
  })

  it.each([
    ['followers', true, 'No followers yet', 'When someone follows you, they will show up here.'],
    ['followers', false, 'No followers yet', 'When someone follows Dot, they will show up here.'],
    [
      'following',
      true,
      'You follow no one yet',
      'Follow people whose posts you like. Their posts then show up on Home.',
    ],
    ['following', false, 'Follows no one yet', 'When Dot follows someone, they will show up here.'],
  ])('says that it is empty (%s, own: %s)', async (path, isOwn, title, sentence) => {
    const { tab, ana } = await openWithThree()
    const dot = await tab.signUpUser('dot', { firstname: 'Dot' })
    await startApp(`/userprofile/${dot.id}/${path}`, { as: isOwn ? dot : ana })
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(screen.getByText(sentence)).toBeTruthy()
  })

  it('offers a retry if it does not load', async () => {
    const { ana, ben } = await openWithThree()
    const user = await startApp(`/userprofile/${ben.id}`, { as: ana })
    const link = await screen.findByRole('link', { name: '1 Follower' })
    await failEveryCall()
    await user.click(link)
    await screen.findByRole('heading', { name: 'This page did not load' })
    await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
    expect(document.getElementById('announcement')?.textContent).toBe('This page did not load')
    await setLab()
    await user.click(button('Try again'))
    expect(document.activeElement).not.toBe(document.body)
    expect(rowsOf(await list('Followers'))).toHaveLength(1)
  })

  it('loads its pages when it is scrolled, and offers a retry if that fails, which focuses the first new row', async () => {
    const { tab, ana } = await openWithThree()
    for (let fan = 1; fan <= 35; fan += 1) await follow(tab, await tab.signUpUser(`fan${fan}`), ana)
    const user = await startApp(`/userprofile/${ana.id}/followers`, { as: ana })
    const people = await list('Followers')
    expect(rowsOf(people)).toHaveLength(20)
    await failEveryCall()
    fireEvent.scroll(window)
    await screen.findByText('The next people did not load.')
    await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
    await setLab()
    await user.click(button('Try again'))
    await waitFor(() =>
      expect(within(people).getAllByRole('listitem')[20]?.contains(document.activeElement)).toBe(true),
    )
    fireEvent.scroll(window)
    await waitFor(() => expect(rowsOf(people)).toHaveLength(36))
    expect(within(people).getAllByRole('listitem').at(-1)?.getAttribute('aria-setsize')).toBe('36')
    expect(screen.queryByText('Loading more people')).toBeNull()
  })

  it.each(['/userprofile/unknown/followers', '/userprofile/unknown/following', '/post/unknown/likes'])(
    'shows that the page was not found if there is no such record (%s)',
    async (path) => {
      const { ana } = await openWithThree()
      await startApp(path, { as: ana })
      await screen.findByRole('heading', { name: 'Page not found' })
      expect(screen.queryByRole('link', { name: /^Followers/ })).toBeNull()
    },
  )
})

describe('the likes of a post', () => {
  it('open from the line below the post, also for a visitor, and change with a like', async () => {
    const { tab, ana, ben, cleo } = await openWithThree()
    const post = await tab.post(ana, 'Hemp')
    await tab.rest('POST', `/posts/like/${post}`, { token: ben.token })
    const user = await startApp(`/post/${post}`)
    await user.click(await screen.findByRole('link', { name: 'Ben Ode likes this' }))
    expect(rowsOf(await list('Likes'))).toEqual(['Ben Ode @benFollow'])
    expect(document.title).toMatch(/People who like a post by Ana Ruiz · Weft$/)
    await user.click(button('Back'))
    await tab.rest('POST', `/posts/like/${post}`, { token: cleo.token })
    await user.click(await screen.findByRole('link', { name: /likes? this$/ }))
    expect(address()).toBe(`/post/${post}/likes`)
    await list('Likes')
  })

  it('show a like that arrives while they are open, and meanwhile no note about sample likes', async () => {
    const { tab, ana, ben, cleo } = await openWithThree()
    const post = await tab.post(ana, 'Hemp')
    await tab.rest('POST', `/posts/like/${post}`, { token: ben.token })
    await startApp(`/post/${post}/likes`, { as: cleo })
    expect(rowsOf(await list('Likes'))).toHaveLength(1)
    const notes = new Set<string>()
    const observer = new MutationObserver(() => {
      for (const note of screen.queryAllByText(/This sample post/)) notes.add(note.textContent)
    })
    observer.observe(document.body, { childList: true, subtree: true })
    await sessionClient().mutate({ mutation: LikePostDocument, variables: { input: { postId: post } } })
    await waitFor(async () =>
      expect(rowsOf(await list('Likes'))).toEqual([
        expect.stringMatching(/@cleoYou$/),
        expect.stringMatching(/@benUnfollow$/),
      ]),
    )
    observer.disconnect()
    expect([...notes]).toEqual([])
  })

  it('have no names if they came with the sample data', async () => {
    const tab = await openOtherTab()
    const id = at((await tab.rest('GET', '/posts')).json, 'posts.0._id')
    await startApp(`/post/${String(id)}/likes`)
    await screen.findByRole('heading', { name: 'No names to show' })
  })
})
