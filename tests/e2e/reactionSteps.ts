import type { Page } from '@playwright/test'
import {
  alert,
  button,
  expectRows,
  heading,
  likeOf,
  notice,
  ownProfileLink,
  people,
  png,
  post,
  postWithoutAltText,
  search,
} from './app.ts'
import { expect } from './fixtures.ts'
import { choose, setLab } from './lab.ts'
import { change, edit, generate, newPost, open, pressInTwoTabs, pressOnExplore, write } from './reactionActions.ts'
import { visitorSteps } from './visitorSteps.ts'
import { expectWorker } from './worker/app.ts'

/** The steps of each row of the table in docs/lab.md, with checks of everything but toasts. */
export const reactionSteps: Record<string, (page: Page) => Promise<void>> = {
  ...visitorSteps,
  'Post creation, 500': async (page) => {
    await write(page)
    await expect(newPost(page)).toHaveValue('Not to be lost')
    await expect(button(page, 'Retry')).toBeVisible()
  },
  'Post creation, lost response': async (page) => {
    await write(page)
    await expect(alert(page, 'Server Error try again')).toBeVisible()
    await button(page, 'Retry').click()
    await expect(newPost(page)).toHaveValue('')
    await expect(post(page, 'Not to be lost')).toHaveCount(1)
  },
  'Post creation, no connection': async (page) => {
    await write(page)
    await expect(page.getByText('No connection. What you write is kept on this device.')).toBeVisible()
    const kept = page.getByRole('region', { name: 'Unconfirmed posts' })
    await expect(kept).toContainText('Not to be lost')
    await button(kept, 'Retry').click()
    await expect(kept).toContainText('Not to be lost')
  },
  'Post creation, slow storage': async (page) => {
    await write(page)
    await expect(button(page, 'Post')).toHaveAttribute('aria-busy', 'true')
    await expect(newPost(page)).toHaveValue('Not to be lost')
    await expect(newPost(page)).toHaveValue('')
    await expect(post(page, 'Not to be lost')).toHaveCount(1)
  },
  'Upload, any failure': async (page) => {
    await open(page, 'Home')
    await newPost(page).fill('Not to be lost')
    await page.locator('input[type=file][accept^=image]').setInputFiles(png)
    await expect(page.getByRole('alert').filter({ hasText: 'Upload failed. Your text is safe.' })).toBeVisible()
    await button(page, 'Retry').click()
    await expect(button(page, 'Remove photo')).toBeVisible()
    await postWithoutAltText(page)
    await expect(post(page, 'Not to be lost').getByRole('img', { name: 'Shared by Asha Rao' })).toBeVisible()
  },
  'Draft, full storage': async (page) => {
    await open(page, 'Home')
    await page.evaluate(() => {
      for (let size = 8_000_000; size >= 1; size /= 2) {
        try {
          localStorage.setItem(`full ${size}`, 'x'.repeat(size))
        } catch {
          // Half of it may have room.
        }
      }
    })
    await newPost(page).fill('Not to be lost')
    await expect(page.getByText('This browser could not save the draft')).toBeVisible()
    await expect(newPost(page)).toHaveValue('Not to be lost')
  },
  'Bookmark, 500': (page) => pressOnExplore(page, 'Bookmark'),
  'Bookmark, 400': (page) => pressInTwoTabs(page, (tab) => button(post(tab, '@kenjimori'), 'Bookmark').click()),
  'Remove bookmark, 400': async (page) => {
    await pressOnExplore(page, 'Bookmark')
    await expectRows(page, 'bookmarks', () => true)
    await open(page, 'Bookmarks')
    await expect(page.getByRole('article')).toHaveCount(1)
    await pressInTwoTabs(page, (tab) => button(post(tab, '@kenjimori'), 'Remove bookmark').click())
  },
  'Follow, 400': (page) => pressInTwoTabs(page, (tab) => button(people(tab), 'Follow @ines_weaves').click()),
  'Unfollow, 400': (page) => pressInTwoTabs(page, (tab) => button(people(tab), 'Unfollow @kenjimori').click()),
  'Follow, other failure': async (page) => {
    await open(page, 'Home')
    await button(people(page), 'Follow @ines_weaves').click()
  },
  'Unfollow, other failure': async (page) => {
    await open(page, 'Home')
    await button(people(page), 'Unfollow @kenjimori').click()
  },
  'Follow, lost response': async (page) => {
    await open(page, 'Home')
    await button(people(page), 'Follow @ines_weaves').click()
    await expect(button(people(page), 'Unfollow @ines_weaves')).toBeVisible()
  },
  'Like, any failure': async (page) => {
    await pressOnExplore(page, 'Like')
    await expect(button(post(page, '@kenjimori'), 'Like')).toHaveText('104')
  },
  'Unlike, any failure': async (page) => {
    await pressOnExplore(page, 'Like')
    await expect(button(post(page, '@kenjimori'), 'Unlike')).toHaveText('105')
    await button(post(page, '@kenjimori'), 'Unlike').click()
    await expect(likeOf(post(page, '@kenjimori'))).toHaveText('105')
  },
  'Edit, any failure': async (page) => {
    await edit(page)
    await expect(page.getByRole('textbox', { name: 'Post text' })).toHaveValue('Changed')
    await expect(page.getByText('Not saved. Your text is still here.')).toBeVisible()
  },
  'Edit, lost response': async (page) => {
    await edit(page)
    await expect(post(page, '@asharao')).toContainText('Changed')
    await expect(page.getByRole('textbox', { name: 'Post text' })).toHaveCount(0)
  },
  'Edit, not certain': async (page) => {
    await change(page)
    await setLab(await page.context().newPage(), { fault: '500 before commit' })
    await page.bringToFront()
    await button(page, 'Update').click()
    await expect(page.getByRole('textbox', { name: 'Post text' })).toHaveValue('Changed')
    await expect(page.getByText('It is not certain that this was saved. Your text is still here.')).toBeVisible()
  },
  'Delete, any failure': async (page) => {
    await open(page, 'Home')
    await button(post(page, '@asharao'), 'Delete post').click()
    await expect(post(page, '@asharao')).toBeVisible()
  },
  'Delete, lost response': async (page) => {
    await open(page, 'Home')
    await button(post(page, '@asharao'), 'Delete post').click()
    await button(notice(page, 'Post deleted'), 'Undo').click()
    await expect(post(page, '@asharao')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  },
  'Undo, any failure': async (page) => {
    await open(page, 'Home')
    await button(post(page, '@asharao'), 'Delete post').click()
    await button(page, 'Undo').click()
    await expect(button(alert(page, 'The post could not be restored.'), 'Undo')).toBeVisible()
  },
  'Profile edit, any failure': async (page) => {
    await ownProfileLink(page).click()
    await button(page, 'Edit profile').click()
    await page.getByLabel('Bio:').fill('Changed')
    await button(page, 'Update Profile').click()
    await expect(page.getByText('Not saved. Your text is still here.')).toBeVisible()
    await expect(page.getByLabel('Bio:')).toHaveValue('Changed')
  },
  'Profile picture, any failure': async (page) => {
    await ownProfileLink(page).click()
    await button(page, 'Edit profile').click()
    const picture = page.getByRole('navigation', { name: 'Main' }).locator('img')
    const former = await picture.getAttribute('src')
    const choosing = page.waitForEvent('filechooser')
    await button(page, 'Change picture').click()
    await (await choosing).setFiles(png)
    await expect(page.getByText('That picture could not be saved. Please try again.')).toBeVisible()
    await expect(picture).toHaveAttribute('src', String(former))
  },
  'Download my data, any failure': async (page) => {
    await open(page, 'Settings')
    await button(page, 'Download my data').click()
    await expect(alert(page, 'Your data could not be read')).toBeVisible()
    const saved = page.waitForEvent('download')
    await button(page, 'Download my data').click()
    await saved
  },
  'Sign out everywhere, any failure': async (page) => {
    await open(page, 'Settings')
    await button(page, 'Sign out everywhere').click()
    await open(page, 'Home')
    await expect(post(page, '@asharao')).toBeVisible()
  },
  'Delete account, lost response': async (page) => {
    await open(page, 'Settings')
    await button(page, 'Delete my account').click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('textbox').fill('asharao')
    await button(dialog, 'Delete my account').click()
    await expect(notice(page, 'Your account was deleted')).toBeVisible()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('alert')).toHaveCount(0)
  },
  'Next page of a list, any failure': async (page) => {
    await generate(page, { users: 20, posts: 60 })
    await open(page, 'Explore')
    await expect(page.getByRole('article').first()).toBeVisible()
    const lab = await page.context().newPage()
    await setLab(lab, { fault: '500 before commit', only: 'ExplorePage' })
    await page.bringToFront()
    await expect(async () => {
      await page.keyboard.press('End')
      await expect(button(page, 'Try again')).toBeVisible({ timeout: 500 })
    }).toPass()
    await choose(lab, {})
    await button(page, 'Try again').click()
    await expect(page.locator('article[aria-posinset="21"]')).toBeFocused()
    await expect(async () => {
      await page.keyboard.press('End')
      await expect(page.locator('article[aria-posinset="60"]')).toBeVisible({ timeout: 500 })
    }).toPass()
  },
  'A page that does not load': async (page) => {
    // By keyboard: the query that starts when a pointer presses the link would use up the fault.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Explore' }).press('Enter')
    await expect(heading(page, 'This page did not load')).toBeVisible()
    await expect(page.locator('#announcement')).toHaveText(/This page did not load|Something went wrong/)
    await expect(page.locator('body')).not.toBeFocused()
    await button(page, 'Try again').click()
    await expect(page.getByRole('article')).toHaveCount(6)
  },
  'List of people, any failure': async (page) => {
    await ownProfileLink(page).click()
    // By keyboard, as above.
    await page.getByRole('link', { name: '2 Followers' }).press('Enter')
    await expect(heading(page, 'This page did not load')).toBeVisible()
    await button(page, 'Try again').click()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
  },
  'More suggestions, any failure': async (page) => {
    await generate(page, { users: 20, posts: 6 })
    await open(page, 'Home')
    await expect(people(page).getByRole('listitem')).toHaveCount(10)
    const lab = await page.context().newPage()
    await setLab(lab, { fault: '500 before commit', only: 'Suggestions' })
    await page.bringToFront()
    await button(page, 'Show more').click()
    await expect(alert(page, 'More people did not load.')).toBeVisible()
    await choose(lab, {})
    await button(page, 'Try again').click()
    await expect(people(page).getByRole('listitem')).toHaveCount(19)
  },
  'Search, any failure': async (page) => {
    await open(page, 'Home')
    await search(page).fill('ken')
    await expect(page.getByText('The search failed. Press Enter to try again.')).toBeVisible()
  },
  'An error object, 500': async (page) => {
    await page.goto('/')
    await expectWorker(page)
    await page.goto('/api/posts')
    await expect(page.locator('body')).toHaveText('{"error":{"message":"Something went wrong on our side."}}')
  },
}
