import { expect, userTest } from './fixtures.ts'
import type { Locator, Page } from '@playwright/test'
import { button, expectRows, heading, keepOpen, logIn, notice, png, post, posts, postWithoutAltText } from './app.ts'
import { databases, rowsIn } from './databases.ts'
import { holdResponses, setLab } from './lab.ts'

/** What the user has typed or attached survives whatever happens to the page, and is posted once. */

const newPost = (page: Page) => page.getByRole('textbox', { name: 'New post' })
const altText = (page: Page) => page.getByRole('textbox', { name: 'Alt text' })

async function openHome(page: Page): Promise<void> {
  await page.goto('/home')
  await expect(posts(page)).toHaveCount(3)
}

async function attachPicture(page: Page): Promise<void> {
  await page.locator('input[type=file][accept^=image]').setInputFiles(png)
  await expect(button(page, 'Remove photo')).toBeVisible()
}

/** Goes to Home by a link, because another page load would take longer. */
async function returnHome(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home', exact: true }).click()
  await expect(heading(page, 'Home')).toBeVisible()
}

userTest('text, picture and alt text survive a navigation and a reload', { tag: '@quick' }, async ({ page }) => {
  await openHome(page)
  await newPost(page).fill('Parrot border')
  await attachPicture(page)
  await button(page, 'Alt text, missing').click()
  await altText(page).fill('A dot')
  await expect(page.getByText('Draft saved')).toBeVisible()

  await page.getByRole('link', { name: 'Explore', exact: true }).click()
  await expect(heading(page, 'Explore')).toBeVisible()
  await returnHome(page)
  await expect(page.getByRole('img', { name: 'Preview of dot.png' })).toBeVisible()
  await expect(newPost(page)).toHaveValue('Parrot border')

  await page.reload()
  await expect(button(page, 'Alt text, added')).toBeVisible()
  await expect(altText(page)).toHaveValue('A dot')
  await button(page, 'Post').click()
  await expect(post(page, 'Parrot border').getByRole('img', { name: 'A dot' })).toBeVisible()
  await expect(newPost(page)).toHaveValue('')
  await expectRows(page, 'posts', ({ mediaAlt }) => mediaAlt === 'A dot')
  await page.reload()
  await expect(posts(page)).toHaveCount(4)
  await expect(newPost(page)).toHaveValue('')
})

userTest('a picture whose page is reloaded while it is decoded is kept', async ({ page }) => {
  await openHome(page)
  await page.evaluate(() => {
    HTMLImageElement.prototype.decode = () => new Promise(() => {})
  })
  await page.locator('input[type=file][accept^=image]').setInputFiles(png)
  await expect.poll(() => databases(page)).toContain('weft-drafts')
  await expect.poll(() => rowsIn(page, 'weft-drafts', 'files')).toHaveLength(1)
  await page.reload()
  await expect(page.getByRole('img', { name: 'Preview of dot.png' })).toBeVisible()
  await expect(button(page, 'Remove photo')).toBeVisible()
})

