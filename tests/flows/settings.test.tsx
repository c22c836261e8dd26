import { ApolloLink } from '@apollo/client'
import { act, cleanup, renderHook, screen, waitFor, within } from '@testing-library/react'
import { concat, delayWhen, ignoreElements, NEVER, tap } from 'rxjs'
import { expect, it, vi } from 'vitest'
import { sessionClient } from '../../src/apollo/client.ts'
import { writeDraft } from '../../src/features/drafts/draftStore.ts'
import { usePreferences } from '../../src/ui/preferences/preferences.ts'
import { beginSession, currentSession, endSession } from '../../src/session/session.ts'
import { deferred } from '../deferred.ts'
import {
  address,
  connectNewBackend,
  holdDatabase,
  injectedFaultMessage,
  openOtherTab,
  serverErrorMessage,
  sessionOf,
  setLab,
  startApp,
  waitForResponses,
} from './app.tsx'
import { loseResponses, reconnect, stopResends } from './lostResponses.ts'
import { button, expectLoggedErrors, expectToasts, toasts } from './screen.ts'

it('"Download my data" is busy from the press on, and goes on after the user has left the page', async () => {
  // jsdom would navigate to the file.
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const tab = await openOtherTab({ samples: false })
  const user = await startApp('/settings', { as: await tab.signUpUser('ana') })
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
  const held = await holdDatabase(tab)
  await user.click(button('Download my data'))
  expect(button('Download my data').getAttribute('aria-busy')).toBe('true')
  await user.click(screen.getByRole('link', { name: 'Home' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Download my data' })).toBeNull())
  await user.click(screen.getByRole('link', { name: 'Settings' }))
  expect((await screen.findByRole('button', { name: 'Download my data' })).getAttribute('aria-busy')).toBe('true')
  await held.release()
  await expectToasts('success: Your data was downloaded')
  expect(click).toHaveBeenCalledOnce()
  expect(button('Download my data').getAttribute('aria-busy')).toBeNull()
})

it('signs the other devices out once although the responses are lost', async () => {
  const { SignOutEverywhere: keys } = loseResponses({ SignOutEverywhere: 2 })
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const user = await startApp('/settings', { as: ana })
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
  await expectToasts('success: Signed out everywhere else')
  expect(new Set(keys).size).toBe(1)
  expect((await tab.store.read.users.byUsername('ana'))?.tokenVersion).toBe(1)
  expect(currentSession().session?.token).not.toBe(ana.token)
})

it('shows the message of a refused sign-out, and the session goes on', async () => {
  const tab = await openOtherTab({ samples: false })
  const user = await startApp('/settings', { as: await tab.signUpUser('ana') })
  await setLab({ kind: 'errorBefore', only: 'SignOutEverywhere' })
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
  await expectToasts(`error: ${serverErrorMessage}`)
  await expectLoggedErrors(injectedFaultMessage)
  expect(currentSession().session?.user.username).toBe('ana')
})

it('leads to log-in if the token was revoked before "Sign out everywhere"', async () => {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const user = await startApp('/settings', { as: ana })
  await screen.findByRole('button', { name: 'Sign out everywhere' })
  await tab.gql('mutation { signOutEverywhere { token } }', {}, ana.token)
  await user.click(button('Sign out everywhere'))
  await screen.findByRole('heading', { name: 'Welcome back' })
  expect(localStorage.getItem('data')).toBeNull()
})

it('"Sign out everywhere" signs nobody in who logs out before its response', async () => {
  const tab = await openOtherTab({ samples: false })
  const user = await startApp('/settings', { as: await tab.signUpUser('ana') })
  await screen.findByRole('button', { name: 'Sign out everywhere' })
  const held = await holdDatabase(tab)
  await user.click(button('Sign out everywhere'))
  await user.click(button('Log out'))
  await screen.findByRole('heading', { name: 'Welcome back' })
  await held.release()
  await expect.poll(async () => (await tab.store.read.users.byUsername('ana'))?.tokenVersion).toBe(1)
  await waitForResponses()
  expect(localStorage.getItem('data')).toBeNull()
  expect(currentSession().session).toBeNull()
  await expectToasts('info: Logged out')
})

it('deletes an account once although the responses are lost', async () => {
  const { DeleteAccount: keys } = loseResponses({ DeleteAccount: 2 })
  const tab = await openOtherTab({ samples: false })
  const user = await startApp('/settings', { as: await tab.signUpUser('ana') })
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.type(dialog.getByRole('textbox'), 'ana')
  await user.click(dialog.getByRole('button', { name: 'Delete my account' }))
  await expectToasts('info: Your account was deleted')
  await waitFor(() => expect(address()).toBe('/'))
  expect(keys).toHaveLength(3)
  expect(await tab.store.read.users.byUsername('ana')).toBeUndefined()
})

it('sends one request for three activations of "Delete my account" in one task', async () => {
  const sent: string[] = []
  connectNewBackend(
    new ApolloLink((operation, forward) => {
      sent.push(operation.operationName ?? '')
      return forward(operation)
    }),
  )
  const tab = await openOtherTab({ samples: false })
  const user = await startApp('/settings', { as: await tab.signUpUser('ana') })
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.type(dialog.getByRole('textbox'), 'ana')
  for (let time = 0; time < 3; time += 1) dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expectToasts('info: Your account was deleted')
  expect(sent.filter((operation) => operation === 'DeleteAccount')).toHaveLength(1)
})

it('names what goes with an account, without what there is none of', async () => {
  const tab = await openOtherTab({ samples: false })
  const [ana, ben] = [await tab.signUpUser('ana'), await tab.signUpUser('ben')]
  await tab.post(ana, 'Hemp')
  await tab.rest('POST', `/users/follow/${ben.id}`, { token: ana.token })
  const user = await startApp('/settings', { as: ana })
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await dialog.findByText('post')
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['1post', '1following'])
})

it('says that the profile goes with an account that has nothing else', async () => {
  const tab = await openOtherTab({ samples: false })
  const user = await startApp('/settings', { as: await tab.signUpUser('ana') })
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await dialog.findByText('Your profile goes at once, on every device. This cannot be undone.')
  expect(dialog.queryByRole('listitem')).toBeNull()
})

it('a deletion of an account that is cancelled without a connection is not sent again', async () => {
  const tab = await openOtherTab({ samples: false })
  const user = await startApp('/settings', { as: await tab.signUpUser('ana') })
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.type(dialog.getByRole('textbox'), 'ana')
  await setLab({ kind: 'dropped', only: 'DeleteAccount' })
  stopResends()
  await user.click(dialog.getByRole('button', { name: 'Delete my account' }))
  await dialog.findByText('No connection. Trying again…')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await setLab()
  await reconnect()
  await waitForResponses()
  expect(await tab.store.read.users.byUsername('ana')).toBeDefined()
  expect(toasts()).toEqual([])
})

it('"Sign out everywhere" continues with what is loaded, and sends the new token from then on', async () => {
  const tab = await openOtherTab()
  const ana = await tab.signUpUser('ana')
  const user = await startApp('/settings', { as: ana })
  await screen.findByRole('button', { name: 'Follow @kenjimori' })
  const client = sessionClient()
  await user.click(button('Sign out everywhere'))
  await expectToasts('success: Signed out everywhere else')
  expect(sessionClient()).toBe(client)
  await user.click(button('Follow @kenjimori'))
  await screen.findByRole('button', { name: 'Unfollow @kenjimori' })
  await waitForResponses()
  expect(await tab.store.read.follows.page('byFollower', { of: ana.id, limit: 9 })).toHaveLength(1)
})

it('preferences change only with their own keys of the storage', () => {
  const { result } = renderHook(usePreferences)
  const former = result.current
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'draft:1:new' })))
  expect(result.current).toBe(former)
  localStorage.setItem('shortcuts', 'off')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'shortcuts' })))
  expect(result.current).toEqual({ ...former, shortcuts: 'off' })
})

