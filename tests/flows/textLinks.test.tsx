import { ApolloLink } from '@apollo/client'
import { screen, waitFor, within } from '@testing-library/react'
import { mergeMap, NEVER, Subject, take } from 'rxjs'
import { expect, it } from 'vitest'
import { userPath } from '../../shared/appPages.ts'
import {
  address,
  connectNewBackend,
  connectWithChanges,
  injectedFaultMessage,
  openOtherTab,
  serverErrorMessage,
  setLab,
  startApp,
  userChangeOf,
  waitForResponses,
} from './app.tsx'
import { button, expectLoggedErrors, findPost, postTexts } from './screen.ts'

/** Ana and Ben, with posts that have links. */
async function signUpWithLinks() {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const ben = await tab.signUpUser('ben', { firstname: 'Ben', lastname: 'Vale' })
  await tab.post(ben, 'Madder and #weld')
  await tab.post(ben, 'No tag: weld')
  await tab.post(ana, 'Thanks @ben, @nobody: https://dye.example/a?b, #Weld and ana@mail.example')
  return { tab, ana, ben }
}

async function startWithLinks(path = '/explore') {
  const users = await signUpWithLinks()
  return { ...users, user: await startApp(path, { as: users.ana }) }
}

/** Opens Ben's profile, whose bio names Cleo, with posts, and a name that nobody has. */
async function openBio() {
  const { tab, ana, ben } = await signUpWithLinks()
  const cleo = await tab.signUpUser('cleo', { firstname: 'Cleo', lastname: 'Weir' })
  await tab.post(cleo, 'Madder root')
  const userData = { bio: 'Dyer of #weld, with @cleo and @nobody' }
  await tab.rest('POST', '/users/edit', { token: ben.token, body: { userData } })
  const user = await startApp(`/userprofile/${ben.id}`, { as: ana })
  return { user, cleo, card: await screen.findByRole('region', { name: 'Profile of Ben Vale' }) }
}

const link = (name: string, place?: HTMLElement) => (place ? within(place) : screen).findByRole('link', { name })