userTest('a file whose page is reloaded before it is saved is said to be lost', async ({ page }) => {
  await openHome(page)
  await page.evaluate(() => {
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = function (name, version) {
      const request = open.call(this, name, version)
      if (name === 'weft-drafts') request.addEventListener('success', (event) => event.stopImmediatePropagation())
      return request
    }
  })
  await page.locator('input[type=file][accept^=image]').setInputFiles(png)
  await expect.poll(() => databases(page)).toContain('weft-drafts')
  await page.reload()
  await expect(page.getByText('The file of this draft could not be read. Please choose it again.')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Preview of dot.png' })).toBeHidden()
})

userTest('a draft survives a refused token, and logging in returns to it', async ({ page }) => {
  await openHome(page)
  await newPost(page).fill('Parrot border')
  await page.evaluate(() => localStorage.setItem('data', 'refused'))
  await page.reload()
  await expect(heading(page, 'Welcome back')).toBeVisible()
  await logIn(page)
  await expect(newPost(page)).toHaveValue('Parrot border')
})

userTest('two tabs show one draft, and posting it in one empties the other', async ({ page, context }) => {
  await openHome(page)
  const other = await context.newPage()
  await openHome(other)
  await newPost(page).fill('Parrot border')
  await expect(newPost(other)).toHaveValue('Parrot border')
  await attachPicture(page)
  // Playwright gives every page the focus.
  await newPost(page).blur()
  await expect(other.getByRole('img', { name: 'Preview of dot.png' })).toBeVisible()
  await newPost(other).fill('Parrot border, twice')
  await expect(newPost(page)).toHaveValue('Parrot border, twice')
  await postWithoutAltText(page)
  await expect(newPost(page)).toHaveValue('')
  await expect(newPost(other)).toHaveValue('')
  await expect(other.getByRole('img', { name: 'Preview of dot.png' })).toBeHidden()
})

userTest.describe('before the response', () => {
  userTest.use({ lab: { latency: 400 } })

  userTest('a reload before the response posts once', async ({ page }) => {
    await openHome(page)
    await newPost(page).fill('Only once')
    const responses = await holdResponses(page)
    await button(page, 'Post').click()
    await expectRows(page, 'posts', ({ content }) => content === 'Only once')
    await page.reload()
    await responses.release()
    await expect(newPost(page)).toHaveValue('')
    await expect(post(page, 'Only once')).toHaveCount(1)
    await expectRows(page, 'posts', ({ content }) => content === 'Only once')
  })
})

userTest.describe('a new post whose response is lost', () => {
  userTest.use({ lab: { fault: '500 after commit', only: 'CreatePost', often: 'Once' } })

  userTest(
    'after a lost response, Retry shows the post once',
    { tag: '@no-server' },
    async ({ page, expectConsole }) => {
      expectConsole('The lab injected')
      await openHome(page)
      await newPost(page).fill('Only once')
      await button(page, 'Post').click()
      await expect(page.getByRole('alert')).toContainText('Server Error try again')
      await expect(button(page, 'Post')).toBeDisabled()
      await button(page, 'Retry').click()
      await expect(newPost(page)).toHaveValue('')
      await expect(post(page, 'Only once')).toHaveCount(1)
      await page.reload()
      await expect(posts(page)).toHaveCount(4)
    },
  )
})

userTest(
  'an edit survives a reload, and is back after Undo of the post’s deletion in another tab',
  { tag: '@no-server' },
  async ({ page, context }) => {
    await openHome(page)
    const own = post(page, '@asharao')
    await button(own, 'Edit post').click()
    await page.getByRole('textbox', { name: 'Post text' }).fill('A longer story')
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Post text' })).toHaveValue('A longer story')

    const other = await context.newPage()
    await openHome(other)
    await button(post(other, '@asharao'), 'Delete post').click()
    await expect(own).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Unsent posts' })).toBeHidden()
    await button(other, 'Undo').click()
    await expect(page.getByRole('textbox', { name: 'Post text' })).toHaveValue('A longer story')
  },
)

userTest(
  'a post waits if the code of mutations does not load, and is sent after Reload',
  async ({ page, expectConsole }) => {
    for (const text of ['Failed to load resource', 'did not load']) expectConsole(text)
    // The app also tries again by itself, so the code must not load before the reload.
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
    })
    await page.route('**/assets/deferredResolvers.chunk-*.js', (route) =>
      loads > 1 ? route.continue() : route.fulfill({ status: 404 }),
    )
    await page.goto('/home')
    await newPost(page).fill('Parrot border')
    await button(page, 'Post').click()
    const kept = page.getByRole('region', { name: 'Unsent posts' })
    await expect(kept).toContainText('Waiting to send')
    await expect(
      page.getByText('A part of Weft did not load. Check your connection and reload the page. What you write'),
    ).toBeVisible()
    await button(page, 'Reload').click()
    await expect(kept).toBeHidden()
    await expectRows(page, 'posts', ({ content }) => content === 'Parrot border')
  },
)

