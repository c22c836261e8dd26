import { ApolloLink } from '@apollo/client'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { passwordMarker, passwordInput } from '../backend.ts'
import {
  address,
  connectNewBackend,
  failEveryCall,
  holdDatabase,
  serverErrorMessage,
  openOtherTab,
  setLab,
  startApp,
  injectedFaultMessage,
} from './app.tsx'
import { loseResponses, reconnect, stopResends } from './lostResponses.ts'
import { button, expectLoggedErrors, expectToasts, suggestionsPanel } from './screen.ts'

/** Log-in and sign-up (spec §4, §5, §8). */

const unknown = 'The username you entered is not Registered. Not Found error'
const wrong = 'The credentials you entered are invalid. Unauthorized access error.'

async function fill(user: UserEvent, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await user.type(await screen.findByLabelText(label), text)
}

/** Fills fields as a password manager may: without an event. */
function fillSilently(fields: Record<string, string>): void {
  for (const [label, text] of Object.entries(fields)) screen.getByLabelText<HTMLInputElement>(label).value = text
}

/** Returns the names of the operations that the app sends from now on. */
function recordOperations(): string[] {
  const sent: string[] = []
  connectNewBackend(
    new ApolloLink((operation, forward) => {
      sent.push(operation.operationName ?? '')
      return forward(operation)
    }),
  )
  return sent
}

