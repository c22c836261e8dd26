import type { Page } from '@playwright/test'
import { button, expectNoSideScroll, heading, notice, people, post, writePost } from './app.ts'
import { expect, userTest } from './fixtures.ts'

// tests/flows/people.test.tsx covers the lists without a layout.

userTest('the counts of a profile open lists of people', { tag: ['@no-server', '@phone'] }, async ({ page }) => {
  await page.goto('/explore')
  // The code that moves the focus loads when the page is idle.
  await expect(page.locator('#announcement')).toBeAttached()
  await post(page, '@kenjimori').getByRole('link', { name: 'Kenji Mori' }).click()
  await page.getByRole('link', { name: '3 Followers' }).click()
  const followers = page.getByRole('region', { name: 'Followers' })
  await expect(followers.getByRole('listitem')).toHaveCount(3)
  await expect(page).toHaveTitle('People who follow Kenji Mori · Weft')
  await expect(heading(page, 'Kenji Mori')).toBeFocused()
  await expectNoSideScroll(page)
  await page.getByRole('link', { name: 'Following 1' }).click()
  await expect(page.getByRole('region', { name: 'Following' }).getByRole('listitem')).toHaveCount(1)
  await page.goBack()
  await expect(page.getByRole('region', { name: 'Profile of Kenji Mori' })).toBeVisible()
})

userTest('a follow and its end keep the place in a list of people', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 400 })
  await page.goto('/explore')
  await post(page, '@kenjimori').getByRole('link', { name: 'Kenji Mori' }).click()
  await page.getByRole('link', { name: '3 Followers' }).click()
  const last = page
    .getByRole('region', { name: 'Followers' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button') })
    .last()
  await last.scrollIntoViewIfNeeded()
  const before = await last.boundingBox()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
  for (const [press, next] of [
    ['Follow', 'Unfollow'],
    ['Unfollow', 'Follow'],
  ] as const) {
    await button(last, `${press} @samuel_adu`).click()
    await expect(button(last, `${next} @samuel_adu`)).toBeVisible()
    expect(await last.boundingBox()).toEqual(before)
  }
})

const card = (page: Page) => page.getByRole('group', { name: 'About Kenji Mori' })
const name = (page: Page) =>
  post(page, '@kenjimori').locator('header').getByRole('link', { name: 'Kenji Mori' }).first()

userTest('a hovered name shows a card, which the pointer can enter', { tag: '@quick' }, async ({ page }) => {
  await page.goto('/explore')
  await name(page).scrollIntoViewIfNeeded()
  const box = await post(page, '@kenjimori').boundingBox()
  await name(page).hover()
  await expect(card(page)).toBeVisible()
  await expect(card(page)).toContainText('Indigo dyer in Tokushima')
  expect(await post(page, '@kenjimori').boundingBox()).toEqual(box)
  await button(card(page), 'Unfollow').click()
  await expect(button(card(page), 'Follow')).toBeVisible()
  await expect(card(page).getByRole('definition').first()).toHaveText('2')
  await page.mouse.move(5, 400)
  await expect(card(page)).toHaveCount(0)
})

userTest('a focused name shows a card, and Escape closes it', async ({ page }) => {
  await page.goto('/explore')
  await expect(post(page, '@kenjimori')).toBeVisible()
  await post(page, '@kenjimori').focus()
  await page.keyboard.press('Tab')
  await expect(name(page)).toBeFocused()
  await expect(card(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card(page)).toHaveCount(0)
  await expect(name(page)).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(card(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(button(card(page), 'Unfollow')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(card(page)).toHaveCount(0)
  await expect(name(page)).toBeFocused()
})

userTest('a focused name shows a card although the pointer leaves another element', async ({ page }) => {
  await page.goto('/explore')
  await heading(page, 'Explore').hover()
  await name(page).hover()
  await expect(card(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await heading(page, 'Explore').hover()
  await expect(card(page)).toHaveCount(0)
  await post(page, '@kenjimori').focus()
  await page.keyboard.press('Tab')
  await expect(name(page)).toBeFocused()
  await page.mouse.move(5, 500)
  await expect(card(page)).toBeVisible()
})

userTest('a suggestion and a mention show a card', async ({ page }) => {
  await page.goto('/home')
  await writePost(page, 'Thank you, @kenjimori')
  await post(page, 'Thank you').getByRole('link', { name: '@kenjimori' }).hover()
  await expect(card(page)).toBeVisible()
  await people(page).getByRole('link', { name: /Ines/ }).hover()
  await expect(page.getByRole('group', { name: /^About Ines/ })).toBeVisible()
  await expect(card(page)).toHaveCount(0)
  // The panel of suggestions does not scroll with the page, but its card would.
  await page.mouse.wheel(0, 200)
  await expect(page.getByRole('group', { name: /^About Ines/ })).toHaveCount(0)
})

userTest.describe('by touch', () => {
  userTest.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  userTest('a tapped name opens the profile without a card', async ({ page }) => {
    await page.goto('/explore')
    await name(page).tap()
    await expect(page.getByRole('region', { name: 'Profile of Kenji Mori' })).toBeVisible()
    await expect(card(page)).toHaveCount(0)
  })
})

userTest(
  'the own profile has tabs with addresses, and its link can be shared',
  { tag: '@no-server' },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/userprofile')
    await page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: 'Media' }).click()
    await expect(page).toHaveTitle('Media · Asha Rao (@asharao) · Weft')
    await page.reload()
    await expect(page).toHaveTitle('Media · Asha Rao (@asharao) · Weft')
    await expectNoSideScroll(page)
    await button(page, 'Share profile').click()
    await expect(notice(page, 'Link copied')).toBeVisible()
    await page.goto(await page.evaluate(() => navigator.clipboard.readText()))
    await expect(heading(page, 'Asha Rao')).toBeVisible()
    await expect(page).toHaveURL(/\/userprofile\/./)
  },
)

userTest(
  'a name that the page scrolls under a resting pointer shows no card until the pointer moves',
  async ({ page }) => {
    await page.goto('/explore')
    await name(page).hover()
    await expect(card(page)).toBeVisible()
    const box = await name(page).boundingBox()
    await page.mouse.move(Math.round(box?.x ?? 0) + 5, Math.round(box?.y ?? 0) - 200)
    await expect(card(page)).toHaveCount(0)
    await page.clock.install()
    await page.mouse.wheel(0, 205)
    await expect.poll(() => name(page).evaluate((link) => link.matches(':hover'))).toBe(true)
    await page.clock.runFor(2000)
    await expect(card(page)).toHaveCount(0)
    await page.mouse.move(Math.round(box?.x ?? 0) + 8, Math.round(box?.y ?? 0) - 200)
    await page.clock.runFor(2000)
    await expect(card(page)).toBeVisible()
  },
)
