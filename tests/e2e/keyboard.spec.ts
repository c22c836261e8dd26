import type { Locator, Page } from '@playwright/test'
import { button, count, heading, newcomer, ownProfileLink, png, post, search } from './app.ts'
import { expect, test, userTest } from './fixtures.ts'
import { setLab } from './lab.ts'

/** Presses Tab until `goal` has the focus. */
async function tabTo(page: Page, goal: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(goal).toBeVisible()
  for (let presses = 0; presses < 90; presses += 1) {
    await page.keyboard.press(key)
    if (await goal.evaluate((element) => element === document.activeElement)) return
  }
  await expect(goal).toBeFocused()
}

async function press(page: Page, goal: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, goal)
  await page.keyboard.press(key)
}

/** Types into the form of sign-up or log-in, and submits it. */
async function submitForm(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    await tabTo(page, page.getByLabel(label, { exact: true }))
    await page.keyboard.type(value)
  }
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Home')).toBeFocused()
}

userTest('the focus stays on Post after it is pressed, and Retry returns it there', async ({ page, expectConsole }) => {
  for (const text of ['The lab injected', 'Something went wrong']) expectConsole(text)
  await setLab(page, { fault: '500 before commit', only: 'CreatePost', often: 'Once' })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('textbox', { name: 'New post' }).fill('Typed')
  await press(page, button(page, 'Post'))
  await expect(page.getByText('Server Error try again')).toBeVisible()
  await expect(button(page, 'Post')).toBeFocused()
  await tabTo(page, button(page, 'Retry'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(post(page, 'Typed')).toBeVisible()
  await expect(button(page, 'Post')).toBeFocused()
  await expect(button(page, 'Post')).toBeDisabled()
  await page.keyboard.press('Enter')
  await expect(post(page, 'Typed')).toHaveCount(1)
})

test('the whole product works by keyboard alone', { tag: '@phone' }, async ({ page, isMobile }) => {
  test.slow()
  const main = page.getByRole('main')
  const nav = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
  const newPost = page.getByRole('textbox', { name: 'New post' })
  const own = post(page, 'Typed')

  await test.step('sign-up', async () => {
    await page.goto('/')
    // The code that moves the focus has loaded.
    await expect(page.locator('#announcement')).toBeAttached()
    await press(page, page.getByRole('link', { name: 'Become a Member' }))
    await expect(heading(page, 'Create your account')).toBeFocused()
    await submitForm(page, newcomer)
  })

  await test.step('a post with a tag and a picture', async () => {
    await tabTo(page, newPost)
    await page.keyboard.type('Typed #warp')
    const chooser = page.waitForEvent('filechooser')
    await press(page, button(page, 'Add a photo'))
    await (await chooser).setFiles(png)
    await tabTo(page, button(page, 'Alt text, missing'), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('textbox', { name: 'Alt text' }))
    await page.keyboard.type('A dot')
    await page.keyboard.press('Control+Enter')
    await expect(own.getByRole('img', { name: 'A dot' })).toBeVisible()
  })

  await test.step('like, bookmark and edit', async () => {
    await press(page, button(own, 'Edit post'))
    await expect(own.getByRole('textbox', { name: 'Post text' })).toBeFocused()
    await page.keyboard.type(' twice')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(own).toContainText('twice')
    await press(page, button(own, 'Like'), 'Space')
    await expect(button(own, 'Unlike')).toHaveText('1')
    await expect(button(own, 'Unlike')).toBeFocused()
    await press(page, button(own, 'Bookmark'))
    await expect(button(own, 'Remove bookmark')).toBeFocused()
  })

  await test.step('deletion and Undo', async () => {
    await tabTo(page, button(own, 'Delete post'), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(own).toHaveCount(0)
    await expect(button(page, 'Undo')).toBeVisible()
    await page.keyboard.press('Alt+t')
    await expect(button(page, 'Undo')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(button(own, 'Unlike')).toHaveText('1')
    await expect(button(own, 'Remove bookmark')).toBeVisible()
  })

  await test.step('a picture in its dialog', async () => {
    await press(page, button(own, 'A dot'))
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(button(own, 'A dot')).toBeFocused()
  })

  await test.step('search, follow, followers and back', async () => {
    await page.keyboard.press('/')
    await expect(search(page)).toBeFocused()
    await page.keyboard.type('ken')
    await expect(page.getByRole('option', { name: /Kenji Mori/ })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Kenji Mori')).toBeFocused()
    await press(page, button(main, 'Follow').first())
    await expect(button(main, 'Unfollow').first()).toBeFocused()
    await expect(count(page, 'Followers')).toHaveText('4')
    await press(page, page.getByRole('link', { name: '4 Followers' }))
    await expect(main.getByRole('listitem').filter({ hasText: '@nora' })).toBeVisible()
    await press(page, button(page, 'Back'))
    await expect(page.getByRole('link', { name: '4 Followers' })).toBeFocused()
  })

  await test.step('the own profile, the settings and log-out', async () => {
    await press(page, ownProfileLink(page))
    await expect(heading(page, 'Nora Quist')).toBeFocused()
    await press(page, isMobile ? page.getByRole('link', { name: 'Settings' }) : nav('Settings'))
    await expect(heading(page, 'Settings')).toBeFocused()
    await tabTo(page, page.getByRole('group', { name: 'Theme' }).getByRole('radio', { checked: true }))
    await page.keyboard.press('ArrowLeft')
    await expect(page.locator('html')).toHaveClass('dark-theme')
    await press(page, button(page, 'Log out'))
    await expect(heading(page, 'Welcome back')).toBeVisible()
  })

  await test.step('log-in', async () => {
    await submitForm(page, { Username: newcomer.Username, Password: newcomer.Password })
    await expect(post(page, 'Typed #warp twice')).toBeVisible()
  })
})
