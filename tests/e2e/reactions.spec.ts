import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import {
  alert,
  button,
  demo,
  expectRows,
  heading,
  likeOf,
  logIn,
  notice,
  ownProfileLink,
  people,
  post,
  search,
  signUp,
} from './app.ts'
import { expect, userTest, test } from './fixtures.ts'
import { setLab, type LabChoice } from './lab.ts'
import { expectWorker } from './worker/app.ts'

/**
 * Tests every client reaction of spec §8 with the steps of the table in docs/lab.md. Each test starts on the lab's page
 * and continues by links, because another page load would take longer than the test.
 */

interface Reaction {
  reaction: string
  lab: LabChoice
  /** The steps of the user, in words. */
  act: string
  see: string
}

const reactions =
  readFileSync('docs/lab.md', 'utf8')
    .split('| reaction | in the lab | do | see |\n')[1]
    ?.split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('|---'))
    .map((line): Reaction => {
      const [reaction = '', lab = '', act = '', see = ''] = line.slice(2, -2).split(' | ')
      return { reaction, lab: choiceIn(lab), act, see }
    }) ?? []

/** Parses a cell such as "`500 before commit` for `LikePost`, `Once`" or "latency `2000`". */
function choiceIn(words: string): LabChoice {
  const [, latency] = /^latency `(\d+)`$/.exec(words) ?? []
  if (latency) return { latency: Number(latency) }
  const [, fault, only, often] =
    /^`(500 before commit|500 after commit|Dropped connection|Offline)` for `([^`]+)`(?:, `(Once)`)?$/.exec(words) ?? []
  if (fault === undefined) return {}
  return { fault: asFault(fault), only: only ?? '', often: often ? 'Once' : 'Always' }
}

function asFault(words: string): NonNullable<LabChoice['fault']> {
  const known = ['500 before commit', '500 after commit', 'Dropped connection', 'Offline'] as const
  return known.find((fault) => fault === words) ?? 'None'
}

/** The steps of each row, with checks of everything but toasts. */
const steps: Record<string, (page: Page) => Promise<void>> = {
  'Empty log-in': async (page) => {
    await openLogin(page)
    await button(page, 'Login').click()
  },
  'Log-in, 404': async (page) => {
    await openLogin(page)
    await logIn(page, { username: 'nobody', password: 'any' })
  },
  'Log-in, 401': async (page) => {
    await openLogin(page)
    await logIn(page, { ...demo, password: 'wrong' })
  },
  'Log-in, thrown error': async (page) => {
    await openLogin(page)
    await button(page, 'Test Login').click()
  },
  'Sign-up, 422': async (page) => {
    await openLogin(page)
    await page.getByRole('link', { name: 'Register Now' }).click()
    await signUp(page)
    await expect(alert(page, 'Something went wrong')).toBeVisible()
    await button(page, 'Sign Up').click()
  },
  'Post creation, 500': async (page) => {
    await write(page)
    await expect(page.getByRole('textbox', { name: 'New post' })).toHaveValue('Not to be lost')
    await expect(button(page, 'Retry')).toBeVisible()
  },
  'Post creation, lost response': async (page) => {
    await write(page)
    await expect(alert(page, 'Server Error try again')).toBeVisible()
    await button(page, 'Retry').click()
    await expect(page.getByRole('textbox', { name: 'New post' })).toHaveValue('')
    await expect(post(page, 'Not to be lost')).toHaveCount(1)
  },
  'Post creation, no connection': async (page) => {
    await write(page)
    await expect(page.getByText('No connection. What you write is kept on this device.')).toBeVisible()
    const kept = page.getByRole('region', { name: 'Posts that were not sent' })
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
    await open(page, 'Home')
    await button(post(page, '@asharao'), 'Edit post').click()
    await page.getByRole('textbox', { name: 'Post text' }).fill('Changed')
    await button(page, 'Update').click()
    await expect(page.getByRole('textbox', { name: 'Post text' })).toHaveValue('Changed')
    await expect(page.getByText('Not saved. Your text is still here.')).toBeVisible()
  },
  'Edit, lost response': async (page) => {
    await open(page, 'Home')
    await button(post(page, '@asharao'), 'Edit post').click()
    await page.getByRole('textbox', { name: 'Post text' }).fill('Changed')
    await button(page, 'Update').click()
    await expect(post(page, '@asharao')).toContainText('Changed')
    await expect(page.getByRole('textbox', { name: 'Post text' })).toHaveCount(0)
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
  'A page that does not load': async (page) => {
    // By keyboard: the query that starts when a pointer presses the link would use up the fault.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Explore' }).press('Enter')
    await expect(heading(page, 'This page did not load')).toBeVisible()
    await expect(page.locator('#announcement')).toHaveText(/This page did not load|Something went wrong/)
    await expect(page.locator('body')).not.toBeFocused()
    await button(page, 'Try again').click()
    await expect(page.getByRole('article')).toHaveCount(6)
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

function newPost(page: Page): Locator {
  return page.getByRole('textbox', { name: 'New post' })
}

async function open(page: Page, name: 'Home' | 'Explore' | 'Bookmarks'): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
  await expect(page).toHaveURL(`/${name.toLowerCase()}`)
}

async function openLogin(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click()
  await expect(heading(page, 'Welcome back')).toBeVisible()
}

/** Sends a post that fails. */
async function write(page: Page): Promise<void> {
  await open(page, 'Home')
  const text = page.getByRole('textbox', { name: 'New post' })
  await text.fill('Not to be lost')
  await button(page, 'Post').click()
}

async function pressOnExplore(page: Page, name: string): Promise<void> {
  await open(page, 'Explore')
  await button(post(page, '@kenjimori'), name).click()
}

/**
 * Presses in a second tab while this tab loads. This tab has already read its data, and so shows outdated data until it
 * is idle and receives live updates: it is kept from becoming idle.
 */
async function pressInTwoTabs(page: Page, press: (tab: Page) => Promise<void>): Promise<void> {
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
  const path = page.url().endsWith('/lab') ? '/explore' : page.url()
  const other = await page.context().newPage()
  await other.goto(path)
  await expect(other.getByRole('article').first()).toBeVisible()
  await page.bringToFront()
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.getByRole('article')).toHaveCount(0)
  await other.bringToFront()
  await press(other)
  await page.bringToFront()
  await press(page)
}

test('these tests cover exactly the rows of the table in docs/lab.md', () => {
  expect(reactions.map(({ reaction }) => reaction).toSorted()).toEqual(Object.keys(steps).toSorted())
})

const isForVisitors = ({ act }: Reaction) => /^(log-in|sign-up)/.test(act)
const isBehindWorker = ({ lab }: Reaction) => lab.only?.includes('/') ?? false

for (const row of reactions) {
  const { reaction, lab, see } = row
  const by = isForVisitors(row) ? test : userTest
  by.describe(reaction, () => {
    by.use({ serviceWorkers: isBehindWorker(row) ? 'allow' : 'block' })
    by(`shows ${see}`, async ({ page, expectConsole }) => {
      const logged: string[] = []
      page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
      for (const text of ['The lab injected', 'Something went wrong on our side', 'No response', 'status of 500'])
        expectConsole(text)
      await setLab(page, lab)
      await steps[reaction]?.(page)
      for (const [, message = ''] of see.matchAll(/(?:error|warning) `([^`]+)`/g))
        await expect(alert(page, message)).toBeVisible()
      if (see.includes('logged')) await expect.poll(() => logged.length).toBeGreaterThan(0)
      if (see.startsWith('no toast')) await expect(page.getByRole('alert')).toHaveCount(0)
    })
  })
}
