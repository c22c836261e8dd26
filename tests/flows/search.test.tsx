import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  address,
  failEveryCall,
  serverErrorMessage,
  holdDatabase,
  openOtherTab,
  setLab,
  startApp,
  injectedFaultMessage,
  waitForResponses,
} from './app.tsx'
import { findPost, expectLoggedErrors, expectNoToasts } from './screen.ts'

/** The search in the upper bar: users while one types (spec §2, §5), and the option that searches posts. */

async function startSearch() {
  const tab = await openOtherTab()
  const ana = await tab.signUpUser('ana', { firstname: 'Ana' })
  const user = await startApp('/explore', { as: ana })
  await findPost('Madder roots')
  return { tab, ana, user, field: screen.getByRole('combobox', { name: 'Search Users...' }) }
}

function found(): string[] {
  const list = screen.queryByRole('group', { name: 'Users' })
  return list
    ? within(list)
        .getAllByRole('option')
        .map((option) => option.textContent)
    : []
}

/** Returns the active option, null if there is none. */
function activeOption(): string | null {
  const list = screen.getByRole('listbox', { name: 'Search' })
  return within(list).queryByRole('option', { selected: true })?.textContent ?? null
}

it.each([
  ['sam', ['Samuel Adu@samuel_adu'], 'Sam'],
  ['AS', ['Asha Rao@asharao', 'Tomas Vela@tomasvela'], 'As'],
  [' ken ', ['Kenji Mori@kenjimori'], 'Ken'],
  ['ana', ['Ana Last@ana'], 'Ana'],
  ['@KEN', ['Kenji Mori@kenjimori'], 'ken'],
  ['＠sam', ['Samuel Adu@samuel_adu'], 'sam'],
])('the text %j finds %j', async (text, expected, mark) => {
  const { user, field } = await startSearch()
  await user.type(field, text)
  await waitFor(() => expect(found()).toEqual(expected))
  expect(document.querySelector('mark')?.textContent).toBe(mark)
})

it('more users are found than the list has room for', async () => {
  const { tab, user, field } = await startSearch()
  for (let number = 1; number <= 12; number += 1) await tab.signUpUser(`hiro${number}`, { firstname: 'Hiro' })
  await user.type(field, 'hiro')
  await waitFor(() => expect(found()).toHaveLength(12))
})

it.each(['mori', 'kenjimori', '%', '.*', '@', '@mori'])('the text %j finds no user', async (text) => {
  const { user, field } = await startSearch()
  await user.type(field, text)
  expect(await screen.findByText(`No one here is called “${text}”.`)).toBeTruthy()
  await user.clear(field)
  expect(screen.queryByRole('listbox')).toBeNull()
})

it('Enter opens the active option and closes the list', async () => {
  const { user, field } = await startSearch()
  await user.type(field, 'as')
  await waitFor(() => expect(found()).toHaveLength(2))
  await user.keyboard('{ArrowDown}{Enter}')
  await screen.findByRole('heading', { name: 'Tomas Vela' })
  expect(field).toHaveProperty('value', '')
  expect(screen.queryByRole('listbox')).toBeNull()
})

it('choosing the viewer opens their own profile', async () => {
  const { user, field } = await startSearch()
  await user.type(field, 'ana')
  await user.click(await screen.findByRole('option', { name: /@ana/ }))
  await waitFor(() => expect(address()).toBe('/userprofile'))
})

it('choosing the user of the open page moves the focus to it and adds no entry to the history', async () => {
  const { user, field } = await startSearch()
  const choose = async () => {
    await user.type(field, 'ken')
    await user.click(await screen.findByRole('option', { name: /@kenjimori/ }))
  }
  await choose()
  await screen.findByRole('heading', { name: 'Kenji Mori' })
  const entries = history.length
  await choose()
  expect(field).toHaveProperty('value', '')
  expect(document.activeElement).toBe(screen.getByRole('main'))
  expect(history).toHaveLength(entries)
})

it('late responses to earlier texts are ignored', async () => {
  const { tab, user, field } = await startSearch()
  const held = await holdDatabase(tab)
  for (const text of ['ken', 'frey', 'sam']) {
    await user.clear(field)
    await user.type(field, text)
  }
  await held.release()
  await waitFor(() => expect(found()).toEqual(['Samuel Adu@samuel_adu']))
  await user.keyboard('{Enter}')
  await screen.findByRole('heading', { name: 'Samuel Adu' })
})

