import type { Locator, Page } from '@playwright/test'
import { button, count, expectAuthors, heading, newcomer, notice, ownProfileLink, png, post, signUp } from './app.ts'
import { expect, userTest, visitorTest } from './fixtures.ts'

userTest('a profile shows name, username, bio, link, counts and posts', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/userprofile')
  await expect(heading(page, 'Asha Rao')).toBeVisible()
  await expect(page).toHaveTitle('Asha Rao (@asharao) · Weft')
  const card = page.getByRole('region', { name: 'Profile of Asha Rao' })
  await expect(card).toContainText('@asharao')
  await expect(card).toContainText('Block printer and pattern maker in Jaipur.')
  await expect(card.getByRole('link', { name: 'asharao.example' })).toHaveAttribute('href', 'https://asharao.example/')
  await expect(count(page, 'Posts')).toHaveText('1')
  await expect(count(page, 'Followers')).toHaveText('2')
  await expect(count(page, 'Following')).toHaveText('2')
  await expect(page.getByRole('article')).toHaveText([/Carved a new block/])
})

userTest('the tabs of a profile stay where its skeleton had them', { tag: '@phone' }, async ({ page }) => {
  let load = () => {}
  const isReleased = new Promise<void>((resolve) => (load = resolve))
  // The backend in the page, or the responses of a server.
  await page.route(/\/assets\/inPageBackend-|\/graphql$/, async (route) => {
    await isReleased
    await route.continue()
  })
  await page.goto('/userprofile')
  const tabs = page.getByRole('navigation', { name: 'Profile' })
  const topOf = async () => (await tabs.boundingBox())?.y ?? NaN
  await expect(tabs).toBeVisible()
  const before = await topOf()
  load()
  await expect(heading(page, 'Asha Rao')).toBeVisible()
  expect(Math.abs((await topOf()) - before)).toBeLessThanOrEqual(1)
})

userTest('a profile links to the settings where no navigation does', { tag: '@phone' }, async ({ page, isMobile }) => {
  await page.goto('/userprofile')
  await expect(heading(page, 'Asha Rao')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(1)
  await expect(page.getByRole('main').getByRole('link', { name: 'Settings' })).toBeVisible({ visible: isMobile })
})

userTest('the profile of another user has a follow button and no edit button', async ({ page }) => {
  await page.goto('/explore')
  await post(page, '@freyalund').getByRole('link', { name: 'Freya Lund' }).click()
  const card = page.getByRole('region', { name: 'Profile of Freya Lund' })
  await expect(card).toContainText('Knits what she sees from the ferry. Bergen.')
  await expect(button(card, 'Follow')).toBeVisible()
  await expect(button(page, 'Edit profile')).toHaveCount(0)
  await expectAuthors(page, ['@freyalund'])
})

userTest(
  'an edited bio and link show a toast, are stored, and show after a reload',
  { tag: '@quick' },
  async ({ page }) => {
    await page.goto('/userprofile')
    await button(page, 'Edit profile').click()
    const link = page.getByLabel('Portfolio URL:')
    const bio = page.getByLabel('Bio:')
    await expect(link).toBeFocused()
    await expect(link).toHaveValue('https://asharao.example')
    await expect(bio).toHaveAttribute('rows', '4')
    await expect(bio).toHaveAttribute('cols', '20')
    await link.fill('blocks.example/prints')
    await bio.fill('Pearwood,\nmostly.')
    await button(page, 'Update Profile').click()

    await expect(notice(page, 'Profile updated')).toBeVisible()
    await expect(bio).toBeHidden()
    await expect(button(page, 'Edit profile')).toBeFocused()
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('curr_user') ?? ''))
    expect(kept).toMatchObject({ bio: 'Pearwood,\nmostly.', profile: 'blocks.example/prints', username: 'asharao' })
    await page.reload()
    await expect(page.getByText('Pearwood,')).toBeVisible()
    await expect(page.getByRole('link', { name: 'blocks.example/prints' })).toHaveAttribute(
      'href',
      'https://blocks.example/prints',
    )
  },
)

userTest('Escape closes the form without saving, after a question', { tag: '@no-server' }, async ({ page }) => {
  await page.goto('/userprofile')
  await button(page, 'Edit profile').click()
  await page.getByLabel('Bio:').fill('Never mind')
  await page.keyboard.press('Escape')
  await expect(button(page, 'Keep editing')).toBeFocused()
  await button(page, 'Discard').click()
  await expect(button(page, 'Edit profile')).toBeFocused()
  await expect(page.getByText('Block printer and pattern maker')).toBeVisible()
})

