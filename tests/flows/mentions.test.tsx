import { ApolloLink } from '@apollo/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { mergeMap, Subject, take } from 'rxjs'
import { expect, it } from 'vitest'
import {
  address,
  connectNewBackend,
  connectWithChanges,
  holdDatabase,
  injectedFaultMessage,
  openOtherTab,
  reload,
  setLab,
  startApp,
  waitForResponses,
} from './app.tsx'
import { button, expectLoggedErrors, expectNoToasts, findPost } from './screen.ts'

/** Mentions: the suggestions while a text is written, and the links in a post. */

/** Ana, who follows Kenji. */
async function signUpUsers() {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const kerstin = await tab.signUpUser('kerstin', { firstname: 'Kerstin', lastname: 'Lind' })
  const kenji = await tab.signUpUser('kenji', { firstname: 'Kenji', lastname: 'Mori' })
  const maria = await tab.signUpUser('Maria Paz', { firstname: 'Maria', lastname: 'Paz' })
  await tab.signUpUser('a "quoted" name', { firstname: 'Quoted', lastname: 'Name' })
  await tab.rest('POST', `/users/follow/${kenji.id}`, { token: ana.token })
  return { tab, ana, kenji, kerstin, maria }
}

async function startWriting() {
  const users = await signUpUsers()
  const user = await startApp('/home', { as: users.ana })
  return { ...users, user, field: composer() }
}

const composer = () => screen.getByRole('textbox', { name: 'New post' })
const list = () => screen.queryByRole('listbox', { name: 'People to mention' })

function suggestions(): string[] {
  const shown = list()
  if (!shown) return []
  return within(shown)
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
}

async function suggests(...expected: string[]): Promise<void> {
  await waitFor(() => expect(suggestions()).toEqual(expected))
}

function activeOption(field: HTMLElement): string | null | undefined {
  return document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent
}

const kenjiOption = 'Kenji Mori@kenjiYou follow'
const kerstinOption = 'Kerstin Lind@kerstin'

it('@ with a letter suggests users, first those whom the viewer follows; the arrow keys move, and Enter chooses', async () => {
  const { user, field, ana } = await startWriting()
  await user.type(field, 'Ask @')
  expect(list()).toBeNull()
  await user.type(field, 'ke')
  await suggests(kenjiOption, kerstinOption)
  expect(document.querySelector('mark')?.textContent).toBe('Ke')
  expect(document.activeElement).toBe(field)
  expect(field.getAttribute('aria-controls')).toBe(list()?.id)
  expect(activeOption(field)).toBe(kenjiOption)
  await user.keyboard('{ArrowDown}')
  expect(activeOption(field)).toBe(kerstinOption)
  await user.keyboard('{ArrowDown}')
  expect(activeOption(field)).toBe(kenjiOption)
  await user.keyboard('{ArrowUp}{Enter}')
  expect(field).toHaveProperty('value', 'Ask @kerstin ')
  expect(list()).toBeNull()
  expect(field.getAttribute('aria-activedescendant')).toBeNull()
  await user.keyboard('twice')
  // The draft has it.
  await reload('/home', ana)
  expect(composer()).toHaveProperty('value', 'Ask @kerstin twice')
})

it('Tab chooses, in place of the whole name that the caret is in', async () => {
  const { user, field } = await startWriting()
  await user.type(field, '@kexxx said', { initialSelectionStart: 0 })
  await user.type(field, 'n', { initialSelectionStart: 3, initialSelectionEnd: 6 })
  await suggests(kenjiOption)
  await user.tab()
  expect(document.activeElement).toBe(field)
  expect(field).toHaveProperty('value', '@kenji said')
  expect(field).toHaveProperty('selectionStart', '@kenji '.length)
})

it('a press chooses and keeps the focus in the text', async () => {
  const { user, field } = await startWriting()
  await user.type(field, '@ke')
  await user.click(await screen.findByRole('option', { name: /@kerstin/ }))
  expect(field).toHaveProperty('value', '@kerstin ')
  expect(document.activeElement).toBe(field)
})

