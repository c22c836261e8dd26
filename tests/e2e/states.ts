import type { Page } from '@playwright/test'
import {
  alert,
  button,
  heading,
  keepOpen,
  notice,
  ownProfileLink,
  png,
  post,
  setAsideNotice,
  testLogin,
  writePost,
} from './app.ts'
import { openElsewhere, putRaw } from './databases.ts'
import { expect } from './fixtures.ts'
import { setLab, type LabChoice } from './lab.ts'
import { goTo, type Screen } from './screens.ts'

/** Only the header of an MP4 file: it can be uploaded, but not decoded. */
const mp4 = { name: 'loom.mp4', mimeType: 'video/mp4', buffer: Buffer.from('\0\0\0\x14ftypisom\0\0\x02\0isom') }

const backendCode = '**/assets/inPageBackend-*.js'

/** States that the screens show only after a failure, while they load, or for a few seconds. */
export const states: Screen[] = [
  {
    name: 'home while it loads',
    title: 'Home',
    isTransient: true,
    reach: async (page) => {
      await page.route(backendCode, () => {})
      await page.goto('/home')
      await expect(page.getByText('Loading posts')).toBeAttached()
    },
  },
  {
    name: 'a profile while it loads',
    isTransient: true,
    reach: async (page) => {
      await ownProfileLink(page).click()
      await expect(page.getByText('Loading profile')).toBeAttached()
    },
  },
  {
    name: 'a list of users while it loads',
    isTransient: true,
    reach: async (page) => {
      await page.goto('/userprofile/any/followers')
      await expect(page.getByText('Loading people').first()).toBeAttached()
    },
  },
  {
    name: 'a video that cannot be decoded',
    title: 'Home',
    reach: async (page) => {
      await page.unroute(backendCode)
      await page.goto('/home')
      await page.locator('input[type=file][accept^=video]').setInputFiles(mp4)
      await expect(page.getByRole('alert')).toContainText('Others may not see it either.')
    },
  },
  {
    name: 'a post with a video',
    title: 'Home',
    reach: async (page) => {
      await page.getByRole('textbox', { name: 'New post' }).fill('At the loom')
      await button(page, 'Post').click()
      await expect(post(page, 'At the loom').locator('figure')).toBeVisible()
    },
  },
  {
    name: 'a new post of another tab, a post and an upload that failed, and the question whether to discard an edit',
    title: 'Home',
    reach: async (page) => {
      const other = await secondTab(page)
      await other.goto('/home')
      await writePost(other, 'From another tab')
      await expect(button(page, '1 new post')).toBeVisible()
      await changeLab(page, { fault: '500 before commit' })
      await page.getByRole('textbox', { name: 'New post' }).fill('Not sent')
      await button(page, 'Post').click()
      await expect(alert(page, 'Server Error try again')).toBeVisible()
      const own = post(page, 'At the loom')
      await button(own, 'Edit post').click()
      await own.locator('input[type=file][accept^=image]').setInputFiles(png)
      await expect(alert(page, 'Upload failed. Your text is safe.')).toBeVisible()
      await button(own, 'Cancel').click()
      await expect(button(own, 'Keep editing')).toBeVisible()
    },
  },
  {
    name: 'a page that did not load',
    title: 'This page did not load',
    reach: (page) => goTo(page, 'Bookmarks'),
  },
  {
    name: 'a list whose next page did not load',
    title: 'Explore',
    reach: async (page) => {
      await changeLab(page, {})
      const lab = await secondTab(page)
      await lab.getByRole('textbox', { name: 'Users' }).fill('20')
      await lab.getByLabel('Posts').fill('40')
      await button(lab, 'Generate').click()
      await expect(lab.getByText('Generated.')).toBeVisible()
      await page.goto('/explore')
      await expect(post(page, '@').first()).toBeVisible()
      await changeLab(page, { fault: '500 before commit', only: 'ExplorePage' })
      await expect(async () => {
        await page.keyboard.press('End')
        await expect(button(page, 'Try again')).toBeVisible({ timeout: 500 })
      }).toPass()
    },
  },
  {
    name: 'toasts of an error and of a deletion',
    title: 'Home',
    isTransient: true,
    reach: async (page) => {
      await changeLab(page, { fault: '500 before commit', only: 'AddBookmark' })
      await goTo(page, 'Home')
      await expect(heading(page, 'Home')).toBeVisible()
      await button(page, 'Bookmark').first().click()
      await keepOpen(alert(page, 'Something went wrong on our side.'))
      await expect(alert(page, 'Something went wrong on our side.')).toBeVisible()
      await button(page, 'Delete post').first().click()
      await keepOpen(notice(page, 'Post deleted'))
      await expect(button(page, 'Undo')).toBeVisible()
    },
  },
  {
    name: 'the notice of a damaged database',
    title: 'Home',
    reach: async (page) => {
      await (await secondTab(page)).close()
      await openElsewhere(page)
      await putRaw(page, 'posts', { id: '0', note: 'not a post' })
      await page.goto('/home')
      await testLogin(page)
      await expect(notice(page, 'Welcome back')).toBeVisible()
      await expect(page.getByText(setAsideNotice)).toBeVisible()
    },
  },
]

/** Changes the settings of the lab in a second tab, so that this page stays as it is. */
async function changeLab(page: Page, choice: LabChoice): Promise<void> {
  await setLab(await secondTab(page), choice)
  await page.bringToFront()
  await expect(page.getByRole('link', { name: `Lab: ${choice.fault ?? '0 ms'}` })).toBeVisible()
}

async function secondTab(page: Page): Promise<Page> {
  return page.context().pages()[1] ?? page.context().newPage()
}
