import { button, expectNoSideScroll, heading, people, search, sort } from './app.ts'
import { expect, userTest as test } from './fixtures.ts'

test(
  'the main navigation links to every page and marks the current one',
  { tag: '@phone' },
  async ({ page, isMobile }) => {
    await page.goto('/home')
    const main = page.getByRole('navigation', { name: 'Main' })
    const profile = isMobile ? 'Profile' : /Asha.*@asharao/
    for (const { link, path, title, documentTitle = `${title} · Weft` } of [
      { link: 'Explore', path: '/explore', title: 'Explore' },
      { link: 'Bookmarks', path: '/bookmarks', title: 'Bookmarks' },
      { link: profile, path: '/userprofile', title: 'Asha Rao', documentTitle: 'Asha Rao (@asharao) · Weft' },
      { link: 'Home', path: '/home', title: 'Home' },
    ]) {
      await main.getByRole('link', { name: link }).click()
      await expect(page).toHaveURL(path)
      await expect(heading(page, title)).toBeVisible()
      await expect(page).toHaveTitle(documentTitle)
      await expect(main.locator('[aria-current=page]')).toHaveAccessibleName(link)
      await expectNoSideScroll(page)
    }
  },
)

test('the logo links to Home for a signed-in user', async ({ page }) => {
  await page.goto('/explore')
  await page.getByRole('banner').getByRole('link', { name: 'Weft' }).click()
  await expect(heading(page, 'Home')).toBeVisible()
})

test(
  'the people panel lists the other users, each with a link to their profile',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/home')
    await expect(people(page)).toHaveCount(1)
    await expect(people(page).getByRole('heading', { name: 'People you Might know' })).toBeVisible()
    await expect(people(page).getByRole('listitem')).toHaveCount(5)
    await expect(people(page)).not.toContainText('@asharao')
    await people(page)
      .getByRole('link', { name: /@ines_weaves/ })
      .click()
    await expect(heading(page, 'Ines Okafor')).toBeVisible()
    await expect(page).toHaveURL(/\/userprofile\/[\w-]+$/)
  },
)

test('the upper bar stays visible while the page scrolls', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/explore')
  await page.getByRole('article').last().scrollIntoViewIfNeeded()
  await expect(search(page)).toBeInViewport()
  await expect(button(page, 'Log out')).toBeInViewport()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeInViewport()
})

test('a new page starts at its top, and going back restores the scroll position', async ({ page }) => {
  await page.goto('/explore')
  await expect(page.getByRole('article')).toHaveCount(6)
  await page.getByRole('article').last().getByRole('link', { name: 'Ines Okafor' }).click()
  await expect(heading(page, 'Ines Okafor')).toBeInViewport()
  await page.goBack()
  await expect(page.getByRole('article').last()).toBeInViewport()
})

test('the skip link moves the focus past the upper bar', async ({ page }) => {
  await page.goto('/home')
  // The heading shows before the scripts run, and the app then replaces what has the focus.
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(sort(page)).toBeFocused()
})