it('Enter before the response opens the first user found for the current text', async () => {
  const { tab, user, field } = await startSearch()
  await user.type(field, 'as')
  await waitFor(() => expect(found()).toHaveLength(2))
  const held = await holdDatabase(tab)
  await user.clear(field)
  await user.type(field, 'sam')
  await user.keyboard('{Enter}')
  expect(field).toHaveProperty('value', 'sam')
  await held.release()
  await screen.findByRole('heading', { name: 'Samuel Adu' })
  expect(screen.queryByRole('listbox')).toBeNull()
})

it('Enter before the response opens no profile if the text changes again', async () => {
  const { tab, user, field } = await startSearch()
  const held = await holdDatabase(tab)
  await user.type(field, 'sam')
  await user.keyboard('{Enter}')
  await user.clear(field)
  await user.type(field, 'ken')
  await held.release()
  await waitFor(() => expect(found()).toEqual(['Kenji Mori@kenjimori']))
  expect(address()).toBe('/explore')
})

it.each([
  ['opens another page', (user: UserEvent) => user.click(screen.getByRole('link', { name: 'Home' })), '/home'],
  ['presses Escape', (user: UserEvent) => user.keyboard('{Escape}'), '/explore'],
])('Enter before the response opens no profile if the user then %s', async (_what, leave, path) => {
  const { tab, user, field } = await startSearch()
  const held = await holdDatabase(tab)
  await user.type(field, 'sam')
  await user.keyboard('{Enter}')
  await leave(user)
  await held.release()
  await waitForResponses()
  expect(address()).toBe(path)
})

it('reports that no user was found only after the response', async () => {
  const { tab, user, field } = await startSearch()
  await user.type(field, 'xy')
  await screen.findByText('No one here is called “xy”.')
  const held = await holdDatabase(tab)
  await user.clear(field)
  await user.type(field, 'sam')
  expect(screen.queryByText(/No one here/)).toBeNull()
  await held.release()
  await waitFor(() => expect(found()).toEqual(['Samuel Adu@samuel_adu']))
})

it('finds a user who has signed up since the last search for the same text', async () => {
  const { tab, user, field } = await startSearch()
  await user.type(field, 'ben')
  await screen.findByText('No one here is called “ben”.')
  await tab.signUpUser('ben', { firstname: 'Ben' })
  await user.clear(field)
  await user.type(field, 'ben')
  await waitFor(() => expect(found()).toEqual(['Ben Last@ben']))
})

it('shows "Searching…" only after 300 ms', async () => {
  const { tab, user, field } = await startSearch()
  const held = await holdDatabase(tab)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value: 'sam' } })
  const searching = () => screen.queryAllByRole('status').filter(({ textContent }) => textContent === 'Searching…')
  act(() => void vi.advanceTimersByTime(299))
  expect(searching()).toEqual([])
  act(() => void vi.advanceTimersByTime(1))
  expect(searching()).toHaveLength(1)
  vi.useRealTimers()
  await held.release()
  await waitFor(() => expect(found()).toEqual(['Samuel Adu@samuel_adu']))
  expect(searching()).toEqual([])
  await user.clear(field)
})

it('a failure is logged and shown in place of the list, and Enter tries again', async () => {
  const { user, field } = await startSearch()
  await failEveryCall()
  await user.type(field, 's')
  await screen.findByText('The search failed. Press Enter to try again.')
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
  expect(screen.queryByText(/No one here/)).toBeNull()
  await setLab()
  await user.clear(field)
  expect(screen.queryByText(/The search failed/)).toBeNull()
  await expectNoToasts(user)
  await failEveryCall()
  await user.type(field, 'sam')
  await waitFor(() => expect(screen.getByText(/The search failed/)).toBeTruthy())
  await setLab()
  vi.mocked(console.error).mockClear()
  await user.type(field, '{Enter}')
  await screen.findByRole('heading', { name: 'Samuel Adu' })
})

it('after a failed search, Enter logs another failure, and searches posts once no user is found', async () => {
  const { user, field } = await startSearch()
  await failEveryCall()
  await user.type(field, 'x')
  await screen.findByText('The search failed. Press Enter to try again.')
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
  await user.type(field, '{Enter}')
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
  await setLab()
  await user.type(field, '{Enter}')
  await waitFor(() => expect(address()).toBe('/search?q=x'))
})