describe('log-in', () => {
  it.each([
    ['empty fields', {}],
    ['no password', { Username: 'ana' }],
    ['spaces only', { Username: '  ', Password: '  ' }],
  ])('with %s shows a warning and sends nothing', async (_case, fields) => {
    const user = await startApp('/login')
    await fill(user, fields)
    await user.click(await screen.findByRole('button', { name: 'Login' }))
    await expectToasts('warning: Enter all Credentials!')
    expect(localStorage).toHaveLength(0)
  })

  it.each([
    ['an unknown username (404)', { Username: 'nobody', Password: passwordMarker }, unknown],
    ['a username in another case (404)', { Username: 'Ana', Password: passwordMarker }, unknown],
    ['a wrong password (401)', { Username: 'ana', Password: passwordMarker }, wrong],
  ])('with %s shows an error toast and keeps the fields', async (_case, fields, message) => {
    const tab = await openOtherTab()
    await tab.signUpUser('ana')
    const user = await startApp('/login')
    await fill(user, fields)
    await user.click(button('Login'))
    await expectToasts(`error: ${message}`)
    expect(address()).toBe('/login')
    expect(screen.getByLabelText('Username')).toHaveProperty('value', fields.Username)
    expect(screen.getByLabelText('Password')).toHaveProperty('value', fields.Password)
    expect(localStorage).toHaveLength(0)
  })

  it('shows an error toast on status 500', async () => {
    const user = await startApp('/login')
    await failEveryCall()
    await fill(user, { Username: 'ana', Password: passwordMarker })
    await user.click(button('Login'))
    await expectToasts(`error: ${serverErrorMessage}`)
    await expectLoggedErrors(injectedFaultMessage)
  })

  it("greets the user, and stores the token and the user in the facade's spelling without a password", async () => {
    const tab = await openOtherTab()
    const { id } = await tab.signUpUser('ana', { firstname: 'Ana', lastname: 'Ruiz' })
    const user = await startApp('/login')
    await fill(user, { Username: 'ana', Password: passwordInput('ana').password })
    await user.click(button('Login'))
    await expectToasts('success: Welcome back, ana!')
    await waitFor(() => expect(address()).toBe('/home'))
    expect(Object.keys(localStorage).toSorted()).toEqual(['curr_user', 'data'])
    expect(JSON.parse(localStorage.getItem('curr_user') ?? '')).toEqual({
      _id: id,
      username: 'ana',
      firstName: 'Ana',
      lastName: 'Ruiz',
      email: 'ana@mail.example',
      bio: '',
      profile: '',
      avatar: '/art/avatar-default.svg',
    })
    const token = localStorage.getItem('data') ?? ''
    expect((await tab.rest('GET', '/users/bookmark', { token })).status).toBe(200)
  })

  it.each(['Login', 'Test Login'])('sends one request for three activations of %s in one task', async (name) => {
    const sent = recordOperations()
    const tab = await openOtherTab()
    await tab.signUpUser('ana')
    const user = await startApp('/login')
    await fill(user, { Username: 'ana', Password: passwordInput('ana').password })
    for (let time = 0; time < 3; time += 1) button(name).click()
    await waitFor(() => expect(address()).toBe('/home'))
    expect(sent.filter((operation) => operation === 'LogIn')).toHaveLength(1)
  })

  it('reads fields that a password manager has filled without an event, also after the password was shown', async () => {
    const tab = await openOtherTab()
    await tab.signUpUser('ana')
    const user = await startApp('/login')
    fillSilently({ Username: 'ana', Password: passwordInput('ana').password })
    await user.click(button('Show password'))
    await user.click(button('Login'))
    await expectToasts('success: Welcome back, ana!')
  })

  it('marks the field that was refused until the next attempt, which closes the toast', async () => {
    const tab = await openOtherTab()
    await tab.signUpUser('ana')
    const user = await startApp('/login')
    await fill(user, { Username: 'anna', Password: passwordInput('ana').password })
    await user.click(button('Login'))
    await expectToasts(`error: ${unknown}`)
    const field = screen.getByRole('textbox', { name: 'Username', description: 'No account has this username.' })
    expect(field.getAttribute('aria-invalid')).toBe('true')
    await fill(user, { Username: '{Backspace>4/}ana', Password: 'x' })
    await user.click(button('Login'))
    await expectToasts(`error: ${wrong}`)
    expect(field.getAttribute('aria-invalid')).toBeNull()
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true')
    await fill(user, { Password: '{Backspace}' })
    await user.click(button('Login'))
    await expectToasts('success: Welcome back, ana!')
  })

  it('logs in with the demo account once when Test Login is pressed twice', async () => {
    const user = await startApp('/login')
    await user.dblClick(await screen.findByRole('button', { name: 'Test Login' }))
    await expectToasts('success: Welcome back, asharao!')
    await waitFor(() => expect(address()).toBe('/home'))
  })

  it('greets a visitor who has opened another page during the call', async () => {
    const tab = await openOtherTab()
    const user = await startApp('/login')
    const held = await holdDatabase(tab)
    await user.click(await screen.findByRole('button', { name: 'Test Login' }))
    await user.click(screen.getByRole('link', { name: 'Register Now' }))
    await screen.findByRole('heading', { level: 1, name: /Join|Create|Sign/i })
    await held.release()
    await expectToasts('success: Welcome back, asharao!')
  })

  it('greets no more once the user has logged out', async () => {
    const user = await startApp('/login')
    await user.click(await screen.findByRole('button', { name: 'Test Login' }))
    await expectToasts('success: Welcome back, asharao!')
    await user.click(button('Log out'))
    await expectToasts('info: Logged out')
  })

  it('shows the form until Home has rendered', async () => {
    const user = await startApp('/login')
    const headings = new Set<string | undefined>()
    const observer = new MutationObserver(() => headings.add(document.querySelector('h1')?.textContent))
    observer.observe(document.body, { childList: true, subtree: true })
    await user.click(await screen.findByRole('button', { name: 'Test Login' }))
    await expectToasts('success: Welcome back, asharao!')
    observer.disconnect()
    expect([...headings]).toEqual(['Welcome back', 'Home'])
  })

  it.each(['HomePage', 'Suggestions'])('shows Home without the operation %s', async (only) => {
    const user = await startApp('/login')
    await setLab({ kind: 'errorBefore', only })
    await user.click(await screen.findByRole('button', { name: 'Test Login' }))
    await screen.findByText(/Six metres of cotton/)
    button('Follow @freyalund', await suggestionsPanel())
  })
})

