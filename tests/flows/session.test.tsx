import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { at, passwordInput, type TestUser } from '../backend.ts'
import { address, keepSession, openOtherTab, removeMember, startApp } from './app.tsx'
import { button, findPost, told } from './screen.ts'

/** Sessions: who is signed in, until when, and on which page (spec §2-§4; docs/spec-decisions.md, "Identity and tokens"). */

async function startAs(username: string, path: string) {
  const tab = await openOtherTab()
  const member = await tab.signUpUser(username)
  const user = await startApp(path, { as: member })
  return { tab, member, user }
}

describe('the guards', () => {
  it.each(['/', '/login', '/signup'])('lead a member from %s to /home', async (path) => {
    await startAs('ana', path)
    await screen.findByRole('heading', { name: 'Home' })
    expect(address()).toBe('/home')
  })

  it.each(['/home', '/explore', '/bookmarks?x=1#y', '/userprofile', '/userprofile/someone'])(
    'lead a visitor from %s to log-in, and back after it',
    async (path) => {
      const tab = await openOtherTab()
      await tab.signUpUser('ana')
      const user = await startApp(path)
      await user.type(await screen.findByLabelText('Username'), 'ana')
      expect(address()).toBe('/login')
      await user.type(screen.getByLabelText('Password'), passwordInput('ana').password)
      await user.click(button('Login'))
      await told('success: Welcome back, ana!')
      expect(address()).toBe(path)
    },
  )

  it.each([
    ['/bookmarks?x=1#y', '/bookmarks?x=1#y'],
    ['/explore/../bookmarks', '/bookmarks'],
    ['//host', '/home'],
    ['/\\host', '/home'],
    ['/\t/host', '/home'],
    ['javascript:x', '/home'],
    ['https://evil', '/home'],
    ['bookmarks', '/home'],
    ['', '/home'],
    [undefined, '/home'],
    [{ path: '/explore' }, '/home'],
  ])('remember %j, and lead to %s', async (from, to) => {
    const tab = await openOtherTab()
    const ana = await tab.signUpUser('ana')
    await startApp('/login', { as: ana, state: { from } })
    await waitFor(() => expect(address()).toBe(to))
  })
})

describe('what is kept on the device', () => {
  const user = JSON.stringify({
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
    ['a member without a token', { curr_user: user }],
    ['a token without a member', { data: 'token' }],
    ['a member that is not JSON', { data: 'token', curr_user: '{' }],
    ['null', { data: 'token', curr_user: 'null' }],
    ['a list', { data: 'token', curr_user: '[]' }],
    ['a word', { data: 'token', curr_user: '"ana"' }],
    ['a member without an id', { data: 'token', curr_user: user.replace('"1"', '""') }],
    ['a member without a name', { data: 'token', curr_user: user.replace('username', 'name') }],
    ['an empty token', { data: '', curr_user: user }],
  ])('%s means logged out, never a blank page', async (_case, kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
    await startApp('/home')
    await screen.findByRole('heading', { name: 'Welcome back' })
  })

  it('logging out removes exactly two keys, and does not remember the page', async () => {
    localStorage.setItem('theme', 'dark')
    localStorage.setItem('other', 'kept')
    const { user: person } = await startAs('ana', '/explore')
    await person.selectOptions(await screen.findByRole('combobox', { name: 'Sort posts' }), 'Trending')
    await person.click(button('Log out'))
    await told('info: Logged out')
    expect(address()).toBe('/login')
    expect(Object.fromEntries(Object.entries(localStorage))).toEqual({ theme: 'dark', other: 'kept', sort: 'TRENDING' })
    await person.type(await screen.findByLabelText('Username'), 'ana')
    await person.type(screen.getByLabelText('Password'), passwordInput('ana').password)
    await person.click(button('Login'))
    await waitFor(() => expect(address()).toBe('/home'))
  })

  it('logging out clears the request log', async () => {
    const { user: person } = await startAs('ana', '/explore')
    const { openLab } = await import('../../src/backend/lab.ts')
    const cleared = vi.fn()
    const lab = await openLab()
    lab.onClearLog(cleared)
    await person.click(button('Log out'))
    await told('info: Logged out')
    await waitFor(() => expect(cleared).toHaveBeenCalledOnce())
  })

  it('logging out in one tab logs out in every tab', async () => {
    await startAs('ana', '/explore')
    await screen.findAllByRole('article')
    localStorage.removeItem('data')
    localStorage.removeItem('curr_user')
    window.dispatchEvent(new StorageEvent('storage', { key: 'data', newValue: null }))
    await screen.findByRole('heading', { name: 'Welcome back' })
    expect(localStorage).toHaveLength(0)
    expect(history.state).toMatchObject({ usr: null })
  })

  it('another member who logs in in another tab is the one here too', async () => {
    const { tab, user: person } = await startAs('ana', '/explore')
    const ben = await tab.signUpUser('ben')
    await findPost('Madder roots')
    keepSession(ben)
    window.dispatchEvent(new StorageEvent('storage', { key: 'curr_user' }))
    await waitFor(() => within(screen.getByRole('navigation', { name: 'Main' })).getByText('@ben'))
    await person.click(button('Follow', await findPost('Madder roots')))
    await waitFor(async () =>
      expect(at(await tab.rest('GET', `/users/${ben.id}`), 'json.user.following.0.username')).toBe('samuel_adu'),
    )
    expect(localStorage.getItem('curr_user')).toContain('"username":"ben"')
    expect(localStorage.getItem('data')).toBe(ben.token)
  })

  it('what changes of the member puts back no token that another tab has removed', async () => {
    const { user: person } = await startAs('ana', '/userprofile')
    await person.click(await screen.findByRole('button', { name: 'Edit profile' }))
    await person.type(screen.getByLabelText('Bio:'), 'Weaver')
    // The other tab's message has not come yet.
    localStorage.clear()
    await person.click(button('Update Profile'))
    await told('success: Profile updated')
    expect(localStorage).toHaveLength(0)
  })

  it('whoever comes at once after another finds nothing that the one before had begun', async () => {
    const { tab, user: person } = await startAs('ana', '/home')
    const ben = await tab.signUpUser('ben')
    await person.type(await screen.findByRole('textbox', { name: 'New post' }), 'A thought of Ana')
    keepSession(ben)
    window.dispatchEvent(new StorageEvent('storage', { key: 'data' }))
    await waitFor(() => within(screen.getByRole('navigation', { name: 'Main' })).getByText('@ben'))
    expect(screen.getByRole('textbox', { name: 'New post' })).toHaveProperty('value', '')
  })
})

describe('a refused token', () => {
  it.each([
    ['tampered with', async ({ token }: TestUser) => `${token}x`],
    ['of a member who is gone', async ({ id, token }: TestUser) => removeMember(id).then(() => token)],
  ])('%s ends the session, and log-in leads back', async (_case, refused) => {
    const tab = await openOtherTab()
    const ana = await tab.signUpUser('ana')
    await tab.signUpUser('ben')
    const user = await startApp('/bookmarks?x=1#y', { as: { ...ana, token: await refused(ana) } })
    await screen.findByRole('heading', { name: 'Welcome back' })
    expect(localStorage).toHaveLength(0)
    await user.type(screen.getByLabelText('Username'), 'ben')
    await user.type(screen.getByLabelText('Password'), passwordInput('ben').password)
    await user.click(button('Login'))
    await told('success: Welcome back, ben!')
    expect(address()).toBe('/bookmarks?x=1#y')
    await screen.findByRole('heading', { name: 'No Bookmarks' })
  })
})
