import type { Page } from '@playwright/test'
import { alert, button, expectRows, likeOf, people, post } from '../app.ts'
import { expect, userTest } from '../fixtures.ts'
import { injected, serverError } from './consoleTexts.ts'

/** Likes, bookmarks and follows in the table of docs/lab.md that need a fault of the lab. */

const bookmark = (tab: Page) => button(post(tab, '@kenjimori'), 'Bookmark').click()
const follow = (tab: Page) => button(people(tab), 'Follow @ines_weaves').click()
const unfollow = (tab: Page) => button(people(tab), 'Unfollow @kenjimori').click()

/** The follows of the seed. */
const seededFollows = 9

userTest.describe('Bookmark, 500', () => {
  userTest.use({ lab: { fault: '500 before commit', only: 'AddBookmark' } })

  userTest('shows the message of the backend', async ({ page, expectConsole }) => {
    expectConsole(injected)
    await page.goto('/explore')
    await bookmark(page)
    await expect(alert(page, serverError)).toBeVisible()
  })
})

userTest.describe('Follow, other failure', () => {
  userTest.use({ lab: { fault: '500 before commit', only: 'FollowUser' } })

  userTest('shows and logs the error', async ({ page, expectConsole }) => {
    for (const text of [injected, serverError]) expectConsole(text)
    await page.goto('/home')
    await follow(page)
    await expect(alert(page, serverError)).toBeVisible()
  })
})

userTest.describe('Unfollow, other failure', () => {
  userTest.use({ lab: { fault: '500 before commit', only: 'UnfollowUser' } })

  userTest('shows and logs the error', async ({ page, expectConsole }) => {
    for (const text of [injected, serverError]) expectConsole(text)
    await page.goto('/home')
    await unfollow(page)
    await expect(alert(page, serverError)).toBeVisible()
  })
})

userTest.describe('Follow, lost response', () => {
  userTest.use({ lab: { fault: 'Dropped connection', only: 'FollowUser', often: 'Once' } })

  userTest('is sent again, and shows the follow without a toast', async ({ page }) => {
    await page.goto('/home')
    await follow(page)
    await expectRows(page, 'follows', () => true, seededFollows + 1)
    await expect(button(people(page), 'Unfollow @ines_weaves')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

userTest.describe('Like, any failure', () => {
  userTest.use({ lab: { fault: '500 before commit', only: 'LikePost' } })

  userTest('shows the former count without a toast, and logs the error', async ({ page, expectConsole }) => {
    for (const text of [injected, serverError]) expectConsole(text)
    await page.goto('/explore')
    const logged = page.waitForEvent('console', (message) => message.text().includes(serverError))
    await button(post(page, '@kenjimori'), 'Like').click()
    await logged
    await expect(button(post(page, '@kenjimori'), 'Like')).toHaveText('104')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

userTest.describe('Unlike, any failure', () => {
  userTest.use({ lab: { fault: '500 before commit', only: 'DislikePost' } })

  userTest('shows the like without a toast, and logs the error', async ({ page, expectConsole }) => {
    for (const text of [injected, serverError]) expectConsole(text)
    await page.goto('/explore')
    await button(post(page, '@kenjimori'), 'Like').click()
    await expectRows(page, 'reactions', () => true)
    const logged = page.waitForEvent('console', (message) => message.text().includes(serverError))
    await button(post(page, '@kenjimori'), 'Unlike').click()
    await logged
    await expect(likeOf(post(page, '@kenjimori'))).toHaveText('105')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})