it('a username of several words is inserted in quotation marks, and becomes a link', async () => {
  const { user, field, maria } = await startWriting()
  await user.type(field, 'With @mar')
  await suggests('Maria Paz@Maria Paz')
  await user.keyboard('{Enter}')
  expect(field).toHaveProperty('value', 'With @"Maria Paz" ')
  await user.click(button('Post'))
  await user.click(await screen.findByRole('link', { name: '@"Maria Paz"' }))
  await waitFor(() => expect(address()).toBe(`/userprofile/${maria.id}`))
})

it('a username that no text can mention is not suggested', async () => {
  const { user, field } = await startWriting()
  await user.type(field, '@quo')
  await waitForResponses()
  expect(list()).toBeNull()
})

it('Escape closes the list while this name is typed, and leaves the text', async () => {
  const { user, field } = await startWriting()
  await user.type(field, '@ke')
  await suggests(kenjiOption, kerstinOption)
  await user.keyboard('{Escape}n')
  await waitForResponses()
  expect(list()).toBeNull()
  expect(field).toHaveProperty('value', '@ken')
  await user.keyboard(' @k')
  await suggests(kenjiOption, kerstinOption)
})

it('without a match the list closes, and Enter starts a line', async () => {
  const { user, field } = await startWriting()
  await user.type(field, '@ke')
  await suggests(kenjiOption, kerstinOption)
  await user.type(field, 'x')
  expect(list()).toBeNull()
  await user.keyboard('{Enter}')
  expect(field).toHaveProperty('value', '@kex\n')
})

it('an e-mail address, an address and a lone @ suggest nobody', async () => {
  const { user, field } = await startWriting()
  await user.type(field, 'me@ke https://weft.example/@ke @ ke')
  await waitForResponses()
  expect(list()).toBeNull()
})

it('the list closes when the caret leaves the name, and when the focus leaves the text', async () => {
  const { user, field } = await startWriting()
  await user.type(field, 'Ask @ke')
  await suggests(kenjiOption, kerstinOption)
  await user.keyboard('{Home}')
  await suggests()
  await user.keyboard('{End}n')
  await suggests(kenjiOption)
  await user.click(screen.getByRole('main'))
  await suggests()
})

it('Ctrl+Enter posts while the list is open, which closes', async () => {
  const { user, field } = await startWriting()
  await user.type(field, 'Ask @ke')
  await suggests(kenjiOption, kerstinOption)
  await user.keyboard('{Control>}{Enter}{/Control}')
  await findPost('Ask @ke')
  expect(field).toHaveProperty('value', '')
  expect(list()).toBeNull()
})

it('an input method gets all keys, and its text suggests users once it is complete', async () => {
  const { user, field } = await startWriting()
  await user.type(field, '@')
  fireEvent.compositionStart(field)
  fireEvent.input(field, { target: { value: '@ke' }, isComposing: true })
  await waitForResponses()
  expect(list()).toBeNull()
  fireEvent.compositionEnd(field)
  await suggests(kenjiOption, kerstinOption)
  for (const init of [{ isComposing: true }, { keyCode: 229 }]) {
    fireEvent.keyDown(field, { key: 'Enter', ...init })
    fireEvent.keyDown(field, { key: 'ArrowDown', ...init })
  }
  expect(field).toHaveProperty('value', '@ke')
  expect(activeOption(field)).toBe(kenjiOption)
})

it('late responses for the start of a name are never shown', async () => {
  const { user, field, tab } = await startWriting()
  const held = await holdDatabase(tab)
  await user.type(field, '@k')
  await user.type(field, '{Backspace}m')
  await held.release()
  await suggests(kenjiOption, 'Maria Paz@Maria Paz')
  await waitForResponses()
  await suggests(kenjiOption, 'Maria Paz@Maria Paz')
})

it('while the response for a longer name is under way, the users found so far whose names begin with it are shown', async () => {
  const { user, field, tab } = await startWriting()
  await user.type(field, '@k')
  await suggests(kenjiOption, kerstinOption)
  const held = await holdDatabase(tab)
  await user.type(field, 'er')
  expect(suggestions()).toEqual([kerstinOption])
  await user.keyboard('{Enter}')
  expect(field).toHaveProperty('value', '@kerstin ')
  await held.release()
})

