import type { Page } from '@playwright/test'
import {
  button,
  count,
  expectNoSideScroll,
  expectRows,
  heading,
  png,
  post,
  posts,
  postWithoutAltText,
  sort,
  writePost,
  webm,
} from './app.ts'
import { expect, userTest } from './fixtures.ts'
import { holdResponses } from './lab.ts'

userTest.beforeEach(async ({ page }) => {
  await page.goto('/home')
  await expect(posts(page)).toHaveCount(3)
})

userTest(
  'a new post is first on Home, Explore and the profile, and is counted there',
  { tag: ['@quick', '@no-server'] },
  async ({ page }) => {
    await writePost(page, 'A border of parrots')
    await expect(page.getByRole('article').first()).toContainText('A border of parrots')
    await page.getByRole('link', { name: 'Explore', exact: true }).click()
    await expect(heading(page, 'Explore')).toBeVisible()
    await expect(page.getByRole('article').first()).toContainText('A border of parrots')
    await page.goto('/userprofile')
    await expect(count(page, 'Posts')).toHaveText('2')
    await expect(page.getByRole('article').first()).toContainText('A border of parrots')
  },
)

userTest('a new post is last in Trending when that is shown next', { tag: '@no-server' }, async ({ page }) => {
  await sort(page).selectOption('Trending')
  await expect(posts(page)).toHaveCount(3)
  await writePost(page, 'No likes yet')
  await sort(page).selectOption('Latest Posts')
  await expect(page.getByRole('article').first()).toContainText('No likes yet')
  await sort(page).selectOption('Trending')
  await expect(page.getByRole('article').last()).toContainText('No likes yet')
})

userTest("'Post' is disabled without text and media", { tag: '@no-server' }, async ({ page }) => {
  const text = page.getByRole('textbox', { name: 'New post' })
  await expect(text).toHaveAttribute('rows', '5')
  await expect(text).toHaveAttribute('cols', '100')
  await expect(button(page, 'Post')).toBeDisabled()
  await text.fill(' \n ')
  await expect(button(page, 'Post')).toBeDisabled()
  await text.press('Control+Enter')
  await expect(text).toHaveValue(' \n ')
  await text.fill('\u200B \u3164')
  await expect(button(page, 'Post')).toBeDisabled()
  await text.fill('.')
  await expect(button(page, 'Post')).toBeEnabled()
})

userTest('Ctrl+Enter posts', async ({ page }) => {
  await page.getByRole('textbox', { name: 'New post' }).fill('Two lines\nof text')
  await page.keyboard.press('Control+Enter')
  await expect(post(page, 'Two lines')).toHaveCount(1)
  await expect(page.getByRole('textbox', { name: 'New post' })).toHaveValue('')
})

userTest.describe('before the response', () => {
  userTest.use({ lab: { latency: 400 } })

  userTest('pressing Post repeatedly posts a draft once', { tag: '@no-server' }, async ({ page }) => {
    await page.getByRole('textbox', { name: 'New post' }).fill('Only once')
    const responses = await holdResponses(page)
    await button(page, 'Post').dblclick()
    await page.keyboard.press('Enter')
    await responses.release()
    await expect(post(page, 'Only once')).toHaveCount(1)
    await page.reload()
    await expect(page.getByRole('article')).toHaveCount(4)
    await expect(post(page, 'Only once')).toHaveCount(1)
  })
})

userTest('a picture can be posted without text and survives a reload', async ({ page }) => {
  const choosing = page.waitForEvent('filechooser')
  await button(page, 'Add a photo').click()
  await (await choosing).setFiles(png)
  await expect(page.getByRole('img', { name: 'Preview of dot.png' })).toBeVisible()
  await expect(button(page, 'Post')).toBeEnabled()
  await postWithoutAltText(page)
  const own = page.getByRole('article').first().getByRole('img', { name: 'Shared by Asha Rao' })
  await expect(own).toBeVisible()
  await expect(button(page, 'Post')).toBeDisabled()
  await page.reload()
  await expect(own).toBeVisible()
  await expect(own).toHaveJSProperty('naturalWidth', 1)
  await expect(own).toHaveAttribute('width', '1')
  await expect(own).toHaveAttribute('height', '1')
  await expectNoSideScroll(page)
})

