import { readFile } from 'node:fs/promises'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { button, expectDialogLeft, heading, png, post, postWithoutAltText, writePost } from './app.ts'
import { deleteDatabase } from './databases.ts'
import { expect, userTest } from './fixtures.ts'
import { choose, holdResponses } from './lab.ts'

const section = (page: Page, name: 'Data' | 'Snapshot'): Locator => page.getByRole('region', { name })

async function replaceBy(page: Page, scenario: string): Promise<void> {
  await button(page, scenario).click()
  await confirmReplacement(page)
}

async function importFile(page: Page, text: string): Promise<void> {
  const file = { name: 'snapshot.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(text) }
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Import').click()
  await (await chooser).setFiles(file)
  await confirmReplacement(page)
}

async function confirmReplacement(page: Page): Promise<void> {
  await button(page, 'Replace').click()
  await expectDialogLeft(page)
}

userTest('a scenario replaces all data, and more can be generated', { tag: '@quick' }, async ({ page }) => {
  await page.goto('/lab')
  await replaceBy(page, 'Seed')
  await expect(section(page, 'Data').getByRole('status')).toHaveText('Replaced.')
  await expect(section(page, 'Data')).toContainText('6 users, 6 posts')
  await page.getByRole('textbox', { name: 'Users' }).fill('20')
  await page.getByLabel('Posts').fill('many')
  await button(page, 'Generate').click()
  await expect(page.getByLabel('Posts')).toBeFocused()
  await page.getByLabel('Posts').fill('60')
  await button(page, 'Generate').click()
  await expect(section(page, 'Data').getByRole('status')).toHaveText('Generated.')
  await expect(section(page, 'Data')).toContainText('20 users, 60 posts')
})

userTest('a replacement of the data gives a new token to the session, in every tab', async ({ page, context }) => {
  const token = () => page.evaluate(() => localStorage.getItem('data'))
  const other = await context.newPage()
  await other.goto('/home')
  await expect(post(other, 'tomasvela')).toBeVisible()
  await page.goto('/lab')
  const former = await token()
  await replaceBy(page, 'Seed')
  await expect(section(page, 'Data').getByRole('status')).toHaveText('Replaced.')
  expect(await token()).not.toBe(former)
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await writePost(page, 'Still here')
  const address = (tab: Page) => post(tab, 'tomasvela').getByRole('time').locator('..')
  await expect(address(other)).toHaveAttribute('href', String(await address(page).getAttribute('href')))
  await button(post(other, 'tomasvela'), 'Like').press('Enter')
  await expect(button(post(other, 'tomasvela'), 'Unlike')).toBeVisible()
})

userTest('a picture that was attached before all data is replaced is uploaded again, and posted', async ({ page }) => {
  await page.goto('/home')
  await page.locator('input[type=file][accept^=image]').setInputFiles(png)
  await expect(button(page, 'Remove photo')).toBeVisible()
  await page.goto('/lab')
  await replaceBy(page, 'Seed')
  await expect(section(page, 'Data').getByRole('status')).toHaveText('Replaced.')
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(button(page, 'Remove photo')).toBeVisible()
  await postWithoutAltText(page)
  const own = page.getByRole('article').first().getByRole('img', { name: 'Shared by Asha Rao' })
  await expect(own).toHaveJSProperty('naturalWidth', 1)
  await page.reload()
  await expect(own).toHaveJSProperty('naturalWidth', 1)
})

userTest('a task continues on other pages, blocks other tasks and can be cancelled', async ({ page }) => {
  await page.goto('/lab')
  await replaceBy(page, 'Very large')
  await expect(section(page, 'Data').getByRole('progressbar')).toBeAttached()
  await expect(section(page, 'Data')).toContainText(/[\d,]+ of [\d,]+/)
  for (const name of ['Empty', 'Very large', 'Generate', 'Export', 'Import']) {
    await expect(button(page, name)).toHaveAttribute('aria-disabled', 'true')
  }
  await button(page, 'Empty').press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()

  await page.getByRole('link', { name: 'Bookmarks', exact: true }).click()
  await expect(heading(page, 'Bookmarks')).toBeVisible()
  await page.goBack()
  await button(section(page, 'Data'), 'Cancel').click()
  await expect(section(page, 'Data').getByRole('status')).toHaveText('Cancelled.')
  await expect(button(page, 'Export')).not.toHaveAttribute('aria-disabled')
})

userTest(
  'a snapshot can be exported and imported, and an invalid one is refused with its line number',
  async ({ page }) => {
    await page.goto('/lab')
    const download = page.waitForEvent('download')
    await button(page, 'Export').click()
    const saved = await download
    expect(saved.suggestedFilename()).toMatch(/^weft-snapshot-\d{4}-\d\d-\d\d\.ndjson$/)
    const text = await readFile(await saved.path(), 'utf8')
    await expect(section(page, 'Snapshot').getByRole('status')).toHaveText('Exported.')
    await expect(section(page, 'Data')).toContainText('6 users, 6 posts')

    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await writePost(page, 'Written after the snapshot')
    await page.goBack()
    const lines = text.split('\n')
    await importFile(page, [...lines.slice(0, 2), '{"not', ...lines.slice(3)].join('\n'))
    await expect(section(page, 'Snapshot').getByRole('alert')).toContainText('Line 3')
    await page.goto('/home')
    await expect(post(page, 'Written after the snapshot')).toBeVisible()

    await page.goto('/lab')
    await importFile(page, text)
    await expect(section(page, 'Snapshot').getByRole('status')).toHaveText('Imported.')
    await expect(section(page, 'Data')).toContainText('6 users, 6 posts')
    await page.goto('/home')
    await expect(post(page, '@asharao')).toBeVisible()
    await expect(post(page, 'Written after the snapshot')).toHaveCount(0)
  },
)

userTest('other tabs show new data at once and sign out a user who no longer exists', async ({ page, context }) => {
  const other = await context.newPage()
  await other.goto('/explore')
  await expect(other.getByRole('article')).toHaveCount(6)
  await writePost(await homeOf(context), 'Soon replaced')
  await expect(other.getByRole('button', { name: '1 new post' })).toBeVisible()
  await page.goto('/lab')
  await replaceBy(page, 'Busy')
  await expect(other.getByRole('article')).toHaveCount(20)
  await expect(other.getByRole('button', { name: '1 new post' })).toHaveCount(0)
  await expect(button(other, 'Log out')).toBeVisible()
  await expect(section(page, 'Data')).toContainText('206 users, 2,000 posts')
  await replaceBy(page, 'Empty')
  await expect(button(other, 'Test Login')).toBeVisible()
})

async function homeOf(context: BrowserContext): Promise<Page> {
  const home = await context.newPage()
  await home.goto('/home')
  return home
}

userTest('a page that is loading when all data is replaced shows the new data', async ({ page, context }) => {
  await writePost(await homeOf(context), 'Soon replaced')
  const other = await context.newPage()
  await other.goto('/lab')
  await choose(other, { latency: 400 })
  const responses = await holdResponses(page)
  await page.addInitScript(() => {
    const { openCursor } = IDBIndex.prototype
    IDBIndex.prototype.openCursor = function (...given) {
      const { name, transaction } = this.objectStore
      if (name === 'posts')
        transaction.addEventListener('complete', () => {
          Object.assign(document.documentElement.dataset, { posts: 'read' })
        })
      return openCursor.apply(this, given)
    }
  })
  await page.goto('/explore')
  await expect(page.locator('html')).toHaveAttribute('data-posts', 'read')
  await expect(page.getByText('Loading posts')).toBeVisible()
  await replaceBy(other, 'Seed')
  await expect(section(other, 'Data').getByRole('status')).toHaveText('Replaced.')
  await responses.release()
  await expect(page.getByRole('article')).toHaveCount(6)
  await expect(post(page, 'Soon replaced')).toHaveCount(0)
  await expect(button(page, 'Log out')).toBeVisible()
})

userTest(
  'a page whose live updates have not started when all data is replaced shows the new data',
  async ({ page, context }) => {
    await writePost(await homeOf(context), 'Soon replaced')
    const other = await context.newPage()
    await other.goto('/lab')
    // Live updates start when the page is idle.
    await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
    await page.goto('/explore')
    await expect(page.getByRole('article')).toHaveCount(7)
    await replaceBy(other, 'Seed')
    await expect(page.getByRole('article')).toHaveCount(6)
  },
)

userTest('importing a snapshot restores a deleted post', async ({ page }) => {
  await page.goto('/lab')
  const download = page.waitForEvent('download')
  await button(page, 'Export').click()
  const text = await readFile(await (await download).path(), 'utf8')
  await page.getByRole('link', { name: 'Explore', exact: true }).click()
  await button(post(page, '@asharao'), 'Delete post').click()
  await expect(page.getByRole('article')).toHaveCount(5)
  await page.goBack()
  await importFile(page, text)
  await expect(section(page, 'Snapshot').getByRole('status')).toHaveText('Imported.')
  await page.getByRole('link', { name: 'Explore', exact: true }).click()
  await expect(page.getByRole('article')).toHaveCount(6)
})

userTest('a task whose data is deleted shows an error', async ({ page, expectConsole }) => {
  expectConsole('InvalidStateError')
  await page.goto('/lab')
  await replaceBy(page, 'Very large')
  await expect(section(page, 'Data')).toContainText('Generating users')
  await deleteDatabase(page)
  await expect(section(page, 'Data').getByRole('alert')).toHaveText('The data was deleted or set aside meanwhile.')
})