it('a failed query shows nothing', async () => {
  const { user, field } = await startWriting()
  await setLab({ kind: 'errorBefore', only: 'MentionSuggestions' })
  await user.type(field, '@k')
  await waitForResponses()
  expect(list()).toBeNull()
  await expectLoggedErrors(injectedFaultMessage)
  await user.clear(field)
  await user.type(field, 'Hemp')
  await user.click(button('Post'))
  await findPost('Hemp')
  await expectNoToasts(user)
})

it('the edit form suggests users, and Escape closes the list before the form', async () => {
  const { tab, ana } = await signUpUsers()
  await tab.post(ana, 'Hemp')
  const user = await startApp('/home', { as: ana })
  await user.click(button('Edit post', await findPost('Hemp')))
  const field = await screen.findByRole('textbox', { name: 'Post text' })
  await user.type(field, ' with @ke')
  await suggests(kenjiOption, kerstinOption)
  await user.keyboard('{Escape}')
  expect(list()).toBeNull()
  expect(screen.queryByText('Discard changes?')).toBeNull()
  await user.keyboard('{Escape}')
  await screen.findByText('Discard changes?')
  await user.click(button('Keep editing'))
  await user.type(field, ', @ken')
  await suggests(kenjiOption)
  await user.keyboard('{Enter}')
  expect(field).toHaveProperty('value', 'Hemp with @ke, @kenji ')
})

it('the form for a reply suggests users', async () => {
  const { tab, ana } = await signUpUsers()
  const id = await tab.post(ana, 'Hemp')
  const user = await startApp(`/post/${id}`, { as: ana })
  const field = await screen.findByRole('textbox', { name: 'Reply to First Last' })
  await user.type(field, '@ken')
  await suggests(kenjiOption)
  await user.click(screen.getByRole('option'))
  await user.click(button('Post'))
  await within(await findPost('@kenji')).findByRole('link', { name: '@kenji' })
})

it('a post links the users whom it mentioned when it was written, and no other names', async () => {
  const { tab, ana, kenji } = await signUpUsers()
  await tab.post(ana, '\n\n🧵 @kenji, @nobody, @Kenji and @ana')
  await tab.signUpUser('nobody')
  await startApp('/explore', { as: ana })
  const post = await findPost('@kenji')
  const text = post.querySelector('p') ?? post
  await within(text).findByRole('link', { name: '@kenji' })
  const links = within(text).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['@kenji', `/userprofile/${kenji.id}`],
    ['@ana', '/userprofile'],
  ])
})

it('a mention of a deleted account is plain text', async () => {
  const changes = connectWithChanges()
  const { tab, ana, kenji } = await signUpUsers()
  await tab.post(ana, 'Thanks @kenji')
  await startApp('/explore', { as: ana })
  await within(await findPost('Thanks')).findByRole('link', { name: '@kenji' })
  await tab.gql('mutation { deleteAccount(input: { username: "kenji" }) { deletedUserId } }', {}, kenji.token)
  changes.next({ data: { changes: { __typename: 'UserDeletion', deletedUserId: kenji.id } } })
  const post = await findPost('Thanks')
  await waitFor(() => expect(within(post).queryByRole('link', { name: '@kenji' })).toBeNull())
  expect(post.querySelector('p')?.textContent).toBe('Thanks @kenji')
})

it('an edited text has the mentions of the response, and none before', async () => {
  const released = new Subject<void>()
  connectNewBackend(
    new ApolloLink((operation, forward) =>
      operation.operationName === 'EditPost'
        ? released.pipe(
            take(1),
            mergeMap(() => forward(operation)),
          )
        : forward(operation),
    ),
  )
  const { tab, ana } = await signUpUsers()
  await tab.post(ana, '@kenji and @kerstin')
  const user = await startApp('/explore', { as: ana })
  const post = await findPost('@kenji')
  await within(post).findByRole('link', { name: '@kenji' })
  await user.click(button('Edit post', post))
  const field = await screen.findByRole('textbox', { name: 'Post text' })
  await user.clear(field)
  await user.type(field, 'Only @kerstin, thanks')
  await user.click(button('Update', post))
  await findPost('Only @kerstin')
  expect(within(post).queryByRole('link', { name: /^@/ })).toBeNull()
  released.next()
  await within(post).findByRole('link', { name: '@kerstin' })
  expect(within(post).queryByRole('link', { name: '@kenji' })).toBeNull()
})