it('an arrow key that opens the list scrolls to the active option', async () => {
  const { user, field } = await startSearch()
  await user.type(field, 'as')
  await waitFor(() => expect(found()).toHaveLength(2))
  await user.keyboard('{Escape}')
  expect(found()).toEqual([])
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  await user.keyboard('{ArrowUp}')
  expect(scroll.mock.contexts).toEqual([screen.getAllByRole('option')[2]])
})

describe('the option that searches posts', () => {
  const label = (text: string) => `Search posts for “${text}”`

  it('comes last, after the users, and leads to the page of the search, whose text the box has', async () => {
    const { user, field } = await startSearch()
    await user.type(field, 'as')
    await waitFor(() => expect(found()).toHaveLength(2))
    expect(activeOption()).toBe('Asha Rao@asharao')
    await user.keyboard('{ArrowUp}')
    expect(activeOption()).toBe(label('as'))
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { level: 1, name: 'Results for “as”' })
    expect(address()).toBe('/search?q=as')
    expect(field).toHaveProperty('value', 'as')
    expect(screen.queryByRole('listbox')).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Home' }))
    await screen.findByRole('heading', { name: 'Home' })
    expect(field).toHaveProperty('value', '')
    await act(async () => history.back())
    await waitFor(() => expect(field).toHaveProperty('value', 'as'))
  })

  it('is the active one if no user is found', async () => {
    const { user, field } = await startSearch()
    await user.type(field, ' madder & weld ')
    await screen.findByText('No one here is called “madder & weld”.')
    expect(activeOption()).toBe(label('madder & weld'))
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { level: 1, name: 'Results for “madder & weld”' })
    expect(field).toHaveProperty('value', 'madder & weld')
  })

  it('can be pressed', async () => {
    const { user, field } = await startSearch()
    await user.type(field, 'ken')
    await user.click(await screen.findByRole('option', { name: label('ken') }))
    await waitFor(() => expect(address()).toBe('/search?q=ken'))
  })

  it('is there while users are searched, without waiting for them, and stays active when they come', async () => {
    const { tab, user, field } = await startSearch()
    const held = await holdDatabase(tab)
    await user.type(field, 'sam')
    await screen.findByRole('option', { name: label('sam') })
    expect(activeOption()).toBeNull()
    await user.keyboard('{ArrowDown}')
    expect(activeOption()).toBe(label('sam'))
    await held.release()
    await waitFor(() => expect(found()).toEqual(['Samuel Adu@samuel_adu']))
    expect(activeOption()).toBe(label('sam'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/search?q=sam'))
  })

  it('is there after a failure', async () => {
    const { user, field } = await startSearch()
    await failEveryCall()
    await user.type(field, 's')
    await screen.findByText('The search failed. Press Enter to try again.')
    await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
    await setLab()
    expect(activeOption()).toBeNull()
    await user.keyboard('{ArrowUp}{Enter}')
    await screen.findByRole('heading', { level: 1, name: 'Results for “s”' })
  })

  it('is chosen by an Enter before the response if no user is found', async () => {
    const { tab, user, field } = await startSearch()
    const held = await holdDatabase(tab)
    await user.type(field, 'loom{Enter}')
    expect(address()).toBe('/explore')
    await held.release()
    await waitFor(() => expect(address()).toBe('/search?q=loom'))
  })

  it('on the page of a search moves the focus to the results of the new text', async () => {
    const { user, field } = await startSearch()
    await user.type(field, 'madder')
    await screen.findByText(/^No one here/)
    await user.keyboard('{Enter}')
    await findPost('Madder roots')
    await user.clear(field)
    await user.type(field, 'indigo')
    await screen.findByText('No one here is called “indigo”.')
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { level: 1, name: 'Results for “indigo”' })
    // The content of the page, or its heading.
    expect(screen.getByRole('main').contains(document.activeElement)).toBe(true)
  })

  it('keeps what is typed before the page of the former text is shown', async () => {
    const { tab, user, field } = await startSearch()
    const held = await holdDatabase(tab)
    await user.type(field, 'madder')
    await screen.findByRole('option', { name: label('madder') })
    await user.keyboard('{ArrowUp}{Enter}')
    await user.clear(field)
    await user.type(field, 'ken')
    await held.release()
    await screen.findByRole('heading', { level: 1, name: 'Results for “madder”' })
    expect(field).toHaveProperty('value', 'ken')
    await waitFor(() => expect(found()).toEqual(['Kenji Mori@kenjimori']))
  })
})
