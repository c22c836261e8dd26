import type { Page } from '@playwright/test'
import { button, heading, people, post, search, writePost } from './app.ts'
import { expect, userTest, visitorTest } from './fixtures.ts'

/** Waits until the code that moves the focus has loaded: it renders the region for announcements. */
async function start(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(announced(page)).toBeAttached()
}

function announced(page: Page) {
  return page.locator('#announcement')
}

function mainLink(page: Page, name: string) {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
}

userTest('a navigation moves the focus to the heading and announces the title', { tag: '@quick' }, async ({ page }) => {
  await start(page, '/home')
  await expect(heading(page, 'Home')).not.toBeFocused()
  await expect(announced(page)).toBeEmpty()
  await mainLink(page, 'Explore').click()
  await expect(heading(page, 'Explore')).toBeFocused()
  await expect(announced(page)).toHaveText('Explore · Weft')
  await people(page).getByRole('link', { name: /Ines/ }).click()
  await expect(heading(page, 'Ines Okafor')).toBeFocused()
  await expect(announced(page)).toHaveText('Ines Okafor (@ines_weaves) · Weft')
  // Away from the link, which would show its hover card.
  await page.mouse.move(0, 0)
  await page.goBack()
  await expect(people(page).getByRole('link', { name: /Ines/ })).toBeFocused()
  await expect(announced(page)).toHaveText('Explore · Weft')
})

visitorTest('the pages for visitors move the focus too', async ({ page }) => {
  await start(page, '/')
  await page.getByRole('link', { name: 'Log In', exact: true }).click()
  await expect(heading(page, 'Welcome back')).toBeFocused()
  await expect(announced(page)).toHaveText('Login · Weft')
  await button(page, 'Test Login').click()
  await expect(heading(page, 'Home')).toBeFocused()
})

userTest('going back focuses the post that was opened, without scrolling', async ({ page }) => {
  await start(page, '/explore')
  const opened = post(page, '@kenjimori')
  await opened.getByRole('time').click()
  await expect(heading(page, 'Post')).toBeFocused()
  await page.goBack()
  await expect(opened).toBeFocused()
  await expect(opened).toBeInViewport()
  await expect(announced(page)).toHaveText('Explore · Weft')
})

userTest('going back focuses the link that was followed, through several pages', async ({ page }) => {
  await start(page, '/explore')
  await post(page, '@kenjimori').getByRole('link', { name: 'Kenji Mori' }).click()
  await page.getByRole('link', { name: '3 Followers' }).click()
  const follower = page.getByRole('main').getByRole('listitem').last().getByRole('link').first()
  await follower.click()
  await expect(page.getByRole('region', { name: /^Profile of/ })).toBeVisible()
  await page.goBack()
  await expect(follower).toBeFocused()
  await button(page, 'Back').click()
  await expect(page.getByRole('link', { name: '3 Followers' })).toBeFocused()
  await expect(announced(page)).toHaveText('Kenji Mori (@kenjimori) · Weft')
  await page.goBack()
  await expect(post(page, '@kenjimori')).toBeFocused()
})

userTest('a navigation does not take the focus from a field in which the user types', async ({ page }) => {
  await start(page, '/explore')
  await page.evaluate(() => {
    // Opens the page without a click, which would take the focus from the field.
    document.querySelector<HTMLElement>('[role=combobox]')?.focus()
    document.querySelector<HTMLElement>('nav a[href="/bookmarks"]')?.click()
  })
  await expect(heading(page, 'Bookmarks')).toBeVisible()
  await expect(announced(page)).toHaveText('Bookmarks · Weft')
  await expect(search(page)).toBeFocused()
})

userTest('the page of a post has the title and the description of the post', async ({ page }) => {
  const description = page.locator('meta[name=description]')
  await page.goto('/home')
  await writePost(page, `Warp\n\nand ${'weft '.repeat(100)}`)
  await post(page, 'Warp').getByRole('time').click()
  await expect(page).toHaveTitle(`Asha Rao on Weft: Warp and${' weft'.repeat(10)}…`)
  await expect(description).toHaveAttribute('content', `Warp and${' weft'.repeat(38)}…`)
  await expect(description).toHaveCount(1)
  await mainLink(page, 'Home').click()
  await expect(description).toHaveAttribute('content', 'Weaving a digital tapestry of creativity and community!')
})