describe('sign-up', () => {
  const given = {
    'First name': 'Ana',
    'Last name': 'Ruiz',
    Email: 'ana@mail.example',
    Username: 'ana',
    Password: passwordMarker,
  }

  it.each(Object.keys(given))('without %s sends nothing, shows nothing and focuses that field', async (missing) => {
    const tab = await openOtherTab()
    const user = await startApp('/signup')
    await fill(user, { ...given, [missing]: ' ' })
    await user.click(button('Sign Up'))
    expect(button('Sign Up').getAttribute('aria-busy')).toBeNull()
    expect(await tab.store.read.users.byUsername('ana')).toBeUndefined()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(document.activeElement).toBe(screen.getByLabelText(missing))
  })

  it('leaves no entered text in the storage of the tab after a return from the back/forward cache', async () => {
    const user = await startApp('/signup')
    await fill(user, given)
    dispatchEvent(new Event('pagehide'))
    expect(sessionStorage.getItem('form:/signup')).toContain(given.Email)
    await user.click(button('Sign Up'))
    await expectToasts('success: Welcome to Weft, ana!')
    expect(sessionStorage.getItem('form:/signup')).toBeNull()
  })

  it('with a username that is taken shows an error toast and keeps the fields', async () => {
    const tab = await openOtherTab()
    await tab.signUpUser('ana')
    const user = await startApp('/signup')
    await fill(user, given)
    await user.click(button('Sign Up'))
    await expectToasts('error: Unprocessable Entity. Username Already Exists.')
    for (const [label, text] of Object.entries(given))
      expect(screen.getByLabelText(label)).toHaveProperty('value', text)
    expect(localStorage).toHaveLength(0)
  })

  it('with a username that is taken marks the field, and a second attempt closes the toast', async () => {
    const tab = await openOtherTab()
    await tab.signUpUser('ana')
    const user = await startApp('/signup')
    await fill(user, given)
    await user.click(button('Sign Up'))
    const description = 'This username is taken. Choose another.'
    const field = await screen.findByRole('textbox', { name: 'Username', description })
    expect(field.getAttribute('aria-invalid')).toBe('true')
    await user.type(field, '2')
    await user.click(button('Sign Up'))
    await expectToasts('success: Welcome to Weft, ana2!')
  })

  it('reads fields that a password manager has filled without an event, also after another one was typed', async () => {
    const user = await startApp('/signup')
    const { 'First name': typed, ...others } = given
    fillSilently(others)
    await fill(user, { 'First name': typed })
    await user.click(button('Sign Up'))
    await expectToasts('success: Welcome to Weft, ana!')
  })

  it('sends one request for three activations of Sign Up in one task', async () => {
    const sent = recordOperations()
    const user = await startApp('/signup')
    await fill(user, given)
    for (let time = 0; time < 3; time += 1) button('Sign Up').click()
    await expectToasts('success: Welcome to Weft, ana!')
    expect(sent.filter((operation) => operation === 'SignUp')).toHaveLength(1)
  })

  it('shows an error toast on status 500', async () => {
    const user = await startApp('/signup')
    await fill(user, given)
    await failEveryCall()
    await user.click(button('Sign Up'))
    await expectToasts(`error: ${serverErrorMessage}`)
    await expectLoggedErrors(injectedFaultMessage)
  })

  it('creates one account although its response is lost, says that it tries again, and starts the session', async () => {
    const { SignUp: keys = [] } = loseResponses({ SignUp: 1 }, { reconnects: false })
    const tab = await openOtherTab({ samples: false })
    const user = await startApp('/signup')
    await fill(user, given)
    stopResends()
    await user.click(button('Sign Up'))
    await screen.findByText('No connection. Trying again…')
    expect(button('Sign Up').getAttribute('aria-busy')).toBe('true')
    await reconnect()
    await waitFor(() => expect(address()).toBe('/home'))
    await expectToasts('success: Welcome to Weft, ana!')
    expect(keys).toEqual([expect.stringMatching(/./), keys[0]])
    expect(await tab.store.read.users.page('byId', { direction: 'ascending', limit: 10 })).toHaveLength(1)
  })

  it.each([
    ['starts the session', 'Password', '', 'success: Welcome to Weft, ana!'],
    ['says that the username is taken', 'Password', 'x', 'error: Unprocessable Entity. Username Already Exists.'],
    ['says that the username is taken', 'Email', '.org', 'error: Unprocessable Entity. Username Already Exists.'],
  ])(
    '%s when it is sent again after a status 500 that made the account (%s%s)',
    async (_result, field, added, result) => {
      const user = await startApp('/signup')
      await fill(user, given)
      await setLab({ kind: 'errorAfter', only: 'SignUp', when: 'once' })
      await user.click(button('Sign Up'))
      await expectToasts(`error: ${serverErrorMessage}`)
      await expectLoggedErrors(injectedFaultMessage)
      if (added) await user.type(screen.getByLabelText(field), added)
      await user.click(button('Sign Up'))
      await expectToasts(result)
    },
  )

  it('creates one account when Sign Up is pressed twice, greets the user, and stores no password', async () => {
    const tab = await openOtherTab({ samples: false })
    const user = await startApp('/signup')
    await fill(user, given)
    await user.dblClick(button('Sign Up'))
    await expectToasts('success: Welcome to Weft, ana!')
    await waitFor(() => expect(address()).toBe('/home'))
    expect(await tab.store.read.users.page('byId', { direction: 'ascending', limit: 10 })).toHaveLength(1)
    expect(JSON.stringify(Object.entries(localStorage))).not.toContain(passwordMarker)
    expect(localStorage.getItem('curr_user')).toContain('"email":"ana@mail.example"')
  })
})
