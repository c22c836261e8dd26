import type { Page } from '@playwright/test'
import { alert, button, expectRows, keepOpen, notice, png, post, postWithoutAltText } from '../app.ts'
import { expect, userTest } from '../fixtures.ts'
import { holdResponses } from '../lab.ts'
import { injected, serverError } from './consoleTexts.ts'

/** Creation, edits and deletion of posts in the table of docs/lab.md. Most have a test in tests/flows, too. */

const newPost = (page: Page) => page.getByRole('textbox', { name: 'New post' })
const editedText = (page: Page) => page.getByRole('textbox', { name: 'Post text' })
const own = (page: Page) => post(page, '@asharao')

async function write(page: Page): Promise<void> {
  await newPost(page).fill('Not to be lost')
  await button(page, 'Post').click()
}

async function change(page: Page): Promise<void> {
  await button(own(page), 'Edit post').click()
  await editedText(page).fill('Changed')
}

userTest.beforeEach(async ({ page }) => {
  await page.goto('/home')
})

userTest.describe('Post creation, 500', () => {
  userTest.use({ lab: { fault: '500 before commit', only: 'CreatePost' } })

  userTest('shows an error with Retry and keeps the text', async ({ page, expectConsole }) => {
    expectConsole(injected)
    await write(page)
    await expect(alert(page, 'Server Error try again')).toBeVisible()
    await expect(button(page, 'Retry')).toBeVisible()
    await expect(newPost(page)).toHaveValue('Not to be lost')
  })
})

userTest.describe('Post creation, lost response', () => {
  userTest.use({ lab: { fault: '500 after commit', only: 'CreatePost', often: 'Once' } })

  userTest('shows an error, and after Retry the post once', async ({ page, expectConsole }) => {
    expectConsole(injected)
    await write(page)
    await expect(alert(page, 'Server Error try again')).toBeVisible()
    await button(page, 'Retry').click()
    await expect(newPost(page)).toHaveValue('')
    await expect(post(page, 'Not to be lost')).toHaveCount(1)
  })
})

userTest.describe('Post creation, no connection', () => {
  userTest.use({ lab: { fault: 'Dropped connection', only: 'CreatePost' } })

  userTest('shows a banner without a toast, and the post waits until it can be sent', async ({ page }) => {
    await write(page)
    await expect(page.getByText('No connection. What you write is kept on this device.')).toBeVisible()
    const waiting = page.getByRole('region', { name: 'Unsent posts' })
    await expect(waiting).toContainText('Not to be lost')
    await expect(button(waiting, 'Discard')).toBeVisible()
    await button(waiting, 'Retry').click()
    await expect(waiting).toContainText('Not to be lost')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

userTest.describe('Post creation, slow storage', () => {
  userTest.use({ lab: { latency: 400 } })

  userTest('shows a spinner and keeps the text until the post shows once', async ({ page }) => {
    await expect(own(page)).toBeVisible()
    const responses = await holdResponses(page)
    await write(page)
    await expect(button(page, 'Post')).toHaveAttribute('aria-busy', 'true')
    await expect(newPost(page)).toHaveValue('Not to be lost')
    await responses.release()
    await expect(newPost(page)).toHaveValue('')
    await expect(post(page, 'Not to be lost')).toHaveCount(1)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

userTest.describe('Upload, any failure', () => {
  userTest.use({ lab: { fault: '500 before commit', only: 'POST /media', often: 'Once' } })

  userTest('offers Retry, and the post then has its picture', async ({ page, expectConsole }) => {
    for (const text of [injected, serverError]) expectConsole(text)
    await newPost(page).fill('Not to be lost')
    await page.locator('input[type=file][accept^=image]').setInputFiles(png)
    await expect(alert(page, 'Upload failed. Your text is safe.')).toBeVisible()
    await button(page, 'Retry').click()
    await expect(button(page, 'Remove photo')).toBeVisible()
    await postWithoutAltText(page)
    await expect(post(page, 'Not to be lost').getByRole('img', { name: 'Shared by Asha Rao' })).toBeVisible()
  })
})

userTest.describe('Draft, full storage', () => {
  userTest('says so, and the text lasts until the page closes', async ({ page }) => {
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
  })
})

userTest.describe('Edit, any failure', () => {
  userTest.use({ lab: { fault: '500 before commit', only: 'EditPost' } })

  userTest('keeps the form open, which says so without a toast', async ({ page, expectConsole }) => {
    for (const text of [injected, serverError]) expectConsole(text)
    await change(page)
    await button(page, 'Update').click()
    await expect(page.getByText('Not saved. Your text is still here.')).toBeVisible()
    await expect(editedText(page)).toHaveValue('Changed')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

userTest.describe('Edit, lost response', () => {
  userTest.use({ lab: { fault: 'Dropped connection', only: 'EditPost', often: 'Once' } })

  userTest('is sent again, and shows the new text at once', async ({ page }) => {
    await change(page)
    await button(page, 'Update').click()
    await expect(own(page)).toContainText('Changed')
    await expect(editedText(page)).toHaveCount(0)
    await expectRows(page, 'posts', ({ content }) => content === 'Changed')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

userTest.describe('Delete, any failure', () => {
  userTest.use({ lab: { fault: '500 before commit', only: 'DeletePost' } })

  userTest('shows the post again, and says so', async ({ page, expectConsole }) => {
    for (const text of [injected, serverError]) expectConsole(text)
    await button(own(page), 'Delete post').click()
    await expect(page.getByRole('alert')).toContainText('Not deleted')
    await expect(own(page)).toBeVisible()
  })
})

userTest.describe('Delete, lost response', () => {
  userTest.use({ lab: { fault: 'Dropped connection', only: 'DeletePost', often: 'Once' } })

  userTest('is sent again, and offers Undo without an error', async ({ page }) => {
    await button(own(page), 'Delete post').click()
    await keepOpen(notice(page, 'Post deleted'))
    await expect(notice(page, 'Post deleted')).toBeVisible()
    await expect(own(page)).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await button(notice(page, 'Post deleted'), 'Undo').click()
    await expect(own(page)).toBeVisible()
  })
})

userTest.describe('Undo, any failure', () => {
  userTest.use({ lab: { fault: '500 before commit', only: 'RestorePost', often: 'Once' } })

  userTest('shows an error that offers Undo again', async ({ page, expectConsole }) => {
    for (const text of [injected, serverError]) expectConsole(text)
    await button(own(page), 'Delete post').click()
    await keepOpen(notice(page, 'Post deleted'))
    await button(notice(page, 'Post deleted'), 'Undo').click()
    await keepOpen(alert(page, 'The post could not be restored.'))
    await button(alert(page, 'The post could not be restored.'), 'Undo').click()
    await expect(own(page)).toBeVisible()
  })
})
