import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { button, found, heading, post, search, toldDuring } from './app.ts'
import { expect, memberTest, test as visitorTest } from './fixtures.ts'

interface Screen {
  name: string
  path: string
  /** Waited for, after `reach`. */
  title: string
  reach?: (page: Page) => Promise<void>
}

const forVisitors: Screen[] = [
  { name: 'landing', path: '/', title: 'Share - Explore - Connect' },
  { name: 'log-in', path: '/login', title: 'Welcome back' },
  { name: 'sign-up', path: '/signup', title: 'Create your account' },
  { name: 'not found', path: '/nowhere', title: 'Page not found' },
  {
    name: 'the lab with a fault',
    path: '/lab',
    title: 'Lab',
    reach: (page) => page.getByRole('radio', { name: 'Offline' }).check(),
  },
  { name: 'an address of the backend', path: '/api/posts', title: 'No backend at this address' },
]

const forMembers: Screen[] = [
  { name: 'home', path: '/home', title: 'Home' },
  {
    name: 'home while editing',
    path: '/home',
    title: 'Home',
    reach: (page) => button(post(page, '@asharao'), 'Edit post').click(),
  },
  { name: 'explore', path: '/explore', title: 'Explore' },
  { name: 'bookmarks, empty', path: '/bookmarks', title: 'Bookmarks' },
  { name: 'bookmarks, filled', path: '/explore', title: 'Bookmarks', reach: fillBookmarks },
  { name: "one's own profile", path: '/userprofile', title: 'Asha Rao' },
  {
    name: 'the edit form',
    path: '/userprofile',
    title: 'Asha Rao',
    reach: (page) => button(page, 'Edit profile').click(),
  },
  {
    name: "another's profile",
    path: '/explore',
    title: 'Kenji Mori',
    reach: (page) => post(page, '@kenjimori').getByRole('link', { name: 'Kenji Mori' }).click(),
  },
  {
    name: 'a post',
    path: '/explore',
    title: 'Post',
    reach: (page) => post(page, '@kenjimori').getByRole('time').click(),
  },
  { name: 'the lab with a request open', path: '/explore', title: 'Lab', reach: openLab },
  { name: 'a question of the lab', path: '/lab', title: 'Lab', reach: (page) => button(page, 'Empty').click() },
  { name: 'search, open', path: '/home', title: 'Home', reach: openSearch },
  { name: 'search without a match', path: '/home', title: 'Home', reach: (page) => search(page).fill('zoe') },
]

async function fillBookmarks(page: Page): Promise<void> {
  await toldDuring(page, 'Added to Bookmark', () => button(post(page, '@kenjimori'), 'Bookmark').click())
  await button(post(page, '@kenjimori'), 'Like').click()
  await page.getByRole('link', { name: 'Bookmarks', exact: true }).click()
}

/** With a request open in its log, and a number that does not fit. */
async function openLab(page: Page): Promise<void> {
  await expect(post(page, '@kenjimori')).toBeVisible()
  await page.getByRole('link', { name: 'Lab: 0 ms' }).click()
  await page.getByRole('log').getByText('ExplorePage').click()
  await page.getByLabel('Jitter, up to ±').fill('x')
}

async function openSearch(page: Page): Promise<void> {
  await search(page).fill('a')
  await expect(found(page)).toHaveCount(4)
}

for (const { screens, test } of [
  { screens: forVisitors, test: visitorTest },
  { screens: forMembers, test: memberTest },
]) {
  for (const { name, path, title, reach } of screens) {
    test(`axe finds nothing on ${name}, in light and in dark`, { tag: '@phone' }, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.goto(path)
      await reach?.(page)
      await expect(heading(page, title)).toBeVisible()
      await expect(page.getByText(/^Loading/)).toHaveCount(0)
      await expect(page.locator('.Toastify__toast')).toHaveCount(0)
      // Colours change gradually, out of sight even later, and those between would be judged too.
      await page.addStyleTag({ content: '* { transition: none !important }' })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expect(page.locator('html')).toHaveClass(`${colorScheme}-theme`)
        const { violations } = await new AxeBuilder({ page }).analyze()
        const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
        expect(told, colorScheme).toEqual([])
      }
    })
  }
}
