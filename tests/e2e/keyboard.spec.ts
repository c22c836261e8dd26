import type { Locator, Page } from '@playwright/test'
import {
  button,
  count,
  expectDialogLeft,
  heading,
  keepOpen,
  newcomer,
  notice,
  ownProfileLink,
  png,
  post,
  posts,
  search,
  sort,
} from './app.ts'
import { expect, userTest, visitorTest } from './fixtures.ts'
import { savedSettings } from './lab.ts'

/** Presses Tab until `goal` has the focus. */
async function tabTo(page: Page, goal: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(goal).toBeVisible()
  // Searched for once, and again when it was replaced: a search by role takes longer than a press.
  let element = await goal.elementHandle()
  for (let presses = 0; presses < 90; presses += 1) {
    await page.keyboard.press(key)
    const state = await element?.evaluate((node) => (node.isConnected ? node === document.activeElement : 'replaced'))
    if (state === true) return
    if (state === 'replaced') element = await goal.elementHandle()
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

userTest.describe('a post that is not sent', () => {
  userTest.use({ lab: { fault: '500 before commit', only: 'CreatePost', often: 'Once' } })

  userTest(
    'the focus stays on Post after it is pressed, and Retry returns it there',
    async ({ page, expectConsole }) => {
      expectConsole('The lab injected')
      await page.goto('/home')
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
    },
  )
})

visitorTest(
  'the whole product works by keyboard alone',
  { tag: ['@quick', '@phone'] },
  async ({ page, context, isMobile, allowConsole }) => {
    visitorTest.slow()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const main = page.getByRole('main')
    const nav = (name: string) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
    const newPost = page.getByRole('textbox', { name: 'New post' })
    const own = post(page, 'Typed')

    await visitorTest.step('sign-up', async () => {
      await page.goto('/')
      // The code that moves the focus has loaded.
      await expect(page.locator('#announcement')).toBeAttached()
      await press(page, page.getByRole('link', { name: 'Become a Member' }))
      await expect(heading(page, 'Create your account')).toBeFocused()
      await submitForm(page, newcomer)
    })

    await visitorTest.step('a post with a tag and a picture', async () => {
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
      await expect(newPost).toBeFocused()
    })

    await visitorTest.step('an edit that is cancelled', async () => {
      await press(page, button(own, 'Edit post'))
      await expect(own.getByRole('textbox', { name: 'Post text' })).toBeFocused()
      await page.keyboard.type(' once')
      await press(page, button(own, 'Cancel'))
      await expect(button(own, 'Keep editing')).toBeFocused()
      await tabTo(page, button(own, 'Discard'), 'Shift+Tab')
      await page.keyboard.press('Enter')
      await expect(button(own, 'Edit post')).toBeFocused()
      await expect(own).not.toContainText('once')
    })

    await visitorTest.step('like, bookmark and edit', async () => {
      await page.keyboard.press('Enter')
      await expect(own.getByRole('textbox', { name: 'Post text' })).toBeFocused()
      await page.keyboard.type(' twice')
      await press(page, button(own, 'Update'))
      await expect(own.getByRole('textbox')).toHaveCount(0)
      await expect(own).toContainText('twice')
      await press(page, button(own, 'Like'), 'Space')
      await expect(button(own, 'Unlike')).toHaveText('1')
      await expect(button(own, 'Unlike')).toBeFocused()
      await press(page, button(own, 'Bookmark'))
      await expect(button(own, 'Remove bookmark')).toBeFocused()
    })

    await visitorTest.step('deletion and Undo', async () => {
      await tabTo(page, button(own, 'Delete post'), 'Shift+Tab')
      await page.keyboard.press('Enter')
      const deleted = notice(page, 'Post deleted')
      await keepOpen(deleted)
      await expect(own).toHaveCount(0)
      await expect(button(deleted, 'Undo')).toBeVisible()
      await page.keyboard.press('Tab')
      await expect(button(deleted, 'Undo')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(button(own, 'Unlike')).toHaveText('1')
      await expect(button(own, 'Remove bookmark')).toBeVisible()
    })

    await visitorTest.step('a picture in its dialog', async () => {
      await press(page, button(own, 'A dot'))
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.keyboard.press('Escape')
      await expectDialogLeft(page)
      await expect(button(own, 'A dot')).toBeFocused()
    })

    await visitorTest.step('share, a tag, likers, bookmarks, and Explore with its sort order', async () => {
      await press(page, button(own, 'Share'))
      await expect(notice(page, 'Link copied')).toBeVisible()
      await press(page, own.getByRole('link', { name: '#warp' }))
      await expect(heading(page, '#warp')).toBeFocused()
      await press(page, own.getByRole('time').locator('..'))
      await expect(heading(page, 'Post')).toBeFocused()
      const likers = page.getByRole('link', { name: 'Nora Quist likes this' })
      await expect(likers).toBeVisible()
      await press(page, likers)
      await expect(heading(page, 'Likes')).toBeFocused()
      await expect(main.getByRole('listitem')).toContainText('@nora')
      await press(page, nav('Bookmarks'))
      await expect(heading(page, 'Bookmarks')).toBeFocused()
      await expect(own).toBeVisible()
      await press(page, nav('Explore'))
      await expect(heading(page, 'Explore')).toBeFocused()
      await expect(posts(page).first()).toContainText('Typed')
      await tabTo(page, sort(page))
      await page.keyboard.type('Tr')
      await expect(sort(page)).toHaveValue('TRENDING')
      await expect(posts(page).first()).not.toContainText('Typed')
    })

    await visitorTest.step('a fault of the lab, and a waiting post that is retried and discarded', async () => {
      await page.goto('/lab')
      const faults = page.getByRole('group', { name: 'Fault' })
      await tabTo(page, faults.getByRole('radio', { checked: true }))
      for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('radio', { name: 'Dropped connection' })).toBeChecked()
      const scope = faults.getByLabel('Applies to')
      await tabTo(page, scope)
      // Not by its letters: a pause of a second between two begins another search.
      while ((await scope.inputValue()) !== 'CreatePost') await page.keyboard.press('ArrowDown')
      await expect.poll(() => savedSettings(page)).toMatchObject({ fault: { only: 'CreatePost' } })
      // While all calls fail, the post only waits. It cannot be discarded at the moments at which it is sent.
      while ((await scope.inputValue()) !== '') await page.keyboard.press('ArrowUp')
      await expect.poll(() => savedSettings(page)).toMatchObject({ fault: { only: null } })
      allowConsole('ConnectionLostError')
      await press(page, nav('Home'))
      await expect(heading(page, 'Home')).toBeFocused()
      await tabTo(page, newPost)
      await page.keyboard.type('Waiting')
      await page.keyboard.press('Control+Enter')
      const waiting = page.getByRole('region', { name: 'Unsent posts' })
      await press(page, button(waiting, 'Retry'))
      await expect(button(waiting, 'Discard')).toBeEnabled()
      await press(page, button(waiting, 'Discard'))
      await expect(notice(page, 'Post discarded')).toBeVisible()
      await expect(waiting).toHaveCount(0)
      await press(page, page.getByRole('link', { name: 'Lab: Dropped connection' }))
      await expect(heading(page, 'Lab')).toBeFocused()
      await press(page, button(page, 'Reset to defaults'))
      await expect(page.getByRole('radio', { name: 'None' })).toBeChecked()
      await press(page, nav('Home'))
      await expect(heading(page, 'Home')).toBeFocused()
    })

    await visitorTest.step('search, follow, followers and back', async () => {
      await page.keyboard.press('/')
      await expect(search(page)).toBeFocused()
      await page.keyboard.type('ken')
      await expect(page.getByRole('option', { name: /Kenji Mori/ })).toHaveAttribute('aria-selected', 'true')
      await page.keyboard.press('Enter')
      await expect(heading(page, 'Kenji Mori')).toBeFocused()
      await press(page, button(main, 'Follow').first())
      await expect(button(main, 'Unfollow').first()).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(count(page, 'Followers')).toHaveText('3')
      await expect(button(main, 'Follow').first()).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(count(page, 'Followers')).toHaveText('4')
      await press(page, page.getByRole('link', { name: '4 Followers' }))
      await expect(main.getByRole('listitem').filter({ hasText: '@nora' })).toBeVisible()
      await press(page, button(page, 'Back'))
      await expect(page.getByRole('link', { name: '4 Followers' })).toBeFocused()
    })

    await visitorTest.step('the own profile, the settings and log-out', async () => {
      await press(page, ownProfileLink(page))
      await expect(heading(page, 'Nora Quist')).toBeFocused()
      await press(page, button(page, 'Edit profile'))
      await tabTo(page, page.getByLabel('Bio:'))
      await page.keyboard.type('Nettles')
      await press(page, button(page, 'Update Profile'))
      await expect(button(page, 'Edit profile')).toBeFocused()
      await expect(main.getByText('Nettles')).toBeVisible()
      await press(page, isMobile ? page.getByRole('link', { name: 'Settings' }) : nav('Settings'))
      await expect(heading(page, 'Settings')).toBeFocused()
      await tabTo(page, page.getByRole('group', { name: 'Theme' }).getByRole('radio', { checked: true }))
      await page.keyboard.press('ArrowLeft')
      await expect(page.locator('html')).toHaveClass('dark-theme')
      await press(page, button(page, 'Log out'))
      await expect(heading(page, 'Welcome back')).toBeVisible()
    })

    await visitorTest.step('log-in', async () => {
      await submitForm(page, { Username: newcomer.Username, Password: newcomer.Password })
      await expect(post(page, 'Typed #warp twice')).toBeVisible()
    })

    await visitorTest.step('the deletion of the account', async () => {
      await press(page, isMobile ? ownProfileLink(page) : nav('Settings'))
      if (isMobile) await press(page, page.getByRole('link', { name: 'Settings' }))
      await expect(heading(page, 'Settings')).toBeFocused()
      await press(page, button(page, 'Delete my account'))
      await expect(page.getByRole('textbox', { name: 'Type nora to confirm' })).toBeFocused()
      await page.keyboard.type(newcomer.Username)
      await page.keyboard.press('Enter')
      await expect(notice(page, 'Your account was deleted')).toBeVisible()
      await expect(button(page, 'Log out')).toHaveCount(0)
    })
  },
)
