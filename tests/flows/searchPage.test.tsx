import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { TestBackend, TestUser } from '../backend.ts'
import {
  address,
  connectWithChanges,
  connectWithoutChanges,
  injectedFaultMessage,
  openOtherTab,
  serverErrorMessage,
  setLab,
  startApp,
  userChangeOf,
  waitForResponses,
} from './app.tsx'
import { button, expectLoggedErrors, findPost, likeOf, postTexts } from './screen.ts'

/** The page of a search: the posts with its words, and the people with such names. */

/** Posts about looms, the latest first: of Ana, who follows Ben, of Ben and of Cleo. Ana has bookmarked that of Cleo. */
async function setUp() {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana', { firstname: 'Ana', lastname: 'Loomis' })
  const ben = await tab.signUpUser('ben_loom', { firstname: 'Ben' })
  const cleo = await tab.signUpUser('cleo', { firstname: 'Cleo' })
  const ofCleo = await tab.post(cleo, 'Heirloom? No, the loom of Zoë')
  await tab.post(cleo, 'Hemp')
  await tab.post(ben, 'Warped the LOOM. #loom_band')
  await tab.post(ana, 'Two looms, one weaver')
  await tab.rest('POST', `/users/follow/${ben.id}`, { token: ana.token })
  await bookmark(tab, ana, ofCleo)
  return { tab, ana, ben, cleo }
}

function bookmark(tab: TestBackend, { token }: TestUser, postId: string) {
  return tab.rest('POST', `/users/bookmark/${postId}`, { token })
}

const ofAna = 'Two looms, one weaver'
const ofBen = 'Warped the LOOM. #loom_band'
const ofCleo = 'Heirloom? No, the loom of Zoë'

async function start(path = '/search?q=loom') {
  const data = await setUp()
  return { ...data, user: await startApp(path, { as: data.ana }) }
}

async function showsPosts(...texts: string[]): Promise<void> {
  await waitFor(() => expect(postTexts()).toEqual(texts))
}

function marked(place: Element = document.body): (string | null)[] {
  return [...place.querySelectorAll('mark')].map(({ textContent }) => textContent)
}

const chip = (name: string) => screen.getByRole('radio', { name })
const tab = (name: string) => within(screen.getByRole('navigation', { name: 'Results' })).getByRole('link', { name })

async function choose(user: UserEvent, name: string): Promise<void> {
  await user.click(chip(name))
  await waitFor(() => expect(chip(name)).toHaveProperty('checked', true))
}

