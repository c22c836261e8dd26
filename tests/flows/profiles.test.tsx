import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ProfileField } from '../../src/features/drafts/draft.ts'
import { profileFields } from '../../src/features/profile/profileFields.ts'
import {
  countWrites,
  failEveryCall,
  holdDatabase,
  injectedFaultMessage,
  openOtherTab,
  reload,
  serverErrorMessage,
  setLab,
  startApp,
} from './app.tsx'
import { loseResponses } from './lostResponses.ts'
import { button, expectLoggedErrors, findPost, suggestionsPanel, postTexts, expectToasts } from './screen.ts'
import { draftIds } from './storedDrafts.ts'

/** Profiles and suggested users (spec §2, §4). */

/** Starts the app as Ana, who has a full name and one post. Another tab has set her bio and portfolio. */
async function startOnProfile(portfolio = '', path = '/userprofile') {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana', { firstname: 'Ana', lastname: 'Ruiz' })
  await tab.rest('POST', '/users/edit', { token: ana.token, body: { userData: { profile: portfolio, bio: 'Spins' } } })
  await tab.post(ana, 'Hemp')
  return { tab, ana, user: await startApp(path, { as: ana }) }
}

describe('a profile edit', () => {
  it('is refused while its new portfolio address is no web address', async () => {
    const { user } = await startOnProfile()
    await user.click(await screen.findByRole('button', { name: 'Edit profile' }))
    const writes = countWrites()
    const portfolio = screen.getByRole('textbox', { name: 'Portfolio URL:' })
    await user.clear(portfolio)
    await user.type(portfolio, 'my loom')
    expect(portfolio.getAttribute('aria-invalid')).toBeNull()
    await user.click(button('Update Profile'))
    expect(document.activeElement).toBe(portfolio)
    expect(portfolio.getAttribute('aria-invalid')).toBe('true')
    screen.getByText('Enter a web address such as example.com.')
    expect(writes()).toBe(0)
    await user.clear(portfolio)
    await user.type(portfolio, 'loom.example')
    await user.click(button('Update Profile'))
    await expectToasts('success: Profile updated')
  })

  it('may keep a portfolio text that is no web address', async () => {
    const { user } = await startOnProfile('my loom')
    await user.click(await screen.findByRole('button', { name: 'Edit profile' }))
    await user.type(screen.getByRole('textbox', { name: 'Bio:' }), ' nettle')
    await user.click(button('Update Profile'))
    await expectToasts('success: Profile updated')
  })

  it('shows on the profile card and in the stored session at once, and after a reload', async () => {
    const { ana, user } = await startOnProfile()
    await user.click(await screen.findByRole('button', { name: 'Edit profile' }))
    const typed: Record<ProfileField, string> = { portfolioUrl: 'ana.example', bio: 'Spins nettle' }
    for (const { name, label } of profileFields) {
      await user.clear(screen.getByRole('textbox', { name: label }))
      await user.type(screen.getByRole('textbox', { name: label }), typed[name])
    }
    await user.click(button('Update Profile'))
    await expectToasts('success: Profile updated')
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Bio:' })).toBeNull())
    for (const text of Object.values(typed)) screen.getByText(text)
    expect(screen.getByRole('link', { name: 'ana.example' })).toBeTruthy()
    expect(JSON.parse(localStorage.getItem('curr_user') ?? '')).toMatchObject({
      _id: ana.id,
      username: 'ana',
      firstName: 'Ana',
      lastName: 'Ruiz',
      bio: 'Spins nettle',
      profile: 'ana.example',
    })
    await reload('/userprofile', ana)
    for (const text of Object.values(typed)) await screen.findByText(text)
  })

  it('updates a picture that another tab has changed in the navigation, on the card and on posts', async () => {
    const { tab, ana, user } = await startOnProfile()
    await tab.rest('POST', '/users/edit', { token: ana.token, body: { userData: { avatar: '/art/avatar-ines.svg' } } })
    await user.click(await screen.findByRole('button', { name: 'Edit profile' }))
    await user.click(button('Update Profile'))
    await expectToasts('success: Profile updated')
    const nav = screen.getByRole('navigation', { name: 'Main' })
    await within(nav).findByText('Ana')
    for (const place of [nav, screen.getByRole('region', { name: 'Profile of Ana Ruiz' }), await findPost('Hemp')]) {
      // It shows once the code that finds animations has loaded.
      await waitFor(() => expect(place.querySelector('img')?.getAttribute('src')).toBe('/art/avatar-ines.svg'))
    }
    expect(localStorage.getItem('curr_user')).toContain('"avatar":"/art/avatar-ines.svg"')
  })

  it('is sent once when Update Profile is pressed twice, and the form keeps its text until the response', async () => {
    const { tab, user } = await startOnProfile()
    await user.click(await screen.findByRole('button', { name: 'Edit profile' }))
    const bio = screen.getByRole('textbox', { name: 'Bio:' })
    await user.type(bio, ' hemp')
    const held = await holdDatabase(tab)
    await user.dblClick(button('Update Profile'))
    expect(bio).toHaveProperty('value', 'Spins hemp')
    expect(localStorage.getItem('curr_user')).toContain('"bio":""')
    await held.release()
    await expectToasts('success: Profile updated')
  })

  it('leaves the focus where the user is when the response arrives', async () => {
    const { tab, user } = await startOnProfile()
    await user.click(await screen.findByRole('button', { name: 'Edit profile' }))
    await user.type(screen.getByRole('textbox', { name: 'Bio:' }), ' hemp')
    const held = await holdDatabase(tab)
    await user.click(button('Update Profile'))
    const search = screen.getByRole('combobox', { name: 'Search Users...' })
    await user.click(search)
    await held.release()
    await expectToasts('success: Profile updated')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Update Profile' })).toBeNull())
    expect(document.activeElement).toBe(search)
  })

  it.each([{ isComposing: true }, { keyCode: 229 }])(
    'stays open on Escape during an IME composition (%o), and closes on the next Escape',
    async (composing) => {
      const { user } = await startOnProfile()
      await user.click(await screen.findByRole('button', { name: 'Edit profile' }))
      const bio = screen.getByRole('textbox', { name: 'Bio:' })
      await user.type(bio, ' hemp')
      fireEvent.keyDown(bio, { key: 'Escape', ...composing })
      await user.type(bio, '!')
      expect(screen.getByRole('textbox', { name: 'Bio:' })).toHaveProperty('value', 'Spins hemp!')
      fireEvent.keyDown(bio, { key: 'Escape' })
      await user.click(await screen.findByRole('button', { name: 'Discard' }))
      await waitFor(() => expect(bio.isConnected).toBe(false))
    },
  )
})

