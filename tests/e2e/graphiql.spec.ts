import type { Locator, Page } from '@playwright/test'
import { button, heading, post } from './app.ts'
import { expect, userTest, visitorTest } from './fixtures.ts'
import { layoutProblems } from './layoutProblems.ts'

const result = (page: Page) => page.getByRole('region', { name: 'Result Window' }).or(page.locator('.result-window'))

/** Runs an operation. The button does nothing until the editor has loaded. */
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

visitorTest('a visitor can run the starter query', { tag: '@no-server' }, async ({ page }) => {
  await page.goto('/graphiql')
  await expect(heading(page, 'GraphiQL')).toBeVisible()
  await expect(page.getByText('as a visitor')).toBeVisible()
  await expect(page.getByText('Without a service worker, /graphql and /api are not available here.')).toBeVisible()
  await run(page, 'Posts')
  await expect(result(page)).toContainText('kenjimori')
})

userTest(
  'a user can run the starter query, a refused mutation, and one whose change the app shows',
  { tag: '@quick' },
  async ({ page }) => {
    await page.goto('/graphiql')
    await expect(page.getByText('as @asharao')).toBeVisible()
    await run(page, 'Home')
    await expect(result(page)).toContainText('asharao')

    await write(page, 'mutation Unknown { likePost(input: { postId: "x" }) { post { id } } }')
    await run(page, 'Unknown')
    await expect(result(page)).toContainText('Post not found. Not Found error.')

    await write(page, 'mutation Send { createPost(input: { content: "Sent from GraphiQL" }) { viewer { postCount } } }')
    await run(page, 'Send')
    await expect(result(page)).toContainText('"postCount": 2')
    await page.getByRole('link', { name: 'Back to Weft' }).click()
    await expect(post(page, 'Sent from GraphiQL')).toBeVisible()
  },
)

userTest(
  'the starter tabs contain a profile query, two mutations, and a subscription that receives their changes',
  async ({ page }) => {
    await page.goto('/graphiql')
    for (const name of ['Home', 'Profile', 'Like', 'Changes'])
      await expect(page.getByRole('tab', { name })).toBeVisible()
    await run(page, 'Home')
    await expect(result(page)).toContainText('asharao')
    await page.getByRole('tab', { name: 'Profile' }).click()
    await run(page, 'Profile')
    await expect(result(page)).toContainText('"followerCount": 3')

    await page.getByRole('tab', { name: 'Changes' }).click()
    await run(page, 'Changes')
    await expect(page.getByText('Subscribed. Waiting for events…')).toBeVisible()
    const other = await page.context().newPage()
    await other.goto('/graphiql')
    await run(other, 'Changes')
    await other.getByRole('tab', { name: 'Like' }).click()
    await expect(other.locator('.graphiql-editor .view-lines').first()).toContainText('mutation Like')
    // The menu lists the operations once GraphiQL has parsed them.
    await expect(async () => {
      await other.getByRole('button', { name: /^Execute query/ }).click()
      await expect(other.getByRole('menuitem', { name: 'Like', exact: true })).toBeVisible({ timeout: 1000 })
    }).toPass()
    await other.getByRole('menuitem', { name: 'Like', exact: true }).click()
    await expect(result(other)).toContainText('"viewerHasLiked": true')
    await expect(result(page)).toContainText('"likeCount": 105')
  },
)

userTest(
  'a shared link contains only the document without passwords, and does not run it',
  { tag: '@no-server' },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/graphiql')
    await expect(page.locator('.graphiql-editor .view-lines').first()).toContainText('query')
    await write(
      page,
      'mutation Enter { logIn(input: { username: "asharao", password: "hush" }) { user { username } } }',
    )
    await expect(page.getByRole('tab', { name: 'Enter' })).toBeVisible()
    await page.getByRole('button', { name: 'Share query' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).not.toContain('hush')
    expect(link).not.toContain((await page.evaluate(() => localStorage.getItem('data'))) ?? '')
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Enter')
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('hush')

    const other = await context.newPage()
    await other.goto(link)
    await expect(other.getByRole('tab', { name: 'Enter' })).toBeVisible()
    await expect(other.locator('.graphiql-editor .view-lines').first()).toContainText('mutation Enter')
    expect(new URL(other.url()).hash).toBe('')
  },
)

