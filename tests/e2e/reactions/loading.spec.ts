import { alert, button, heading, people, search } from '../app.ts'
import { expect, userTest } from '../fixtures.ts'
import { choose, generate } from '../lab.ts'
import { expectWorker } from '../worker/app.ts'
import { injected, serverError } from './consoleTexts.ts'

/** Pages, lists and calls that do not load, in the table of docs/lab.md. Most have a test in tests/flows, too. */

// Not a lost connection: the next response, such as that of the unread notifications, would load the page.
userTest.describe('A page that does not load', () => {
  userTest.use({ lab: { fault: '500 before commit', only: 'ExplorePage', often: 'Once' } })

  userTest('shows a message, and its posts after Try again', async ({ page, expectConsole }) => {
    for (const text of [injected, serverError]) expectConsole(text)
    await page.goto('/home')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Explore' }).click()
    await expect(page.getByRole('heading', { name: 'These posts did not load' })).toBeVisible()
    await expect(page.locator('#announcement')).toHaveText('These posts did not load')
    await expect(page.locator('body')).not.toBeFocused()
    await button(page, 'Try again').click()
    await expect(page.getByRole('article')).toHaveCount(6)
  })
})

userTest.describe('Next page of a list, any failure', () => {
  userTest('offers Try again, which loads it', async ({ page, context, expectConsole }) => {
    for (const text of [injected, serverError]) expectConsole(text)
    const lab = await context.newPage()
    await lab.goto('/lab')
    await generate(lab, { users: 20, posts: 60 })
    await page.goto('/explore')
    await expect(page.getByRole('article').first()).toBeVisible()
    await choose(lab, { fault: '500 before commit', only: 'ExplorePage' })
    await page.bringToFront()
    await expect(page.getByRole('link', { name: 'Lab: 500 before commit' })).toBeVisible()
    await expect(async () => {
      await page.keyboard.press('End')
      await expect(button(page, 'Try again')).toBeVisible({ timeout: 500 })
    }).toPass()
    await choose(lab, {})
    await expect(page.getByRole('link', { name: 'Lab: 0 ms' })).toBeVisible()
    await button(page, 'Try again').click()
    await expect(page.locator('article[aria-posinset="21"]')).toBeFocused()
    await expect(async () => {
      await page.keyboard.press('End')
      // The others are replies.
      await expect(page.locator('article[aria-posinset="52"]')).toBeVisible({ timeout: 500 })
    }).toPass()
  })
})

userTest.describe('List of people, any failure', () => {
  userTest.use({ lab: { fault: '500 before commit', only: 'Followers', often: 'Once' } })

  userTest('shows a message, and the people after Try again', async ({ page, expectConsole }) => {
    for (const text of [injected, serverError]) expectConsole(text)
    await page.goto('/userprofile')
    await page.getByRole('link', { name: '2 Followers' }).click()
    await expect(heading(page, 'This page did not load')).toBeVisible()
    await button(page, 'Try again').click()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
  })
})

userTest.describe('More suggestions, any failure', () => {
  userTest('shows an error, and more people after Try again', async ({ page, context, expectConsole }) => {
    for (const text of [injected, serverError]) expectConsole(text)
    const lab = await context.newPage()
    await lab.goto('/lab')
    await generate(lab, { users: 20, posts: 6 })
    await page.goto('/home')
    await expect(people(page).getByRole('listitem')).toHaveCount(10)
    await choose(lab, { fault: '500 before commit', only: 'Suggestions' })
    await page.bringToFront()
    await expect(page.getByRole('link', { name: /^Lab: 500 before commit/ })).toBeVisible()
    await button(page, 'Show more').click()
    await expect(alert(page, 'More people did not load.')).toBeVisible()
    await choose(lab, {})
    await expect(page.getByRole('link', { name: 'Lab: 0 ms' })).toBeVisible()
    await button(page, 'Try again').click()
    await expect(people(page).getByRole('listitem')).toHaveCount(19)
  })
})

userTest.describe('Search, any failure', () => {
  userTest.use({ lab: { fault: '500 before commit', only: 'SearchUsers' } })

  userTest('says so in the list, without a toast', async ({ page, expectConsole }) => {
    for (const text of [injected, serverError]) expectConsole(text)
    await page.goto('/home')
    await search(page).fill('ken')
    await expect(page.getByText('The search failed. Press Enter to try again.')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

userTest.describe('An error object, 500', () => {
  userTest.use({ lab: { fault: '500 before commit', only: 'GET /posts' }, serviceWorkers: 'allow' })

  userTest('is the response of the service worker', async ({ page, expectConsole }) => {
    for (const text of [injected, 'the server responded with a status of 500']) expectConsole(text)
    await page.goto('/')
    await expectWorker(page)
    await page.goto('/api/posts')
    await expect(page.locator('body')).toHaveText('{"error":{"message":"Something went wrong on our side."}}')
  })
})