describe('the form for the profile', () => {
  const bio = () => screen.findByRole('textbox', { name: 'Bio:' })

  it('keeps what was typed through a reload and a navigation, until it is saved', async () => {
    const { ana, user } = await startOnProfile()
    await user.click(await screen.findByRole('button', { name: 'Edit profile' }))
    await user.type(await bio(), ' hemp')
    await reload('/home', ana)
    await findPost('Hemp')
    const again = await reload('/userprofile', ana)
    expect(await bio()).toHaveProperty('value', 'Spins hemp')
    expect(document.activeElement).not.toBe(await bio())
    await again.click(button('Update Profile'))
    await expectToasts('success: Profile updated')
    await screen.findByText('Spins hemp')
    await reload('/userprofile', ana)
    await screen.findByText('Spins hemp')
    expect(screen.queryByRole('textbox', { name: 'Bio:' })).toBeNull()
    expect(draftIds()).toEqual([])
  })

  it('asks once before a change is discarded, and not without a change', async () => {
    const { user } = await startOnProfile()
    await user.click(await screen.findByRole('button', { name: 'Edit profile' }))
    await user.type(await bio(), ' hemp')
    await user.click(button('Close profile form'))
    expect(document.activeElement).toBe(button('Keep editing'))
    await user.click(button('Keep editing'))
    expect(document.activeElement).toBe(await bio())
    expect(await bio()).toHaveProperty('value', 'Spins hemp')
    await user.click(button('Close profile form'))
    await user.click(button('Discard'))
    await screen.findByText('Spins')
    await user.click(button('Edit profile'))
    expect(await bio()).toHaveProperty('value', 'Spins')
    await user.click(button('Close profile form'))
    expect(screen.queryByRole('textbox', { name: 'Bio:' })).toBeNull()
  })

  it('closes when its response comes after a lost one', async () => {
    const { EditProfile: keys = [] } = loseResponses({ EditProfile: 1 })
    const { user } = await startOnProfile()
    await user.click(await screen.findByRole('button', { name: 'Edit profile' }))
    const field = await bio()
    await user.type(field, ' hemp')
    await user.click(button('Update Profile'))
    await waitFor(() => expect(field.isConnected).toBe(false))
    expect(keys).toEqual([keys[1], keys[0]])
    await screen.findByText('Spins hemp')
    expect(document.activeElement).toBe(button('Edit profile'))
    await expectToasts('success: Profile updated')
    await waitFor(() => expect(draftIds()).toEqual([]))
  })

  it('closes after an error with which the backend has saved it all the same', async () => {
    const { user } = await startOnProfile()
    await user.click(await screen.findByRole('button', { name: 'Edit profile' }))
    const field = await bio()
    await user.type(field, ' hemp')
    await setLab({ kind: 'errorAfter', only: 'EditProfile' })
    await user.click(button('Update Profile'))
    await waitFor(() => expect(field.isConnected).toBe(false))
    await screen.findByText('Spins hemp')
    expect(document.activeElement).toBe(button('Edit profile'))
    await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
    await waitFor(() => expect(draftIds()).toEqual([]))
  })

  it('says that a form without a change was not saved', async () => {
    const notSaved = 'Not saved. Your text is still here.'
    // The mutation, and the query that fetches the profile again.
    const failure = [injectedFaultMessage, serverErrorMessage, injectedFaultMessage, serverErrorMessage]
    const { user } = await startOnProfile()
    await user.click(await screen.findByRole('button', { name: 'Edit profile' }))
    const field = await bio()
    await failEveryCall()
    await user.click(button('Update Profile'))
    await screen.findByText(notSaved)
    await expectLoggedErrors(...failure)
    await user.type(field, ' hemp')
    await user.type(field, '{Backspace>5/}')
    expect(screen.queryByText(notSaved)).toBeNull()
    await user.click(button('Update Profile'))
    await screen.findByText(notSaved)
    expect(await bio()).toHaveProperty('value', 'Spins')
    await expectLoggedErrors(...failure)
    await setLab()
    await user.click(button('Update Profile'))
    await expectToasts('success: Profile updated')
    await waitFor(() => expect(field.isConnected).toBe(false))
    expect(draftIds()).toEqual([])
  })

  it('does not close over what was typed while it was being saved', async () => {
    const { tab, user } = await startOnProfile()
    await user.click(await screen.findByRole('button', { name: 'Edit profile' }))
    await user.type(await bio(), ' hemp')
    const held = await holdDatabase(tab)
    await user.click(button('Update Profile'))
    await user.type(await bio(), ' and silk')
    await held.release()
    await expectToasts('success: Profile updated')
    expect(await bio()).toHaveProperty('value', 'Spins hemp and silk')
  })
})

