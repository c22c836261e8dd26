import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { currentScope, currentSession } from '../../src/session/session.ts'
import { openLab } from '../../src/backend/lab.ts'
import { passwordInput, type TestBackend, type TestUser } from '../backend.ts'
import { at, textAt } from '../values.ts'
import { address, storeSession, openOtherTab, deleteUserRow, sessionOf, startApp } from './app.tsx'
import { stopResends } from './lostResponses.ts'
import { button, findPost, expectToasts } from './screen.ts'

/** Sessions and route guards (spec §2-§4; docs/spec-decisions.md, "Identity and tokens"). */

async function startAs(username: string, path: string) {
  const tab = await openOtherTab()
  const ana = await tab.signUpUser(username)
  const user = await startApp(path, { as: ana })
  return { tab, ana, user }
}

/** Holds the timers for which `isHeld` returns true until `release`. */
function holdTimers(isHeld: (timer: { ms: number }) => boolean): { release: () => void } {
  const start = globalThis.setTimeout
  const held: (() => void)[] = []
  vi.stubGlobal('setTimeout', (callback: () => void, ms = 0) => {
    if (!isHeld({ ms })) return start(callback, ms)
    held.push(callback)
    return undefined
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return {
    release: () => {
      for (const callback of held) callback()
    },
  }
}

/** Returns the user's new token. The other ones are refused from now on. */
async function signOutEverywhere(tab: TestBackend, { token }: TestUser): Promise<string> {
  const response = await tab.gql('mutation { signOutEverywhere { token } }', {}, token)
  return textAt(response, 'data.signOutEverywhere.token')
}

describe('the route guards', () => {
  it.each(['/', '/login', '/signup'])('redirect a signed-in user from %s to /home', async (path) => {
    await startAs('ana', path)
    await screen.findByRole('heading', { name: 'Home' })
    expect(address()).toBe('/home')
  })

  it.each(['/home', '/explore', '/bookmarks?x=1#y', '/userprofile', '/userprofile/someone', '/settings'])(
    'redirect a visitor from %s to log-in, which returns to it',
    async (path) => {
      const tab = await openOtherTab()
      await tab.signUpUser('ana')
      const user = await startApp(path)
      await user.type(await screen.findByLabelText('Username'), 'ana')
      expect(address()).toBe('/login')
      await user.type(screen.getByLabelText('Password'), passwordInput('ana').password)
      await user.click(button('Login'))
      await expectToasts('success: Welcome back, ana!')
      await waitFor(() => expect(address()).toBe(path))
    },
  )

  it.each([
    ['/bookmarks?x=1#y', '/bookmarks?x=1#y'],
    ['/explore/../bookmarks', '/bookmarks'],
    ['//host', '/home'],
    ['/\\host', '/home'],
    ['/.//host', '/home'],
    ['/explore/..//host', '/home'],
    ['/\t/host', '/home'],
    ['javascript:x', '/home'],
    ['https://evil', '/home'],
    ['bookmarks', '/home'],
    ['', '/home'],
    [undefined, '/home'],
    [{ path: '/explore' }, '/home'],
  ])('redirect a user whose remembered location is %j to %s', async (from, to) => {
    const tab = await openOtherTab()
    const ana = await tab.signUpUser('ana')
    await startApp('/login', { as: ana, state: { from } })
    await waitFor(() => expect(address()).toBe(to))
  })
})

describe('the stored session', () => {
  const storedUser = JSON.stringify({
    _id: '1',
    username: 'ana',
    firstName: '',
    lastName: '',
    email: '',
    bio: '',
    profile: '',
    avatar: '',
  })

  it.each([
    ['a user without a token', { curr_user: storedUser }],
    ['a token without a user', { data: 'token' }],
    ['a user that is not JSON', { data: 'token', curr_user: '{' }],
    ['null', { data: 'token', curr_user: 'null' }],
    ['an array', { data: 'token', curr_user: '[]' }],
    ['a string', { data: 'token', curr_user: '"ana"' }],
    ['a user without an id', { data: 'token', curr_user: storedUser.replace('"1"', '""') }],
    ['a user without a username', { data: 'token', curr_user: storedUser.replace('username', 'name') }],
    ['an empty token', { data: '', curr_user: storedUser }],
  ])('is ignored if it is %s', async (_case, items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
    await startApp('/home')
    await screen.findByRole('heading', { name: 'Welcome back' })
  })

  it('continues if the stored user lacks fields that a later version has added', async () => {
    const tab = await openOtherTab()
    const { id, token } = await tab.signUpUser('ana')
    localStorage.setItem('data', token)
    localStorage.setItem('curr_user', JSON.stringify({ _id: id, username: 'ana' }))
    await startApp('/home')
    await screen.findByRole('heading', { name: 'Home' })
    within(screen.getByRole('navigation', { name: 'Main' })).getByText('@ana')
  })

  it('is removed on log-out without other keys, and the next log-in opens Home', async () => {
    localStorage.setItem('theme', 'dark')
    localStorage.setItem('other', 'kept')
    const { user } = await startAs('ana', '/explore')
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Sort posts' }), 'Trending')
    await user.click(button('Log out'))
    await expectToasts('info: Logged out')
    await waitFor(() => expect(address()).toBe('/login'))
    const kept = { theme: 'dark', other: 'kept', exploreSort: 'TRENDING' }
    expect(Object.fromEntries(Object.entries(localStorage))).toEqual(kept)
    await user.type(await screen.findByLabelText('Username'), 'ana')
    await user.type(screen.getByLabelText('Password'), passwordInput('ana').password)
    await user.click(button('Login'))
    await waitFor(() => expect(address()).toBe('/home'))
  })

  it('is removed together with the request log on log-out', async () => {
    const { user } = await startAs('ana', '/explore')
    const cleared = vi.fn()
    const lab = await openLab()
    lab.onClearLog(cleared)
    await user.click(button('Log out'))
    await expectToasts('info: Logged out')
    await waitFor(() => expect(cleared).toHaveBeenCalledOnce())
  })

  it('ends in every tab on log-out in one tab', async () => {
    await startAs('ana', '/explore')
    await screen.findAllByRole('article')
    localStorage.removeItem('data')
    localStorage.removeItem('curr_user')
    window.dispatchEvent(new StorageEvent('storage', { key: 'data', newValue: null }))
    await screen.findByRole('heading', { name: 'Welcome back' })
    screen.getByText('You logged out in another tab.')
    expect(localStorage).toHaveLength(0)
    expect(history.state).toMatchObject({ usr: null })
  })

  it('ends in a page that returns from the back/forward cache after a log-out in another tab', async () => {
    await startAs('ana', '/explore')
    await screen.findAllByRole('article')
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    expect(address()).toBe('/explore')
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    localStorage.removeItem('data')
    localStorage.removeItem('curr_user')
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await screen.findByRole('heading', { name: 'Welcome back' })
    screen.getByText('You logged out in another tab.')
  })

  it('leads back to a page that is requested after log-out, except to the one of the log-out', async () => {
    const { user } = await startAs('ana', '/explore')
    await user.click(within(await findPost('Madder roots')).getByRole('time'))
    await screen.findByRole('heading', { level: 1, name: 'Post' })
    await user.click(screen.getByRole('link', { name: 'Bookmarks' }))
    await screen.findByRole('heading', { level: 1, name: 'Bookmarks' })
    await user.click(button('Log out'))
    await screen.findByRole('heading', { name: 'Welcome back' })
    expect(history.state).toMatchObject({ usr: null })
    history.back()
    await screen.findByRole('heading', { level: 1, name: 'Post' })
    await user.click(await screen.findByRole('link', { name: /Samuel Adu/ }))
    await screen.findByRole('heading', { name: 'Welcome back' })
    expect(history.state).toMatchObject({ usr: { from: expect.stringMatching(/^\/userprofile\/./) } })
  })

  it('does not change while another tab has stored another user, and not yet their token', async () => {
    const { tab, ana } = await startAs('ana', '/explore')
    const ben = await tab.signUpUser('ben')
    await findPost('Madder roots')
    const scope = currentScope()
    localStorage.setItem('curr_user', JSON.stringify(sessionOf(ben).user))
    window.dispatchEvent(new StorageEvent('storage', { key: 'curr_user' }))
    expect(currentScope()).toBe(scope)
    expect(scope).toMatchObject({ userId: ana.id, token: ana.token })
    localStorage.setItem('data', ben.token)
    window.dispatchEvent(new StorageEvent('storage', { key: 'data' }))
    await waitFor(() => within(screen.getByRole('navigation', { name: 'Main' })).getByText('@ben'))
    expect(currentScope()).toMatchObject({ userId: ben.id, token: ben.token })
  })

  it('switches to the user who logs in in another tab', async () => {
    const { tab, user } = await startAs('ana', '/explore')
    const ben = await tab.signUpUser('ben')
    await findPost('Madder roots')
    storeSession(ben)
    window.dispatchEvent(new StorageEvent('storage', { key: 'curr_user' }))
    await waitFor(() => within(screen.getByRole('navigation', { name: 'Main' })).getByText('@ben'))
    await user.click(button('Follow', await findPost('Madder roots')))
    await waitFor(async () =>
      expect(at(await tab.rest('GET', `/users/${ben.id}`), 'json.user.following.0.username')).toBe('samuel_adu'),
    )
    expect(localStorage.getItem('curr_user')).toContain('"username":"ben"')
    expect(localStorage.getItem('data')).toBe(ben.token)
  })

  it('stays removed when a profile edit succeeds after another tab has logged out', async () => {
    const { user } = await startAs('ana', '/userprofile')
    await user.click(await screen.findByRole('button', { name: 'Edit profile' }))
    await user.type(screen.getByLabelText('Bio:'), 'Weaver')
    // Dispatches no storage event: this tab has not been notified yet.
    localStorage.clear()
    await user.click(button('Update Profile'))
    await expectToasts('success: Profile updated')
    expect(localStorage).toHaveLength(0)
  })

  it("of another user does not show the previous user's unfinished post", async () => {
    const { tab, user } = await startAs('ana', '/home')
    const ben = await tab.signUpUser('ben')
    await user.type(await screen.findByRole('textbox', { name: 'New post' }), 'A thought of Ana')
    storeSession(ben)
    window.dispatchEvent(new StorageEvent('storage', { key: 'data' }))
    await waitFor(() => within(screen.getByRole('navigation', { name: 'Main' })).getByText('@ben'))
    expect(screen.getByRole('textbox', { name: 'New post' })).toHaveProperty('value', '')
  })
})

describe('a refused token', () => {
  it('does not remove the newer one that another tab has stored', async () => {
    const { tab, ana, user } = await startAs('ana', '/explore')
    await findPost('Madder roots')
    const token = await signOutEverywhere(tab, ana)
    // Dispatches no storage event: this tab has not been notified yet.
    localStorage.setItem('data', token)
    await user.click(screen.getByRole('link', { name: 'Bookmarks' }))
    await screen.findByRole('heading', { name: 'No Bookmarks' })
    expect(localStorage.getItem('data')).toBe(token)
    expect(currentSession().session?.token).toBe(token)
  })

  it('does not end the session until another token could have replaced it', async () => {
    const { tab, ana, user } = await startAs('ana', '/settings')
    const { change, defaults } = await openLab()
    await change({ ...defaults, latency: { ms: 5000, jitter: 0, only: 'SignOutEverywhere' } })
    const response = holdTimers(({ ms }) => ms > 4000 && ms <= 5000)
    // The session would end after a while.
    stopResends()
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
    await waitFor(async () =>
      expect(await tab.rest('GET', '/users/bookmark', { token: ana.token })).toMatchObject({ status: 401 }),
    )
    await change({ ...defaults, latency: { ...defaults.latency, ms: 0 } })
    await user.click(screen.getByRole('link', { name: 'Bookmarks' }))
    await screen.findByRole('heading', { name: 'Bookmarks' })
    vi.useRealTimers()
    response.release()
    await expectToasts('success: Signed out everywhere else')
    await screen.findByRole('heading', { name: 'No Bookmarks' })
    expect(localStorage.getItem('data')).not.toBe(ana.token)
  })

  it.each([
    ['a tampered token', async ({ token }: TestUser) => `${token}x`],
    ['the token of a deleted user', async ({ id, token }: TestUser) => deleteUserRow(id).then(() => token)],
  ])('%s ends the session, and logging in returns to the page', async (_case, refused) => {
    const tab = await openOtherTab()
    const ana = await tab.signUpUser('ana')
    await tab.signUpUser('ben')
    const user = await startApp('/bookmarks?x=1#y', { as: { ...ana, token: await refused(ana) } })
    await screen.findByRole('heading', { name: 'Welcome back' })
    await screen.findByText('You were signed out. Log in to continue: what you wrote is kept on this device.')
    expect(localStorage).toHaveLength(0)
    await user.type(screen.getByLabelText('Username'), 'ben')
    await user.type(screen.getByLabelText('Password'), passwordInput('ben').password)
    await user.click(button('Login'))
    await expectToasts('success: Welcome back, ben!')
    await waitFor(() => expect(address()).toBe('/bookmarks?x=1#y'))
    await screen.findByRole('heading', { name: 'No Bookmarks' })
  })
})