userTest('a picked picture can be removed and picked again', async ({ page }) => {
  const files = page.locator('input[type=file][accept^=image]')
  await files.setInputFiles(png)
  await button(page, 'Remove photo').click()
  await expect(page.getByRole('img', { name: 'Preview of dot.png' })).toBeHidden()
  await expect(button(page, 'Post')).toBeDisabled()
  await files.setInputFiles(png)
  await expect(button(page, 'Remove photo')).toBeVisible()
})

userTest.describe('during an upload', () => {
  userTest.use({ lab: { latency: 400 } })

  userTest('an upload shows that it is under way, and Cancel upload removes the picture', async ({ page }) => {
    await page.getByRole('textbox', { name: 'New post' }).fill('Without its picture')
    const responses = await holdResponses(page)
    await page.locator('input[type=file][accept^=image]').setInputFiles(png)
    // Its progress is not known.
    await expect(page.getByRole('progressbar', { name: 'Uploading photo' })).not.toHaveAttribute('value')
    await expect(button(page, 'Post')).toBeDisabled()
    await expectRows(page, 'files', () => true, 1, 'weft-drafts')
    await button(page, 'Cancel upload').click()
    await expect(page.getByRole('img', { name: 'Preview of dot.png' })).toBeHidden()
    await expectRows(page, 'files', () => true, 0, 'weft-drafts')
    await responses.release()
    await button(page, 'Post').click()
    await expect(post(page, 'Without its picture')).toBeVisible()
    await expectRows(page, 'posts', ({ content, mediaUrl }) => content === 'Without its picture' && mediaUrl === '')
  })
})

userTest('a video can be posted', async ({ page }) => {
  await page.locator('input[type=file][accept^=video]').setInputFiles(webm)
  await page.getByRole('textbox', { name: 'New post' }).fill('The loom at work')
  await expect(button(page, 'Remove video')).toBeVisible()
  await button(page, 'Post').click()
  const video = post(page, 'The loom at work').getByLabel('Video by Asha Rao')
  await expect(video).toBeVisible()
  await expect(video).toHaveAttribute('width', '320')
  await expect(video).toHaveAttribute('height', '200')
})

for (const { name, buffer } of [
  { name: 'empty.png', buffer: Buffer.alloc(0) },
  { name: 'script.png', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>') },
  { name: 'damaged.png', buffer: png.buffer.subarray(0, 30) },
  { name: 'large.png', buffer: Buffer.concat([png.buffer, Buffer.alloc(4 * 1024 * 1024)]) },
]) {
  userTest(`${name} is refused with a message, and the text is kept`, { tag: '@no-server' }, async ({ page }) => {
    await page.getByRole('textbox', { name: 'New post' }).fill('Kept')
    await page.locator('input[type=file][accept^=image]').setInputFiles({ name, mimeType: 'image/png', buffer })
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'New post' })).toHaveValue('Kept')
    await expect(heading(page, 'Home')).toBeVisible()
  })
}

userTest('a photo that its camera has marked as rotated is measured as it is shown', async ({ page }) => {
  await page.locator('input[type=file][accept^=image]').setInputFiles({
    name: 'rotated.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from(await rotatedPhoto(page)),
  })
  await page.getByRole('textbox', { name: 'New post' }).fill('A tall photo')
  await expect(button(page, 'Remove photo')).toBeVisible()
  await postWithoutAltText(page)
  const photo = post(page, 'A tall photo').getByRole('img', { name: 'Shared by Asha Rao' })
  await expect(photo).toHaveAttribute('width', '20')
  await expect(photo).toHaveAttribute('height', '40')
})

/** Creates a JPEG that is 40 wide and 20 high, with an Exif orientation of 6: to be shown rotated by 90 degrees. */
function rotatedPhoto(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = 40
    canvas.height = 20
    canvas.getContext('2d')?.fillRect(0, 0, 9, 9)
    const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg'))
    const bytes = [...new Uint8Array((await jpeg?.arrayBuffer()) ?? [])]
    // A TIFF header in big-endian order, then one directory entry: tag 0x0112 (orientation), a short, 6.
    const tiff = [77, 77, 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
    const exif = [69, 120, 105, 102, 0, 0, ...tiff]
    return [...bytes.slice(0, 2), 255, 225, 0, exif.length + 2, ...exif, ...bytes.slice(2)]
  })
}