describe('posts', () => {
  it('are those with all words of the text, the newest first, with these words marked, also in the link of a tag', async () => {
    await start()
    await showsPosts(ofAna, ofBen, ofCleo)
    expect(marked()).toEqual(['looms', 'LOOM', 'loom', 'loom'])
    expect(screen.getByRole('heading', { level: 1, name: 'Results for “loom”' })).toBeTruthy()
    expect(document.title).toBe('Results for “loom” · Weft')
    const link = await within(await findPost('Warped')).findByRole('link', { name: '#loom_band' })
    expect(marked(link)).toEqual(['loom'])
    expect(screen.getByRole('combobox', { name: 'Search Users...' })).toHaveProperty('value', 'loom')
  })

  it('mark whole words only, whatever their case and accents', async () => {
    await start('/search?q=%20zoe%20LOOM')
    await showsPosts(ofCleo)
    expect(marked()).toEqual(['loom', 'Zoë'])
  })

  it('are narrowed by the chips, which the address has', async () => {
    const { user } = await start()
    await showsPosts(ofAna, ofBen, ofCleo)
    expect(chip('All')).toHaveProperty('checked', true)
    const entries = history.length
    for (const [name, param, text] of [
      ['From people I follow', 'following', ofBen],
      ['My posts', 'mine', ofAna],
      ['My bookmarks', 'bookmarks', ofCleo],
    ] as const) {
      await choose(user, name)
      await showsPosts(text)
      expect(address()).toBe(`/search?q=loom&in=${param}`)
    }
    await choose(user, 'All')
    await showsPosts(ofAna, ofBen, ofCleo)
    expect(address()).toBe('/search?q=loom')
    expect(history).toHaveLength(entries)
  })

  it('say where none was found, and lead to all posts', async () => {
    const { user } = await start('/search?q=warped+loom&in=bookmarks')
    await screen.findByRole('heading', { name: 'No posts with “warped loom”' })
    expect(screen.getByText('None of your bookmarks has all of these words. There may be some elsewhere.')).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Search all posts' }))
    await showsPosts(ofBen)
    expect(chip('All')).toHaveProperty('checked', true)
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  it.each([
    ['heddle', 'None of the posts has this word.'],
    ['%', 'A search needs a letter or a digit.'],
  ])('of the text %j are none', async (text, sentence) => {
    await start(`/search?q=${encodeURIComponent(text)}`)
    await screen.findByRole('heading', { name: `No posts with “${text}”` })
    expect(screen.getByText(sentence)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Search all posts' })).toBeNull()
  })

  it('are liked and deleted as elsewhere', async () => {
    const { user } = await start()
    await showsPosts(ofAna, ofBen, ofCleo)
    await user.click(button('Like', await findPost('Warped')))
    await waitFor(async () => expect(likeOf(await findPost('Warped'))).toBe('Unlike 1'))
    await user.click(button('Delete post', await findPost('Two looms')))
    await showsPosts(ofBen, ofCleo)
  })

  it('are fetched again when a bookmark has changed which of them are found', async () => {
    // The response says it: the event may come later.
    connectWithoutChanges()
    const { user } = await start()
    await showsPosts(ofAna, ofBen, ofCleo)
    await choose(user, 'My bookmarks')
    await showsPosts(ofCleo)
    await choose(user, 'All')
    await showsPosts(ofAna, ofBen, ofCleo)
    await user.click(button('Bookmark', await findPost('Warped')))
    await waitForResponses()
    await choose(user, 'My bookmarks')
    await showsPosts(ofBen, ofCleo)
  })

  it('that do not load are loaded again by a press', async () => {
    const { user } = await start()
    await showsPosts(ofAna, ofBen, ofCleo)
    await setLab({ kind: 'errorBefore', only: 'SearchPosts' })
    await user.click(chip('My posts'))
    await screen.findByRole('heading', { name: 'These posts did not load' })
    await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
    await setLab()
    await user.click(button('Try again'))
    await showsPosts(ofAna)
  })

  it('are where they were after Back', async () => {
    const { user } = await start()
    await choose(user, 'From people I follow')
    await showsPosts(ofBen)
    await user.click(within(await findPost('Warped')).getByRole('time'))
    await screen.findByRole('heading', { name: 'Post' })
    await setLab({ kind: 'errorBefore', only: 'SearchPosts' })
    await act(async () => history.back())
    await showsPosts(ofBen)
    expect(address()).toBe('/search?q=loom&in=following')
  })
})

describe('people', () => {
  const rows = () =>
    [...screen.getByRole('region', { name: /^Results/ }).querySelectorAll('[role=listitem]')].map(
      (row) => row.textContent,
    )

  it('have a name that starts with the text, which is marked, and can be followed', async () => {
    const { user } = await start()
    await showsPosts(ofAna, ofBen, ofCleo)
    await user.click(tab('People'))
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(address()).toBe('/search?q=loom&tab=people')
    expect(tab('People').getAttribute('aria-current')).toBe('page')
    expect(screen.queryByRole('radio')).toBeNull()
    expect(marked()).toEqual(expect.arrayContaining(['loom', 'Loomis']))
    const results = screen.getByRole('region', { name: /^Results/ })
    await user.click(button('Unfollow @ben_loom', results))
    await waitFor(() => expect(button('Follow @ben_loom', results)).toBeTruthy())
  })

  it('are marked by the start of each word', async () => {
    await start('/search?q=an+loo&tab=people')
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(marked()).toEqual(['Ana', 'Loomis', 'ana'])
  })

  it('are found by their username only if the text starts with @', async () => {
    await start('/search?q=%40ben&tab=people')
    await waitFor(() => expect(rows()).toEqual([expect.stringContaining('@ben_loom')]))
    expect(marked()).toEqual(['ben'])
  })

  it('say so if there are none', async () => {
    await start('/search?q=hemp&tab=people')
    await screen.findByRole('heading', { name: 'No one here is called “hemp”.' })
  })

  it('that do not load are loaded again by a press', async () => {
    const { user } = await start()
    await showsPosts(ofAna, ofBen, ofCleo)
    await setLab({ kind: 'errorBefore', only: 'SearchPeople' })
    await user.click(tab('People'))
    await screen.findByRole('heading', { name: 'These people did not load' })
    await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
    await setLab()
    await user.click(button('Try again'))
    await waitFor(() => expect(rows()).toHaveLength(2))
  })

  it('who sign up are found when the tab is opened again', async () => {
    const changes = connectWithChanges()
    const { user, tab: other } = await start('/search?q=loom&tab=people')
    await waitFor(() => expect(rows()).toHaveLength(2))
    await waitForResponses()
    const change = await userChangeOf(other, await other.signUpUser('loomina'), false)
    await act(async () => changes.next(change))
    await user.click(tab('Posts'))
    await showsPosts(ofAna, ofBen, ofCleo)
    await user.click(tab('People'))
    await waitFor(() => expect(rows()).toHaveLength(3))
  })
})

it('a visitor searches all posts, and people', async () => {
  await setUp()
  const user = await startApp('/search?q=loom&in=mine')
  await showsPosts(ofAna, ofBen, ofCleo)
  expect(screen.queryByRole('radio')).toBeNull()
  await user.click(tab('People'))
  await screen.findByRole('button', { name: 'Follow @ben_loom' })
})

it.each([
  ['', 'What are you looking for?'],
  ['?q=%20', 'What are you looking for?'],
  [`?q=${'a'.repeat(201)}`, 'This text is too long'],
])('the address /search%s searches nothing, and says why', async (search, title) => {
  await start(`/search${search}`)
  await screen.findByRole('heading', { name: title })
  expect(screen.getByRole('heading', { level: 1, name: 'Search' })).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Results' })).toBeNull()
})
