import type { Page } from '@playwright/test'
import {
  button,
  expectDialogLeft,
  found,
  heading,
  likeOf,
  logIn,
  ownProfileLink,
  png,
  post,
  postsOption,
  search,
  signUp,
  expectToastDuring,
  writePost,
} from './app.ts'
import { expect } from './fixtures.ts'
import { expectRecording } from './lab.ts'

/** A screen or a state of one, and how to open it from the previous one. */
export interface Screen {
  name: string
  /** The heading of the page. A page that loads may have none. */
  title?: string
  reach: (page: Page) => Promise<unknown>
  /** Whether a phone does not have it. */
  needsMouse?: boolean
  /** Whether it loads or shows toasts. */
  isTransient?: boolean
}

export const visitorScreens: Screen[] = [
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
  { name: 'a search', title: 'Results for “the”', reach: (page) => page.goto('/search?q=the') },
  { name: 'a post that does not exist', title: 'Page not found', reach: (page) => page.goto('/post/none') },
  {
    name: 'an address of the backend without a service worker',
    title: 'No backend at this address',
    reach: (page) => page.goto('/api/posts'),
  },
  {
    name: 'GraphiQL',
    title: 'GraphiQL',
    reach: (page) => openGraphiQL(page, 'Posts'),
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

export const userScreens: Screen[] = [
  { name: 'home', title: 'Home', reach: (page) => page.goto('/home') },
  {
    name: 'home with an open edit form',
    title: 'Home',
    reach: async (page) => {
      await button(post(page, '@asharao'), 'Edit post').click()
      await expect(page.getByRole('textbox', { name: 'Post text' })).toBeVisible()
    },
  },
  {
    name: 'a new post with a picture, its description and the reminder',
    title: 'Home',
    reach: async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('textbox', { name: 'New post' }).fill('A vat of #indigo for @tomasvela')
      await page.locator('input[type=file][accept^=image]').setInputFiles(png)
      await button(page, 'Post').click()
      await expect(page.getByText('or press Post again')).toBeVisible()
    },
  },
  {
    name: 'search with results',
    title: 'Home',
    reach: async (page) => {
      await button(page, 'Post').click()
      await expect(page.getByRole('textbox', { name: 'New post' })).toHaveValue('')
      await search(page).fill('a')
      await expect(found(page)).toHaveCount(4)
    },
  },
  {
    name: 'search without a match',
    title: 'Home',
    reach: async (page) => {
      await search(page).fill('zoe')
      await expect(page.getByText('No one here is called “zoe”.')).toBeVisible()
    },
  },
  {
    name: 'the posts that a search has found',
    title: 'Results for “the”',
    reach: async (page) => {
      await search(page).fill('the')
      await postsOption(page).click()
      await expect(page.getByRole('main').locator('mark').first()).toBeVisible()
    },
  },
  {
    name: 'a search of the bookmarks without a match',
    title: 'Results for “the”',
    reach: (page) => page.getByRole('radio', { name: 'My bookmarks' }).click(),
  },
  {
    name: 'the people that a search has found',
    title: 'Results for “k”',
    reach: (page) => page.goto('/search?q=k&tab=people'),
  },
  {
    name: 'a search without a text',
    title: 'Search',
    reach: (page) => page.goto('/search'),
  },
  {
    name: 'bookmarks, empty',
    title: 'Bookmarks',
    reach: async (page) => {
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
      await expectDialogLeft(page)
      await goTo(page, 'Home')
      await writePost(page, `Warp of #indigo\n${'and weft\n'.repeat(9)}`)
      await post(page, 'Warp of').getByRole('link', { name: '#indigo' }).click()
      await expect(button(page, 'Show more')).toBeVisible()
    },
  },
  { name: 'explore again', title: 'Explore', reach: (page) => goTo(page, 'Explore') },
  {
    name: 'a post',
    title: 'Post',
    reach: async (page) => {
      await button(post(page, '@kenjimori'), 'Like').click()
      await post(page, '@kenjimori').getByRole('time').click()
      await expect(page.getByText('Asha Rao and 104 others like this')).toBeVisible()
    },
  },
  {
    name: 'the users who like a post',
    title: 'Likes',
    reach: (page) => page.getByRole('link', { name: /104 others/ }).click(),
  },
  {
    name: "another user's profile",
    title: 'Kenji Mori',
    reach: async (page) => {
      await page.goBack()
      await page.getByRole('article').getByRole('link', { name: 'Kenji Mori' }).first().click()
    },
  },
  {
    name: 'followers',
    title: 'Kenji Mori',
    reach: async (page) => {
      await page.getByRole('link', { name: '3 Followers' }).click()
      await expect(page.getByRole('region', { name: 'Followers' }).getByRole('listitem')).toHaveCount(3)
    },
  },
  {
    name: 'following',
    title: 'Kenji Mori',
    reach: async (page) => {
      await page.getByRole('link', { name: 'Following 1' }).click()
      await expect(page.getByRole('region', { name: 'Following' }).getByRole('listitem')).toHaveCount(1)
    },
  },
  {
    name: 'bookmarks, filled',
    title: 'Bookmarks',
    reach: async (page) => {
      await goTo(page, 'Explore')
      await expectToastDuring(page, 'Added to Bookmark', () =>
        button(post(page, '@kenjimori'), 'Bookmark').first().click(),
      )
      await goTo(page, 'Bookmarks')
    },
  },
  {
    name: 'the card of a name',
    needsMouse: true,
    title: 'Bookmarks',
    reach: async (page) => {
      await post(page, '@kenjimori').focus()
      await page.keyboard.press('Tab')
      await expect(page.getByRole('group', { name: 'About Kenji Mori' })).toBeVisible()
    },
  },
  {
    name: "the viewer's own profile",
    title: 'Asha Rao',
    reach: (page) => ownProfileLink(page).click(),
  },
  {
    name: "the replies on the viewer's own profile",
    title: 'Asha Rao',
    reach: async (page) => {
      await page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: 'Replies' }).click()
      await expect(page).toHaveTitle(/^Replies · /)
    },
  },
  {
    name: "the viewer's own profile with an open edit form",
    title: 'Asha Rao',
    reach: async (page) => {
      await button(page, 'Edit profile').click()
      await expect(page.getByLabel('Bio:')).toBeVisible()
    },
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
    reach: async (page) => {
      await button(page, 'Delete my account').click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'the dialog of the shortcuts',
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
      await expectRecording(page)
      await goTo(page, 'Explore')
      await expect(post(page, '@kenjimori')).toBeVisible()
      await page.getByRole('link', { name: 'Lab: 0 ms' }).click()
      await button(page.getByRole('log'), 'ExplorePage').click()
      await page.getByLabel('Jitter ±').fill('x')
    },
  },
  {
    name: 'a confirmation of the lab',
    title: 'Lab',
    reach: async (page) => {
      await button(page, 'Empty').click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'GraphiQL',
    title: 'GraphiQL',
    reach: (page) => openGraphiQL(page, 'Home'),
  },
  {
    name: 'notifications',
    title: 'Notifications',
    reach: async (page) => {
      await page.goto('/home')
      await button(page, 'Log out').click()
      await page.goto('/signup')
      await signUp(page)
      await expect(heading(page, 'Home')).toBeVisible()
      await goTo(page, 'Explore')
      const answered = post(page, 'Carved a new block')
      await button(answered, 'Follow').click()
      await likeOf(answered).click()
      await answered.getByRole('link', { name: 'Reply', exact: true }).click()
      await page.getByRole('textbox', { name: /^Reply to / }).fill('Which wood for the block, @asharao?')
      await button(page, 'Post').click()
      await expect(post(page, 'Which wood')).toBeFocused()
      await button(page, 'Log out').click()
      await page.goto('/login')
      await logIn(page)
      await expect(heading(page, 'Home')).toBeVisible()
      await page.goto('/notifications')
      const notification = page.getByRole('feed', { name: 'Notifications' }).getByRole('article')
      await expect(notification.filter({ hasText: 'replied to your post' })).toBeVisible()
    },
  },
  {
    name: 'a thread',
    title: 'Post',
    reach: async (page) => {
      await page.getByRole('link', { name: /replied to your post$/ }).click()
      await expect(post(page, 'Which wood')).toBeVisible()
    },
  },
  {
    name: 'a profile with pictures',
    title: 'Kenji Mori',
    reach: async (page) => {
      await page.goto('/explore')
      await post(page, '@kenjimori').getByRole('link', { name: 'Kenji Mori' }).click()
      await page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: 'Media' }).click()
      await expect(page.getByRole('list', { name: 'Media' }).getByRole('listitem').first()).toBeVisible()
    },
  },
  {
    name: 'a post that waits for the connection',
    title: 'Home',
    reach: async (page) => {
      await page.goto('/lab')
      await page.getByRole('radio', { name: 'Offline' }).check()
      await page.getByRole('group', { name: 'Fault' }).getByLabel('Applies to').selectOption('CreatePost')
      await goTo(page, 'Home')
      await page.getByRole('textbox', { name: 'New post' }).fill('Not sent')
      await button(page, 'Post').click()
      await expect(page.getByRole('region', { name: 'Unsent posts' })).toBeVisible()
    },
  },
]

export function goTo(page: Page, name: string): Promise<void> {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
}

async function openGraphiQL(page: Page, starter: string): Promise<void> {
  await page.goto('/graphiql')
  await expect(page.locator('.graphiql-editor .view-lines').first()).toContainText(starter)
}

/** Declares what some of the screens and states log. */
export function allowScreenConsole(allowConsole: (text: string) => void): void {
  for (const text of ['The lab injected', 'No response: the connection was lost', 'Something went wrong on our side'])
    allowConsole(text)
}

/** Opens a screen and waits until it has loaded and no toast covers it. */
export async function reachScreen(page: Page, { title, isTransient, reach }: Screen): Promise<void> {
  await reach(page)
  if (title !== undefined) await expect(heading(page, title)).toBeVisible()
  if (isTransient) return
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
  await expect(page.locator('.Toastify__toast')).toHaveCount(0)
}