userTest(
  'a post without a connection waits below a banner with Retry and Discard, and is sent once after a reload',
  { tag: ['@quick', '@no-server'] },
  async ({ page, context }) => {
    await openHome(page)
    // Of all calls: the post cannot be discarded at the moments at which it is sent.
    const other = await context.newPage()
    await setLab(other, { fault: 'Offline' })
    // An open tab may send the post first, which is then a new post to this one.
    await other.close()
    await newPost(page).fill('Parrot border')
    await button(page, 'Post').click()
    await expect(page.getByText('No connection. What you write is kept on this device.')).toBeVisible()
    await expect(newPost(page)).toHaveValue('')
    const kept = page.getByRole('region', { name: 'Unsent posts' })
    await button(kept, 'Retry').click()
    await expect(kept).toContainText('Waiting to send')
    await button(kept, 'Discard').click()
    await keepOpen(notice(page, 'Post discarded'))
    await button(page, 'Undo').click()
    await expect(kept).toContainText('Parrot border')
    await setLab(page, {})
    await returnHome(page)
    await expect(post(page, 'Parrot border')).toHaveCount(1)
    await expect(kept).toBeHidden()
    await expectRows(page, 'posts', ({ content }) => content === 'Parrot border')
  },
)

userTest('a pasted and a dropped picture are attached', async ({ page }) => {
  await openHome(page)
  for (const type of ['paste', 'drop'] as const) {
    await newPost(page).evaluate(
      (field, { as, base64 }) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        const data = new DataTransfer()
        data.items.add(new File([bytes], `${as}.png`, { type: 'image/png' }))
        const options = { bubbles: true, cancelable: true }
        field.dispatchEvent(
          as === 'paste'
            ? new ClipboardEvent(as, { ...options, clipboardData: data })
            : new DragEvent(as, { ...options, dataTransfer: data }),
        )
      },
      { as: type, base64: png.buffer.toString('base64') },
    )
    await expect(page.getByRole('img', { name: `Preview of ${type}.png` })).toBeVisible()
    await button(page, 'Remove photo').click()
  }
})

userTest('the hint for the alt text is clear of the focus ring, and the reminder looks different', async ({ page }) => {
  await openHome(page)
  await attachPicture(page)
  await button(page, 'Alt text, missing').click()
  await altText(page).focus()
  const ring = await altText(page).evaluate(async (field) => {
    await Promise.all(field.getAnimations().map(({ finished }) => finished))
    const spreads = getComputedStyle(field).boxShadow.matchAll(/(\d+)px(?=,|$)/g)
    return Math.max(...Array.from(spreads, ([, spread]) => Number(spread)))
  })
  const hint = page.getByText('Describe this picture for people who cannot see it')
  const [box, fieldBox] = await Promise.all([hint.boundingBox(), altText(page).boundingBox()])
  expect(ring).toBeGreaterThan(0)
  expect((box?.y ?? 0) - (fieldBox?.y ?? 0) - (fieldBox?.height ?? 0)).toBeGreaterThan(ring)

  const coloursOf = (text: Locator) =>
    text.evaluate((element) => [getComputedStyle(element).color, getComputedStyle(element).backgroundColor])
  const [colour, background] = await coloursOf(hint)
  await button(page, 'Post').click()
  await expect(page.getByRole('alert')).toContainText('No alt text yet.')
  const [reminderColour, reminderBackground] = await coloursOf(page.getByRole('alert'))
  expect(reminderColour).not.toBe(colour)
  expect(reminderBackground).not.toBe(background)
})

userTest('asks once for the alt text of a picture, unless the reminder is off', async ({ page }) => {
  await openHome(page)
  await attachPicture(page)
  await button(page, 'Post').click()
  await expect(altText(page)).toBeFocused()
  await expect(page.getByRole('alert')).toContainText('or press Post again')
  await expect(posts(page)).toHaveCount(3)
  await button(page, 'Post').click()
  await expect(posts(page)).toHaveCount(4)

  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('switch', { name: 'Remind me about alt text' }).click()
  await returnHome(page)
  await attachPicture(page)
  await button(page, 'Post').click()
  await expect(posts(page)).toHaveCount(5)
})
