import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { button, found, heading, ownProfileLink, post, search, expectToastDuring, writePost } from './app.ts'
import { expect, userTest, test as visitorTest } from './fixtures.ts'

/** A screen, and how to open it from the previous one. */
interface Screen {
  name: string
  /** The heading of the page. */
  title: string
  reach: (page: Page) => Promise<unknown>
}

const forVisitors: Screen[] = [
  { name: 'landing', title: 'Share - Explore - Connect', reach: (page) => page.goto('/') },
  {
    name: 'log-in',
    title: 'Welcome back',
    reach: (page) => page.getByRole('link', { name: 'Log In', exact: true }).click(),
  },
  {
    name: 'sign-up',
    title: 'Create your account',
    reach: (page) => page.getByRole('link', { name: 'Register Now' }).click(),
  },
  { name: 'not found', title: 'Page not found', reach: (page) => page.goto('/nowhere') },
  {
    name: 'an address of the backend without a service worker',
    title: 'No backend at this address',
    reach: (page) => page.goto('/api/posts'),
  },
  {
    name: 'the lab with a fault',
    title: 'Lab',
    reach: async (page) => {
      await page.goto('/lab')
      await page.getByRole('radio', { name: 'Offline' }).check()
    },
  },
]

const forUsers: Screen[] = [
  { name: 'home', title: 'Home', reach: (page) => page.goto('/home') },
  {
    name: 'home with an open edit form',
    title: 'Home',
    reach: (page) => button(post(page, '@asharao'), 'Edit post').click(),
  },
  {
    name: 'search with results',
    title: 'Home',
    reach: async (page) => {
      await page.keyboard.press('Escape')
      await search(page).fill('a')
      await expect(found(page)).toHaveCount(4)
    },
  },
  { name: 'search without a match', title: 'Home', reach: (page) => search(page).fill('zoe') },
  {
    name: 'bookmarks, empty',
    title: 'Bookmarks',
    reach: async (page) => {
      await search(page).fill('')
      await goTo(page, 'Bookmarks')
    },
  },
  { name: 'explore', title: 'Explore', reach: (page) => goTo(page, 'Explore') },
  {
    name: 'a picture in its dialog',
    title: 'Explore',
    reach: async (page) => {
      await post(page, '@kenjimori').locator('figure').getByRole('button').click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'the posts with a tag',
    title: '#indigo',
    reach: async (page) => {
      await page.keyboard.press('Escape')
      await goTo(page, 'Home')
      await writePost(page, `A vat of #indigo for @tomasvela\n${'and weft\n'.repeat(9)}`)
      await page.getByRole('link', { name: '#indigo' }).click()
      await expect(button(page, 'Show more')).toBeVisible()
    },
  },
  { name: 'explore again', title: 'Explore', reach: (page) => goTo(page, 'Explore') },
  { name: 'a post', title: 'Post', reach: (page) => post(page, '@kenjimori').getByRole('time').click() },
  {
    name: "another user's profile",
    title: 'Kenji Mori',
    reach: (page) => page.getByRole('article').getByRole('link', { name: 'Kenji Mori' }).first().click(),
  },
  {
    name: 'bookmarks, filled',
    title: 'Bookmarks',
    reach: async (page) => {
      await expectToastDuring(page, 'Added to Bookmark', () =>
        button(post(page, '@kenjimori'), 'Bookmark').first().click(),
      )
      await button(post(page, '@kenjimori'), 'Like').first().click()
      await goTo(page, 'Bookmarks')
    },
  },
  {
    name: "the viewer's own profile",
    title: 'Asha Rao',
    reach: (page) => ownProfileLink(page).click(),
  },
  {
    name: "the viewer's own profile with an open edit form",
    title: 'Asha Rao',
    reach: (page) => button(page, 'Edit profile').click(),
  },
  {
    name: 'the settings',
    title: 'Settings',
    reach: async (page) => {
      await page.goto('/settings')
      await expect(page.locator('#announcement')).toBeAttached()
    },
  },
  {
    name: 'the confirmation of a deletion of the account',
    title: 'Settings',
    reach: (page) => button(page, 'Delete my account').click(),
  },
  {
    name: 'the sheet of keys',
    title: 'Settings',
    reach: async (page) => {
      await page.keyboard.press('Escape')
      await expect(async () => {
        await page.keyboard.press('?')
        await expect(page.getByRole('dialog')).toBeVisible({ timeout: 500 })
      }).toPass()
    },
  },
  {
    name: 'the lab with an open request and a number out of range',
    title: 'Lab',
    reach: async (page) => {
      await page.goto('/lab')
      const firstRequest = page.getByRole('log').getByRole('row').nth(1)
      await expect(page.getByText('Recording. New requests appear here.').or(firstRequest)).toBeVisible()
      await goTo(page, 'Explore')
      await expect(post(page, '@kenjimori')).toBeVisible()
      await page.getByRole('link', { name: 'Lab: 0 ms' }).click()
      await button(page.getByRole('log'), 'ExplorePage').click()
      await page.getByLabel('Jitter ±').fill('x')
    },
  },
  { name: 'a confirmation of the lab', title: 'Lab', reach: (page) => button(page, 'Empty').click() },
]

function goTo(page: Page, name: string): Promise<void> {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
}

/** The rules that depend on colours. Only these can differ between the themes. */
const colourRules = ['color-contrast', 'link-in-text-block']

for (const { who, screens, test } of [
  { who: 'visitors', screens: forVisitors, test: visitorTest },
  { who: 'users', screens: forUsers, test: userTest },
]) {
  test(`the screens for ${who} have no axe violations in either theme`, { tag: '@phone' }, async ({ page }) => {
    test.slow()
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
    for (const { name, title, reach } of screens) {
      await test.step(name, async () => {
        await reach(page)
        await expect(heading(page, title)).toBeVisible()
        await expect(page.getByText(/^Loading/)).toHaveCount(0)
        await expect(page.locator('.Toastify__toast')).toHaveCount(0)
        // Without transitions, axe cannot see a colour between the themes.
        await page.addStyleTag({ content: '* { transition: none !important }' })
        await expectNoViolations(new AxeBuilder({ page }), `${name}, light`)
        await page.emulateMedia({ colorScheme: 'dark' })
        await expect(page.locator('html')).toHaveClass('dark-theme')
        await expectNoViolations(new AxeBuilder({ page }).withRules(colourRules), `${name}, dark`)
        await page.emulateMedia({ colorScheme: 'light' })
        await expect(page.locator('html')).toHaveClass('light-theme')
      })
    }
  })
}

/** Continues after a violation, so that one run reports all of them. */
async function expectNoViolations(axe: AxeBuilder, where: string): Promise<void> {
  const { violations } = await axe.analyze()
  expect
    .soft(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
      where,
    )
    .toEqual([])
}