it('addresses in a post have rel=nofollow ugc and open in a new tab', async () => {
  await startWithLinks()
  const post = await findPost('Thanks')
  const web = await link('https://dye.example/a?b', post)
  expect(web.getAttribute('href')).toBe('https://dye.example/a?b')
  expect(web.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
  expect(web.getAttribute('target')).toBe('_blank')
  const mail = await link('ana@mail.example', post)
  expect(mail.getAttribute('href')).toBe('mailto:ana@mail.example')
  expect(post.querySelector('p')?.textContent).toBe(
    'Thanks @ben, @nobody: https://dye.example/a?b, #Weld and ana@mail.example',
  )
  expect(post.querySelector('p')?.getAttribute('dir')).toBe('auto')
})

it('a mention leads to the profile', async () => {
  const { user, ben } = await startWithLinks()
  await user.click(await link('@ben', await findPost('Thanks')))
  await screen.findByRole('heading', { level: 1, name: 'Ben Vale' })
  expect(address()).toBe(`/userprofile/${ben.id}`)
})

it('a username in a bio sends one query, whose response has the whole profile', async () => {
  const sent: string[] = []
  connectNewBackend(
    new ApolloLink((operation, forward) => {
      const name = operation.operationName ?? ''
      // The navigation sends it once a page has settled.
      if (name !== 'Changes' && name !== 'UnreadNotifications') sent.push(name)
      return forward(operation)
    }),
  )
  const { user, card } = await openBio()
  const username = await link('@cleo', card)
  await waitForResponses()
  sent.length = 0
  await user.click(username)
  await screen.findByRole('heading', { level: 1, name: 'Cleo Weir' })
  await findPost('Madder root')
  await waitForResponses()
  expect(sent).toEqual(['UserPage'])
})

it.each(['a/b', 'a%2Fb', '..', '@..', 'c d?e#f'])('the path of the username %s opens its profile', async (username) => {
  const tab = await openOtherTab({ samples: false })
  const ids: Record<string, string> = {}
  for (const name of ['a/b', 'a%2Fb', '..', '@..', 'c d?e#f']) ids[name] = (await tab.signUpUser(name)).id
  await startApp(userPath(username), { as: await tab.signUpUser('ana') })
  await waitFor(() => expect(address()).toBe(`/userprofile/${ids[username]}`))
})

it('the path of the own username opens the own profile', async () => {
  await startWithLinks('/user/ana')
  await waitFor(() => expect(address()).toBe('/userprofile'))
})

it('an unknown username in a bio leads to a page that says so', async () => {
  const { user, card } = await openBio()
  await user.click(await link('@nobody', card))
  await screen.findByRole('heading', { level: 1, name: 'No one here is called @nobody' })
  expect(screen.getByRole('link', { name: 'Back to Home' })).toBeTruthy()
})

it('the page of an unknown username opens the profile as soon as somebody has signed up with it', async () => {
  const changes = connectWithChanges()
  const { tab } = await startWithLinks('/user/nobody')
  await screen.findByRole('heading', { level: 1, name: 'No one here is called @nobody' })
  const newcomer = await tab.signUpUser('nobody')
  changes.next(await userChangeOf(tab, newcomer, false))
  await waitFor(() => expect(address()).toBe(`/userprofile/${newcomer.id}`))
})

it('a tag leads to the posts with it, in upper and lower case', async () => {
  const { user, tab, ben } = await startWithLinks()
  await user.click(await link('#Weld', await findPost('Thanks')))
  await screen.findByRole('heading', { level: 1, name: '#weld' })
  await waitFor(() => expect(postTexts().map((text) => text.slice(0, 6))).toEqual(['Thanks', 'Madder']))
  await screen.findByText('2 posts')
  expect(document.title).toBe('#weld · Weft')
  await tab.post(ben, 'More #weld')
  await user.click(button('Delete post', await findPost('Thanks')))
  await waitFor(() => expect(postTexts().map((text) => text.slice(0, 6))).not.toContain('Thanks'))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await findPost('Thanks')
  await user.click(button('Back'))
  await screen.findByRole('heading', { level: 1, name: 'Explore' })
})

it('a tag counts one post less after a deletion', async () => {
  const { user } = await startWithLinks('/tag/weld')
  await screen.findByText('2 posts')
  await user.click(button('Delete post', await findPost('Thanks')))
  await screen.findByText('1 post')
})

it('a tag loses a post whose edit removes it, and gains it again', async () => {
  const { user } = await startWithLinks('/tag/weld')
  await screen.findByText('2 posts')
  const edit = async (post: HTMLElement, text: string) => {
    await user.click(button('Edit post', post))
    const field = await screen.findByRole('textbox', { name: 'Post text' })
    await user.clear(field)
    await user.type(field, text)
    await user.click(button('Update', post))
  }
  await edit(await findPost('Thanks'), 'No tag any more')
  await waitFor(() => expect(postTexts()).toEqual(['Madder and #weld']))
  await screen.findByText('1 post')
  await user.click(button('Back'))
  await edit(await findPost('No tag any more'), 'A #weld again')
  await user.click(await link('#weld', await findPost('A #weld')))
  await screen.findByText('2 posts')
  expect(postTexts()).toEqual(['A #weld again', 'Madder and #weld'])
})

it.each([
  ['the response', {}, []],
  ['status 500 in response', { kind: 'errorAfter', only: 'EditPost' }, [injectedFaultMessage, serverErrorMessage]],
] as const)(
  'a tag that opens before %s to an edit shows the edit, also without live updates',
  async (_, fault, logged) => {
    const released = new Subject<void>()
    connectNewBackend(
      new ApolloLink((operation, forward) => {
        if (operation.operationName === 'Changes') return NEVER
        return operation.operationName === 'EditPost'
          ? released.pipe(
              take(1),
              mergeMap(() => forward(operation)),
            )
          : forward(operation)
      }),
    )
    const { user } = await startWithLinks()
    const thanks = await findPost('Thanks')
    await setLab(fault)
    await user.click(button('Edit post', thanks))
    const field = await screen.findByRole('textbox', { name: 'Post text' })
    await user.clear(field)
    await user.type(field, 'No tag any more')
    await user.click(button('Update', thanks))
    await user.click(await link('#weld', await findPost('Madder')))
    await screen.findByText('2 posts')
    released.next()
    await waitFor(() => expect(postTexts()).toEqual(['Madder and #weld']))
    await expectLoggedErrors(...logged)
  },
)

it('a tag without posts says so', async () => {
  await startWithLinks('/tag/%23Woad')
  await screen.findByRole('heading', { level: 1, name: '#woad' })
  await screen.findByRole('heading', { name: 'No posts with #woad' })
})

it('a bio has links, too', async () => {
  const { card } = await openBio()
  expect((await link('#weld', card)).getAttribute('href')).toBe('/tag/weld')
})

it.each([
  ['an emoji', `${'a'.repeat(1999)}🧶 and more`, 'a'.repeat(1999)],
  ['an address', `${'a'.repeat(1990)} https://weft.example/long`, `${'a'.repeat(1990)} `],
  ['a tag', `${'a'.repeat(1995)} #indigo #weld`, `${'a'.repeat(1995)} `],
  ['a mention', `${'a'.repeat(1997)} @ana`, `${'a'.repeat(1997)} `],
])('a folded text is not cut within %s', async (_, content, shown) => {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  await tab.post(ana, content)
  const user = await startApp('/explore', { as: ana })
  const post = await findPost('aaa')
  await waitFor(() => expect(post.querySelector('p')?.textContent).toBe(shown))
  await user.click(button('Show more', post))
  expect(post.querySelector('p')?.textContent).toBe(content)
})

it('a list shows a post without the blank lines around its text, and its page shows all of them', async () => {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const content = `${'\n'.repeat(60)}Warp${'\n'.repeat(60)}weft${'\n'.repeat(60)}`
  const id = await tab.post(ana, content)
  const user = await startApp('/explore', { as: ana })
  const post = await findPost('Warp')
  expect(post.querySelector('p')?.textContent).toBe('Warp\n\nweft')
  await user.click(within(post).getByRole('time'))
  await screen.findByRole('region', { name: 'Post' })
  expect(address()).toBe(`/post/${id}`)
  await waitFor(() => expect(document.querySelector('article p')?.textContent).toBe(content))
})