/** Starts the deletion of an account and keeps it under way until `release`. */
async function startDeletion() {
  const tab = await openOtherTab({ samples: false })
  const ben = await tab.signUpUser('ben')
  const ana = await tab.signUpUser('ana')
  const user = await startApp('/settings', { as: ana })
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.type(dialog.getByRole('textbox'), 'ana')
  const { release } = await holdDatabase(tab)
  await user.click(dialog.getByRole('button', { name: 'Delete my account' }))
  return { tab, ana, ben, release }
}

it('a deleted account leads to the landing page although another call was refused before the response', async () => {
  const { release } = await startDeletion()
  // As a refused call does.
  endSession('tokenRejected')
  await screen.findByRole('heading', { name: 'Welcome back' })
  await release()
  await expectToasts('info: Your account was deleted')
  await waitFor(() => expect(address()).toBe('/'))
})

it('a deleted account leads to the landing page although the response comes during the redirect to log-in', async () => {
  const [deleted, redirected] = [deferred(), deferred()]
  connectNewBackend(
    new ApolloLink((operation, forward) => {
      if (operation.operationName === 'Changes') return NEVER
      if (operation.operationName !== 'DeleteAccount') return forward(operation)
      return forward(operation).pipe(
        tap(() => deleted.resolve()),
        delayWhen(() => redirected.promise),
      )
    }),
  )
  const { release } = await startDeletion()
  await release()
  await deleted.promise
  const replace = history.replaceState.bind(history)
  vi.spyOn(history, 'replaceState').mockImplementation((data, unused, url) => {
    replace(data, unused, url)
    // The router has changed the address, and has yet to render it.
    if (url === '/login') redirected.resolve()
  })
  // As a refused call does.
  endSession('tokenRejected')
  await expectToasts('info: Your account was deleted')
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Welcome back' })).toBeNull())
  await waitForResponses()
  await waitFor(() => expect(address()).toBe('/'))
})

