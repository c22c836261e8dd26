import type { Page } from '@playwright/test'
import { heading, post } from './app.ts'
import { expect, memberTest, test as visitorTest } from './fixtures.ts'

const answer = (page: Page) => page.getByRole('region', { name: 'Result Window' }).or(page.locator('.result-window'))

/** Presses the button, which does nothing until the editor is there. */
async function run(page: Page, operation: string): Promise<void> {
  await expect(page.getByRole('tab', { name: operation })).toBeVisible()
  await expect(page.locator('.graphiql-editor .view-lines').first()).toContainText(operation)
  await page.getByRole('button', { name: /^Execute query/ }).click()
}

async function write(page: Page, operation: string): Promise<void> {
  await page.getByRole('region', { name: 'Operation Editor' }).getByRole('textbox').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(operation)
}

visitorTest('a visitor runs the query that waits there', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/graphiql?delay=0')
  await expect(heading(page, 'GraphiQL')).toBeVisible()
  await expect(page.getByText('as a visitor')).toBeVisible()
  await expect(page.getByText('This browser runs no service worker here, so nobody answers at /graphql and /api.')).toBeVisible()
  await run(page, 'Posts')
  await expect(answer(page)).toContainText('kenjimori')
})

memberTest('a member runs theirs, and a mutation of their own, which the app then shows', async ({ page }) => {
  await page.goto('/graphiql?delay=0')
  await expect(page.getByText('as @asharao')).toBeVisible()
  await run(page, 'Home')
  await expect(answer(page)).toContainText('asharao')

  await write(page, 'mutation Send { createPost(input: { content: "Sent from GraphiQL" }) { viewer { postCount } } }')
  await run(page, 'Send')
  await expect(answer(page)).toContainText('"postCount": 2')
  await page.getByRole('link', { name: 'Back to Weft' }).click()
  await expect(post(page, 'Sent from GraphiQL')).toBeVisible()
})

memberTest('a refusal is an answer', async ({ page }) => {
  await page.goto('/graphiql?delay=0')
  await write(page, 'mutation Unknown { likePost(input: { postId: "x" }) { post { id } } }')
  await run(page, 'Unknown')
  await expect(answer(page)).toContainText('Post not found. Not Found error.')
})
