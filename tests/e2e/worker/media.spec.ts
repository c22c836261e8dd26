import type { Page } from '@playwright/test'
import { button, expectRows, png, post, postWithoutAltText, webm } from '../app.ts'
import { expect, userTest, visitorTest } from '../fixtures.ts'
import { expectWorker } from './app.ts'

userTest.use({ serviceWorkers: 'allow' })
visitorTest.use({ serviceWorkers: 'allow' })

async function pick(page: Page, name: string, file: typeof png): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await button(page, name).click()
  await (await choosing).setFiles(file)
}

userTest(
  'the worker serves the picture of a post, also while a deleted post can be restored',
  { tag: '@quick' },
  async ({ page }) => {
    await page.goto('/home')
    await expectWorker(page)
    await page.getByRole('textbox', { name: 'New post' }).fill('With a picture')
    await pick(page, 'Add a photo', png)
    await expect(button(page, 'Remove photo')).toBeVisible()
    await postWithoutAltText(page)
    const picture = post(page, 'With a picture').getByRole('img', { name: 'Shared by Asha Rao' })
    await expect(picture).toHaveAttribute('src', /^\/media\/[\w-]+$/)
    await expect(picture).toHaveJSProperty('naturalWidth', 1)
    await expectRows(page, 'files', ({ type }) => type === 'image/png')
    await expectRows(page, 'fileUses', () => true)

    await page.reload()
    await expect(picture).toHaveJSProperty('naturalWidth', 1)
    const url = (await picture.getAttribute('src')) ?? ''
    const headers = await page.evaluate(async (address) => Object.fromEntries((await fetch(address)).headers), url)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'accept-ranges': 'bytes',
    })

    await button(post(page, 'With a picture'), 'Delete post').click()
    await expectRows(page, 'posts', ({ state }) => state === 'deleted')
    expect(await page.evaluate(async (address) => (await fetch(address, { cache: 'no-store' })).status, url)).toBe(200)
  },
)

userTest('a video is seekable: the worker serves byte ranges', async ({ page }) => {
  await page.goto('/home')
  await expectWorker(page)
  await pick(page, 'Add a video', webm)
  await expect(button(page, 'Remove video')).toBeVisible()
  await button(page, 'Post').click()
  const clip = page.getByLabel('Video by Asha Rao')
  await expect(clip).toHaveAttribute('src', /^\/media\//)
  await expect
    .poll(() => clip.evaluate((element) => (element instanceof HTMLVideoElement ? element.readyState : 0)))
    .toBeGreaterThanOrEqual(1)

  const url = (await clip.getAttribute('src')) ?? ''
  const part = await page.evaluate(async (address) => {
    const response = await fetch(address, { headers: { range: 'bytes=4-9' } })
    return {
      status: response.status,
      range: response.headers.get('content-range'),
      bytes: [...new Uint8Array(await response.arrayBuffer())],
    }
  }, url)
  expect(part).toEqual({
    status: 206,
    range: `bytes 4-9/${webm.buffer.length}`,
    bytes: [...webm.buffer.subarray(4, 10)],
  })
})

userTest(
  'a video and a picture open at their own addresses, and these pages run no scripts',
  async ({ page, expectConsole }) => {
    for (const text of ['Content Security Policy', 'Blocked script execution', 'violation of script-src-elem'])
      expectConsole(text)
    await page.goto('/home')
    await expectWorker(page)
    const add = (bytes: Buffer) =>
      page.evaluate(
        async (content) => {
          const headers = { authorization: localStorage.getItem('data') ?? '' }
          const response = await fetch('/media', { method: 'POST', headers, body: new Uint8Array(content) })
          return (await response.json()).url
        },
        [...bytes],
      )
    const [clip, dot] = [await add(webm.buffer), await add(png.buffer)]

    await page.goto(clip)
    const player = page.locator('video')
    await expect
      .poll(() => player.evaluate((element) => (element instanceof HTMLVideoElement ? element.currentTime : 0)))
      .toBeGreaterThan(0)
    expect(await executesScript(page)).toBe(false)

    await page.goto(dot)
    await expect(page.locator('img')).toHaveJSProperty('naturalWidth', 1)
    expect(await executesScript(page)).toBe(false)
  },
)

visitorTest(
  'without storage the page shows the files that it has in memory, even with a worker',
  async ({ page, expectConsole }) => {
    // The picture of the draft cannot be saved either.
    expectConsole('SecurityError: Storage is blocked.')
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('Storage is blocked.', 'SecurityError')
      }
    })
    await page.goto('/login')
    await expectWorker(page)
    await button(page, 'Test Login').click()
    await pick(page, 'Add a photo', png)
    await expect(button(page, 'Remove photo')).toBeVisible()
    await postWithoutAltText(page)
    const picture = page.getByRole('img', { name: 'Shared by Asha Rao' }).first()
    await expect(picture).toHaveAttribute('src', /^blob:/)
    await expect(picture).toHaveJSProperty('naturalWidth', 1)
  },
)

/** Returns whether a script element runs in the page. `page.evaluate` itself bypasses the page's policy. */
function executesScript(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = "document.documentElement.dataset['executed'] = 'yes'"
    document.documentElement.append(script)
    return document.documentElement.dataset['executed'] === 'yes'
  })
}
