import { expect, type Locator, type Page } from '@playwright/test'
import { button, post } from './app.ts'

/** What several steps of reactionSteps.ts do. */

export function newPost(page: Page): Locator {
  return page.getByRole('textbox', { name: 'New post' })
}

export async function open(page: Page, name: 'Home' | 'Explore' | 'Bookmarks' | 'Settings'): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
  await expect(page).toHaveURL(`/${name.toLowerCase()}`)
}

/** Sends a post that fails. */
export async function write(page: Page): Promise<void> {
  await open(page, 'Home')
  await newPost(page).fill('Not to be lost')
  await button(page, 'Post').click()
}

/** Sends another text of the viewer's post. */
export async function edit(page: Page): Promise<void> {
  await change(page)
  await button(page, 'Update').click()
}

/** Opens the edit form of the viewer's post and changes its text. */
export async function change(page: Page): Promise<void> {
  await open(page, 'Home')
  await button(post(page, '@asharao'), 'Edit post').click()
  await page.getByRole('textbox', { name: 'Post text' }).fill('Changed')
}

/** Generates data on the lab's page, up to these totals. */
export async function generate(page: Page, { users, posts }: { users: number; posts: number }): Promise<void> {
  await page.getByRole('textbox', { name: 'Users' }).fill(String(users))
  await page.getByLabel('Posts').fill(String(posts))
  await button(page, 'Generate').click()
  await expect(page.getByRole('region', { name: 'Data' }).getByRole('status')).toHaveText('Generated.')
}

export async function pressOnExplore(page: Page, name: string): Promise<void> {
  await open(page, 'Explore')
  await button(post(page, '@kenjimori'), name).click()
}

/**
 * Presses in a second tab while this tab loads. This tab has already read its data, and so shows outdated data until it
 * is idle and receives live updates: it is kept from becoming idle.
 */
export async function pressInTwoTabs(page: Page, press: (tab: Page) => Promise<void>): Promise<void> {
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
