import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import { rowsIn, type Row } from './databases.ts'
import { rowsOnServer } from './serverRows.ts'

/** The demo account. Every seeded user has this password (resolvers/seed/seedUsers.ts). */
export const demo = { username: 'asharao', password: 'jasmine-half-drop' }

/** The notice after a damaged database was set aside. */
export const setAsideNotice =
  'Your data could not be read, so Weft has started with a new database. The old data is kept.'

/** Four seconds of 320 by 200 pixels, as Chromium records them. */
export const webm = { name: 'loom.webm', mimeType: 'video/webm', buffer: readFileSync('tests/fixtures/loom.webm') }

/** A picture of one pixel. */
export const png = {
  name: 'dot.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

export function heading(page: Page, name: string): Locator {
  return page.getByRole('heading', { level: 1, name, exact: true })
}

export function button(within: Page | Locator, name: string | RegExp): Locator {
  return within.getByRole('button', { name, exact: true })
}

/** All posts. On a phone, the suggested users are an article of the feed, too. */
export function posts(page: Page): Locator {
  return page.getByRole('article', { name: /^Post by / })
}

/** Returns the post with this text, or by this author (`@username`). */
export function post(page: Page, text: string): Locator {
  return posts(page).filter({ hasText: text })
}

/** Expects exactly the posts of these authors on the page, in this order. */
export async function expectAuthors(page: Page, usernames: string[]): Promise<void> {
  await expect(posts(page)).toHaveText(usernames.map((username) => new RegExp(username)))
}

/** Returns the like button of a post, pressed or not. Its text is the count. */
export function likeOf(article: Locator): Locator {
  return article.getByRole('button', { name: /^(Like|Unlike)$/ })
}

/** Returns the link to the viewer's own profile in the navigation. */
export function ownProfileLink(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Main' }).locator('a[href="/userprofile"]')
}

export function people(page: Page): Locator {
  return page.getByRole('complementary', { name: 'People you Might know' })
}

export function search(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Search Users...' })
}

/** The users that the search has found. */
export function found(page: Page): Locator {
  return page.getByRole('group', { name: 'Users' }).getByRole('option')
}

/** The last option of the search. */
export function postsOption(page: Page): Locator {
  return page.getByRole('option', { name: /^Search posts for/ })
}

export function sort(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Sort posts' })
}

/**
 * Waits until a closing dialog has removed its entry of the history by going back. Until then that would undo a click on
 * a link, and abort the load of another page.
 */
export async function expectDialogLeft(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => Boolean(history.state?.modal))).toBe(false)
}

/** Returns a warning or error toast. */
export function alert(page: Page, message: string): Locator {
  return page.getByRole('alert').filter({ hasText: message })
}

/** Returns an info or success toast. */
export function notice(page: Page, message: string): Locator {
  return page.getByRole('status').filter({ hasText: message })
}

/** Runs `action`, expects its toast, and dismisses it. */
export async function expectToastDuring(page: Page, message: string, action: () => Promise<void>): Promise<void> {
  await action()
  const toast = notice(page, message)
  await expect(toast).toBeVisible()
  await button(toast, 'Dismiss').click()
  await expect(toast).toHaveCount(0)
}

/** Returns the timer of a toast, such as `running 5000`: the longest of its animations. The toast closes at its end. */
export function timerOf(toast: Locator): Promise<string> {
  return toast.evaluate((element) => {
    const durationOf = ({ effect }: Animation) => Number(effect?.getTiming().duration)
    const [longest] = element
      .getAnimations({ subtree: true })
      .toSorted((one, other) => durationOf(other) - durationOf(one))
    return longest ? `${longest.playState} ${durationOf(longest)}` : ''
  })
}

/** Makes the timer of a toast so slow that it does not end during a test, and ends its other animations. */
export async function keepOpen(toast: Locator): Promise<void> {
  await toast.evaluate((element) => {
    for (const animation of element.getAnimations({ subtree: true }))
      if (Number(animation.effect?.getTiming().duration) < 1000) animation.finish()
      else animation.updatePlaybackRate(0.001)
  })
}

/** Ends the timer of a toast, and its other animations. */
export async function endTimer(toast: Locator): Promise<void> {
  await toast.evaluate((element) => {
    for (const animation of element.getAnimations({ subtree: true })) animation.finish()
  })
}

/** Stops the timers of all pages of the context. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  // In the future, because the clock runs until it is stopped.
  await page.clock.pauseAt(Date.now() + 60_000)
}

export async function logIn(page: Page, { username, password } = demo): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Login').click()
}

/** Logs the demo user in from the log-in page. */
export async function testLogin(page: Page): Promise<void> {
  await button(page, 'Test Login').click()
  await expect(heading(page, 'Home')).toBeVisible()
}

export const newcomer = {
  'First name': 'Nora',
  'Last name': 'Quist',
  Email: 'nora@weft.example',
  Username: 'nora',
  Password: 'a b c',
}

export async function signUp(page: Page, fields: Record<string, string> = newcomer): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
  await button(page, 'Sign Up').click()
}

export async function writePost(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'New post' }).fill(text)
  await button(page, 'Post').click()
  await expect(page.getByRole('textbox', { name: 'New post' })).toHaveValue('')
}

/** Posts a picture without alt text: the first press shows the reminder. */
export async function postWithoutAltText(page: Page): Promise<void> {
  await remindOfAltText(page)
  await button(page, 'Post').click()
}

/** Presses Post once for a picture without alt text, so that the next press sends it. */
export async function remindOfAltText(page: Page): Promise<void> {
  await button(page, 'Post').click()
  await expect(page.getByText('or press Post again')).toBeVisible()
}

/** Returns a count on a profile card. The label of a count of 1 has no s. */
export function count(page: Page, label: 'Posts' | 'Followers' | 'Following'): Locator {
  return page
    .locator('dl div')
    .filter({ hasText: label.replace(/s$/, '') })
    .getByRole('definition')
}

/** Expects that no element overflows to the side, even if the overflow is hidden. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  const wide = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('article, article p, section h1')]
      .filter(
        (element) => element.scrollWidth > element.clientWidth || element.getBoundingClientRect().right > innerWidth,
      )
      .map((element) => `${element.tagName} ${element.scrollWidth} > ${element.clientWidth}`),
  )
  expect(wide).toEqual([])
}

/**
 * Waits until the database, on a server or in the browser, has `times` matching rows. Call it before a reload: the screen
 * shows a change earlier.
 */
export async function expectRows(
  page: Page,
  store: string,
  like: (row: Row) => boolean,
  times = 1,
  database = 'weft',
): Promise<void> {
  const rows = async () =>
    (database === 'weft' ? await rowsOnServer(page, store) : null) ?? (await rowsIn(page, database, store))
  await expect.poll(async () => (await rows()).filter(like).length).toBe(times)
}