visitorTest('documentation, completions and hovers show descriptions', { tag: '@no-server' }, async ({ page }) => {
  await page.goto('/graphiql')
  await run(page, 'Posts')
  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
  await page.locator('.graphiql-doc-explorer').getByRole('link', { name: 'Query' }).click()
  await expect(page.locator('.graphiql-markdown-description').first()).not.toBeEmpty()

  const editor = page.locator('.graphiql-editor').first()
  // Monaco asks for a hover once for each movement, and gets none until its worker has the schema.
  await expect(async () => {
    await editor.locator('.view-lines').getByText('createdAt').hover()
    await editor.locator('.view-lines').getByText('likeCount').hover()
    await expect(editor.locator('.monaco-hover').getByText('Post.likeCount').first()).toBeVisible({ timeout: 1000 })
  }).toPass()

  await write(page, 'query Typed { viewer { userna')
  await page.keyboard.type('m')
  await expect(page.locator('.suggest-widget').getByText('username').first()).toBeVisible()
})

userTest('the Like tab shows its variables', { tag: '@no-server' }, async ({ page }) => {
  await page.goto('/graphiql')
  await expect(page.locator('.graphiql-editor .view-lines').first()).toContainText('Home')
  await page.getByRole('tab', { name: 'Like' }).click()
  const variables = page.getByRole('region', { name: 'Variables' })
  await expect(variables).toContainText('"postId"')
  await expect(variables).toBeVisible()
})

userTest('drafts survive a reload and contain no password', { tag: '@no-server' }, async ({ page }) => {
  await page.goto('/graphiql')
  await run(page, 'Home')
  await write(page, 'mutation Enter { logIn(input: { username: "kept", password: """hush""" }) { token } }')
  await run(page, 'Enter')
  await expect(result(page)).toContainText('not Registered')
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('kept')
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('hush')
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Enter' })).toHaveCount(1)
  for (const name of ['Profile', 'Like', 'Changes']) await expect(page.getByRole('tab', { name })).toHaveCount(1)
  await expect(page.locator('.graphiql-editor .view-lines').first()).toContainText('username: "kept", password: ""')
})

userTest('a shared link opens in a page that is already open', { tag: '@no-server' }, async ({ page }) => {
  await page.goto('/graphiql')
  await run(page, 'Home')
  await page.evaluate(() => {
    location.hash = new URLSearchParams({ query: 'query Shared { viewer { username } }' }).toString()
  })
  await expect(page.getByRole('tab', { name: 'Shared' })).toBeVisible()
  await expect(page.locator('.graphiql-editor .view-lines').first()).toContainText('query Shared')
  expect(new URL(page.url()).hash).toBe('')
})

userTest(
  'the page fits the window, and the editor its pane, in every width',
  { tag: '@no-server' },
  async ({ page }) => {
    for (const size of [
      { width: 320, height: 640 },
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(size)
      await page.goto('/graphiql')
      await expect(page.locator('.graphiql-editor .view-lines').first()).toContainText('Home')
      expect.soft(await layoutProblems(page), `${size.width} px`).toEqual([])
      const variables = await bottomOf(page.locator('.graphiql-editor-tools'))
      expect.soft(variables, `${size.width} px`).toBeLessThanOrEqual(await bottomOf(page.locator('.graphiql-editors')))
    }
    await page.setViewportSize({ width: 320, height: 640 })
    await button(page, 'Variables').click()
    const height = () => page.locator('.graphiql-query-editor .graphiql-editor').evaluate((shown) => shown.clientHeight)
    await expect.poll(height).toBeGreaterThan(120)
  },
)

async function bottomOf(element: Locator): Promise<number> {
  return element.evaluate((shown) => Math.round(shown.getBoundingClientRect().bottom))
}

visitorTest('Escape and Tab leave the editor, as the page says, and arrow keys move a divider', async ({ page }) => {
  await page.goto('/graphiql')
  await expect(page.locator('.graphiql-editor .view-lines').first()).toContainText('Posts')
  await expect(page.getByText('Esc, then Tab leaves an editor')).toBeVisible()
  const editor = page.getByRole('region', { name: 'Operation Editor' }).getByRole('textbox')
  await editor.focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /^Execute query/ })).toBeFocused()

  const divider = page.getByRole('separator', { name: 'Width of the editors' })
  await divider.focus()
  const before = Number(await divider.getAttribute('aria-valuenow'))
  await page.keyboard.press('ArrowLeft')
  expect(Number(await divider.getAttribute('aria-valuenow'))).toBeLessThan(before)
})