describe('a portfolio text', () => {
  it('is shown as a link if it is a web address', async () => {
    await startOnProfile('ana.example/prints')
    const link = await screen.findByRole('link', { name: 'ana.example/prints' })
    expect(link.getAttribute('href')).toBe('https://ana.example/prints')
    expect(link.getAttribute('rel')).toContain('noopener')
  })

  it.each(['javascript:alert(1)', 'not a link', 'https://'])(
    'stays plain text if it is not a web address: %s',
    async (typed) => {
      await startOnProfile(typed)
      const card = await screen.findByRole('region', { name: 'Profile of Ana Ruiz' })
      expect(within(card).queryByRole('link', { name: typed })).toBeNull()
      expect(card.textContent).toContain(typed)
    },
  )

  it('is not shown if it consists of spaces', async () => {
    await startOnProfile('   ')
    const card = await screen.findByRole('region', { name: 'Profile of Ana Ruiz' })
    expect(card.querySelector('.lucide-link')).toBeNull()
  })
})

describe('the viewer', () => {
  it('is not among the suggested users and has no Follow button', async () => {
    const { tab, user } = await startOnProfile('', '/explore')
    await tab.signUpUser('ben')
    await user.click(await screen.findByRole('link', { name: 'Home' }))
    const panel = await suggestionsPanel()
    expect(within(panel).queryByText('@ana')).toBeNull()
    expect(within(await findPost('Hemp')).queryByRole('button', { name: /follow/i })).toBeNull()
  })

  it('sees their own profile at the address with their id', async () => {
    const { ana } = await startOnProfile()
    await reload(`/userprofile/${ana.id}`, ana)
    expect(await screen.findByRole('button', { name: 'Edit profile' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^(Un)?follow$/i })).toBeNull()
    expect(postTexts()).toEqual(['Hemp'])
  })
})

it('the suggested users are shown exactly once at desktop, tablet and phone widths', async () => {
  const tab = await openOtherTab()
  const ana = await tab.signUpUser('ana')
  await startApp('/explore', { as: ana })
  for (const width of [1280, 1119, 600]) {
    innerWidth = width
    window.dispatchEvent(new Event('resize'))
    await waitFor(async () =>
      expect(within(await suggestionsPanel()).getAllByRole('button', { name: /^Follow @/ })).toHaveLength(6),
    )
    expect(screen.getAllByRole('complementary')).toHaveLength(1)
    expect(screen.getAllByRole('navigation', { name: 'Main' })).toHaveLength(1)
  }
})