it('a reload before the response to a deletion leads to the landing page, and leaves no draft of the user', async () => {
  connectNewBackend(
    new ApolloLink((operation, forward) => {
      if (operation.operationName === 'Changes') return NEVER
      if (operation.operationName !== 'DeleteAccount') return forward(operation)
      return concat(forward(operation).pipe(ignoreElements()), NEVER)
    }),
  )
  const { tab, ana, release } = await startDeletion()
  const draft = { kind: 'post', text: 'Not yet', request: { key: 'k1' }, status: { type: 'editing' } } as const
  writeDraft(`draft:${ana.id}:new`, draft)
  await release()
  await expect.poll(() => tab.store.read.users.byUsername('ana')).toBeUndefined()
  cleanup()
  connectNewBackend()
  await startApp('/home', { as: ana })
  await waitFor(() => expect(address()).toBe('/'))
  expect(Object.entries(localStorage).filter(([key, value]) => `${key} ${value}`.includes(ana.id))).toEqual([])
})

it('the page of the user who logs in after an account was deleted is loaded once', async () => {
  const sent: string[] = []
  connectNewBackend(
    new ApolloLink((operation, forward) => {
      sent.push(operation.operationName ?? '')
      return forward(operation)
    }),
  )
  const { ben, release } = await startDeletion()
  endSession('tokenRejected')
  await screen.findByRole('heading', { name: 'Welcome back' })
  await release()
  await expectToasts('info: Your account was deleted')
  await waitForResponses()
  sent.length = 0
  cleanup()
  await startApp('/explore', { as: ben })
  await waitFor(() => expect(sent).toContain('Changes'))
  await waitForResponses()
  expect(sent.filter((name) => name === 'ExplorePage')).toHaveLength(1)
})

it('a deletion of an account does not end the session of a user who logged in meanwhile', async () => {
  const { ben, release } = await startDeletion()
  await act(async () => beginSession(sessionOf(ben)))
  await release()
  await waitForResponses()
  expect(currentSession().session?.user.username).toBe('ben')
  expect(toasts()).toEqual([])
})

it('each control of the settings is described by its hint', async () => {
  const tab = await openOtherTab({ samples: false })
  await startApp('/settings', { as: await tab.signUpUser('ana') })
  const settings = await screen.findByRole('main')
  const controls = settings.querySelectorAll('section :is(fieldset, [role=switch], button)')
  const hints = Array.from(controls, (control) => {
    const hint = document.getElementById(control.getAttribute('aria-describedby') ?? '')
    return hint?.textContent ?? control.outerHTML
  })
  expect(hints).toEqual([
    'System follows your device.',
    'Reduced stops slides, beats and loops.',
    'Ask once before a picture is posted without a description.',
    'Single keys such as J, K and L. Press ? to see them all.',
    'When people like your posts, once a day for each post.',
    'When someone answers one of your posts.',
    'When someone writes @ and your username.',
    'When people follow you, once a day.',
    'Profile, posts, bookmarks, likes and follows in one file, with links to your pictures.',
    'Ends every session of your account but this one.',
    'Removes your profile, posts, pictures and likes. This cannot be undone.',
  ])
})