userTest('the button that changes the picture has the colours of a primary button', async ({ page }) => {
  await page.goto('/userprofile')
  await button(page, 'Edit profile').click()
  const coloursOf = (name: string) =>
    button(page, name).evaluate((element) => {
      const { color, backgroundColor } = getComputedStyle(element)
      return [color, backgroundColor]
    })
  expect(await coloursOf('Change picture')).toEqual(await coloursOf('Update Profile'))
})

userTest(
  'a new picture shows once it is saved, also in the navigation, and after a reload',
  { tag: '@phone' },
  async ({ page, host }) => {
    await page.goto('/userprofile')
    await button(page, 'Edit profile').click()
    const choosing = page.waitForEvent('filechooser')
    await button(page, 'Change picture').click()
    await (await choosing).setFiles(png)
    const update = button(page, 'Update Profile')
    await expect(
      page
        .getByRole('region', { name: /^Profile of/ })
        .locator('img')
        .first(),
    ).toHaveAttribute('src', /^blob:/)
    await expect(update).not.toHaveAttribute('aria-disabled')
    await update.click()
    await expect(notice(page, 'Profile updated')).toBeVisible()
    const inNavigation = page.getByRole('navigation', { name: 'Main' }).locator('img')
    // Without a server or a service worker the page makes object URLs.
    const address = host === 'server' ? /^\/media\// : /^blob:/
    await expect(inNavigation).toHaveAttribute('src', address)
    await page.reload()
    for (const picture of [inNavigation, page.getByRole('article').locator('header img')]) {
      await expect(picture).toHaveAttribute('src', address)
      await expect(picture).toHaveJSProperty('naturalWidth', 1)
    }
  },
)

async function editLink(page: Page, typed: string): Promise<void> {
  await button(page, 'Edit profile').click()
  await page.getByLabel('Portfolio URL:').fill(typed)
  await button(page, 'Update Profile').click()
  await expect(button(page, 'Edit profile')).toBeVisible()
}

// tests/flows/profiles.test.tsx covers other texts.
userTest(
  'the address of a portfolio becomes a link, without one there is none',
  { tag: '@no-server' },
  async ({ page }) => {
    await page.goto('/userprofile')
    const card = page.getByRole('region', { name: 'Profile of Asha Rao' })
    const link = card.locator('a[target=_blank]')
    await editLink(page, 'http://plain.example')
    await expect(link).toHaveAttribute('href', 'http://plain.example/')
    await expect(link).toHaveAttribute('rel', /noopener/)
    await editLink(page, '')
    await expect(link).toHaveCount(0)
  },
)

visitorTest("a new user's profile says 'No Posts Added'", { tag: '@no-server' }, async ({ page }) => {
  await page.goto('/signup')
  await signUp(page, newcomer)
  await expect(heading(page, 'Home')).toBeVisible()
  await ownProfileLink(page).click()
  await expect(heading(page, 'Nora Quist')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No Posts Added' })).toBeVisible()
  await expect(count(page, 'Posts')).toHaveText('0')
})

userTest.describe('a profile picture that does not upload', () => {
  userTest.use({ lab: { fault: '500 before commit', only: 'POST /media' } })

  userTest(
    'the message of a profile picture that did not upload covers nothing',
    { tag: '@phone' },
    async ({ page, expectConsole }) => {
      for (const text of ['The lab injected', 'Something went wrong']) expectConsole(text)
      await page.goto('/userprofile')
      await button(page, 'Edit profile').click()
      const camera = button(page, 'Change picture')
      const before = await boxOf(camera)
      await page.locator('input[type=file][accept^=image]').setInputFiles(png)
      const message = await boxOf(page.getByRole('alert').filter({ hasText: 'That picture did not upload' }))
      expect(await boxOf(camera)).toEqual(before)
      expect(message.y).toBeGreaterThanOrEqual(before.y + before.height)
    },
  )
})

async function boxOf(element: Locator) {
  await expect(element).toBeVisible()
  const box = await element.boundingBox()
  if (!box) throw new Error('The element has no box.')
  return box
}
