import type { Locator, Page } from '@playwright/test'
import { button, expectDialogLeft, expectRows, post, postWithoutAltText, webm } from './app.ts'
import { expect, userTest } from './fixtures.ts'

/** Returns a picture of this size as a file. */
async function pictureFile(page: Page, name: string, width: number, height: number) {
  const base64 = await page.evaluate(
    ([wide = 0, high = 0]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: wide, height: high })
      canvas.getContext('2d')?.fillRect(0, 0, wide, high / 2)
      return canvas.toDataURL('image/png').replace(/^.*,/, '')
    },
    [width, height],
  )
  return { name: `${name}.png`, mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') }
}

/** Publishes a picture of this size on Home. Returns the button that shows it. */
async function publishPicture(page: Page, text: string, width: number, height: number) {
  await page.getByRole('textbox', { name: 'New post' }).fill(text)
  await page.locator('input[type=file][accept^=image]').setInputFiles(await pictureFile(page, text, width, height))
  await expect(button(page, 'Remove photo')).toBeVisible()
  await postWithoutAltText(page)
  const picture = button(post(page, text), 'Shared by Asha Rao')
  await expect(picture).toBeVisible()
  await expectRows(page, 'posts', ({ content }) => content === text)
  return picture
}

const shapeOf = (box: { width: number; height: number } | null) => (box ? box.width / box.height : 0)

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Picture by Asha Rao' })

userTest.beforeEach(async ({ page }) => {
  await page.goto('/home')
})

userTest('a picture has one shape in the form and in the post, never wider than its pixels', async ({ page }) => {
  for (const { text, width, height, ratio } of [
    { text: 'Column', width: 400, height: 2400, ratio: 0.4 },
    { text: 'Stamp', width: 60, height: 40, ratio: 1.5 },
  ]) {
    await page.locator('input[type=file][accept^=image]').setInputFiles(await pictureFile(page, text, width, height))
    await expect(button(page, 'Remove photo')).toBeVisible()
    const expectShape = async (picture: Locator) => {
      // An image has its shape once it has loaded.
      await expect.poll(async () => shapeOf(await picture.boundingBox())).toBeCloseTo(ratio, 1)
      expect((await picture.boundingBox())?.width).toBeLessThanOrEqual(width)
    }
    await expectShape(page.getByRole('img', { name: `Preview of ${text}.png` }))
    await page.getByRole('textbox', { name: 'New post' }).fill(text)
    await postWithoutAltText(page)
    await expectShape(button(post(page, text), 'Shared by Asha Rao').getByRole('img'))
  }
})

userTest('an animation stands still with reduced motion until it is played, in the form, too', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.locator('input[type=file][accept^=image]').setInputFiles('tests/fixtures/pictures/animated.gif')
  const form = page.locator('form').filter({ has: page.getByRole('textbox', { name: 'New post' }) })
  await expect(form.locator('canvas')).toBeVisible()
  await button(form, 'Play animation').click()
  await expect(form.getByRole('img', { name: 'Preview of animated.gif' })).toHaveAttribute('src', /^blob:/)
  await page.getByRole('textbox', { name: 'New post' }).fill('Moves')
  await postWithoutAltText(page)
  const figure = post(page, 'Moves').locator('figure')
  const frame = figure.getByRole('img', { name: 'Shared by Asha Rao' })
  await expect(figure.locator('canvas')).toBeVisible()
  await expect
    .poll(() =>
      frame.evaluate((canvas: HTMLCanvasElement) => canvas.getContext('2d')?.getImageData(0, 0, 1, 1).data[3]),
    )
    .toBe(255)
  await button(figure, 'Play animation').click()
  await expect(figure.locator('img')).toHaveAttribute('src', /./)
  await button(figure, 'Stop animation').click()
  await expect(figure.locator('canvas')).toBeVisible()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect(figure.locator('img')).toBeVisible()
  await expect(button(figure, 'Play animation')).toHaveCount(0)
})

userTest(
  'pictures keep their shape in a feed, and reserve their place',
  { tag: '@phone' },
  async ({ page, viewport }) => {
    const shapes = [
      { text: 'Portrait', width: 600, height: 900 },
      { text: 'Square', width: 500, height: 500 },
      { text: 'Landscape', width: 900, height: 450 },
    ]
    for (const { text, width, height } of shapes) await publishPicture(page, text, width, height)
    for (const reload of [false, true]) {
      if (reload) await page.reload()
      for (const { text, width, height } of shapes) {
        const image = post(page, text).locator('figure img').first()
        // Without its file, a picture has only the place that is reserved for it.
        await image.evaluate((element) => element.removeAttribute('src'))
        const box = await image.boundingBox()
        expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(width / height, 1)
        expect(box?.height).toBeLessThanOrEqual((viewport?.width ?? 0) < 720 ? 448.5 : 512.5)
      }
    }
  },
)

userTest(
  'another picture for a post is kept by a reload, and shown after Update',
  { tag: '@no-server' },
  async ({ page }) => {
    await publishPicture(page, 'Warp', 600, 900)
    const card = page.getByRole('article').first()
    await button(card, 'Edit post').click()
    const file = await pictureFile(page, 'Landscape', 900, 450)
    await card.locator('input[type=file][accept^=image]').setInputFiles(file)
    const preview = card.getByRole('img', { name: 'Preview of Landscape.png' })
    await expect(preview).toBeVisible()
    await card.getByRole('textbox', { name: 'Alt text' }).fill('A wide warp')

    await page.reload()
    await expect(preview).toBeVisible()
    await expect(card.getByRole('textbox', { name: 'Alt text' })).toHaveValue('A wide warp')
    await button(card, 'Update').click()
    const image = card.getByRole('img', { name: 'A wide warp' })
    const size = () => image.evaluate((element: HTMLImageElement) => [element.naturalWidth, element.naturalHeight])
    await expect.poll(size).toEqual([900, 450])
    await expect(preview).toBeHidden()
    await expectRows(page, 'posts', ({ mediaAlt }) => mediaAlt === 'A wide warp')
    await page.reload()
    await expect.poll(size).toEqual([900, 450])
    await expect(card.getByRole('textbox')).toBeHidden()
  },
)

userTest('the form shows the whole of a portrait picture, as its post does', async ({ page }) => {
  const file = await pictureFile(page, 'Portrait', 600, 900)
  await page.locator('input[type=file][accept^=image]').setInputFiles(file)
  await expect(button(page, 'Remove photo')).toBeVisible()
  const shape = () =>
    page
      .getByRole('img', { name: 'Preview of Portrait.png' })
      .evaluate((shown) => shown.clientWidth / shown.clientHeight)
  await expect.poll(shape).toBeCloseTo(600 / 900)
})

userTest(
  'a picture opens large, and is zoomed and closed by keyboard',
  { tag: ['@quick', '@phone'] },
  async ({ page }) => {
    const picture = await publishPicture(page, 'Portrait', 600, 900)
    await picture.press('Enter')
    await expect(button(dialog(page), 'Close')).toBeFocused()
    const image = dialog(page).getByRole('img', { name: 'Shared by Asha Rao' })
    /** Returns the size of the picture beside the one that fits the window. */
    const zoom = () => image.evaluate((element) => element.getBoundingClientRect().width / element.clientWidth)
    await page.keyboard.press('+')
    await expect(dialog(page).getByRole('status')).toHaveText('150%')
    await expect.poll(zoom).toBeCloseTo(1.5)
    const left = () => image.evaluate((element) => element.getBoundingClientRect().left)
    const middle = await left()
    await page.keyboard.press('ArrowRight')
    await expect.poll(left).toBeLessThan(middle)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(left).toBeCloseTo(middle)
    await page.keyboard.press('-')
    await expect(dialog(page).getByRole('status')).toBeEmpty()
    await expect.poll(zoom).toBe(1)
    const zoomOut = button(dialog(page), 'Zoom out')
    await page.keyboard.press('+')
    await zoomOut.press('Enter')
    await expect(dialog(page).getByRole('status')).toBeEmpty()
    await expect(zoomOut).toBeDisabled()
    await expect(zoomOut).toBeFocused()
    await page.keyboard.press('+')
    await expect(dialog(page).getByRole('status')).toHaveText('150%')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(picture).toBeFocused()
  },
)

userTest('the dialog of a picture shows its description and leads to its author', async ({ page }) => {
  await page.goto('/explore')
  const card = post(page, '@kenjimori')
  const picture = card.locator('figure').getByRole('button')
  const alt = await picture.getByRole('img').getAttribute('alt')
  await picture.click()
  const shown = page.getByRole('dialog', { name: 'Picture by Kenji Mori' })
  await expect(shown.getByRole('paragraph').filter({ hasText: String(alt) })).toBeVisible()
  await button(shown, 'Alt text').click()
  await expect(shown.getByRole('paragraph').filter({ hasText: String(alt) })).toBeHidden()
  await shown.getByRole('link', { name: 'Kenji Mori' }).click()
  await expect(shown).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Kenji Mori' })).toBeVisible()
})

userTest('Back closes a picture or a dialog and stays on the page', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/explore')
  const picture = post(page, '@kenjimori').locator('figure').getByRole('button')
  const shown = page.getByRole('dialog', { name: 'Picture by Kenji Mori' })
  await picture.click()
  await expect(shown).toBeVisible()
  await page.goBack()
  await expect(shown).toBeHidden()
  await expect(picture).toBeFocused()
  await expect(picture).toBeInViewport()
  await picture.click()
  await button(shown, 'Close').click()
  await expectDialogLeft(page)
  await picture.click()
  await shown.getByRole('link', { name: 'Kenji Mori' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kenji Mori' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Explore' })).toBeVisible()
  await expect(picture).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/home')
  await page.goto('/settings')
  await button(page, 'Delete my account').click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(page).toHaveURL('/settings')
})

userTest('after a reload with an open picture, Back leaves the page', { tag: '@no-server' }, async ({ page }) => {
  await page.goto('/home')
  await page.goto('/explore')
  const picture = post(page, '@kenjimori').locator('figure').getByRole('button')
  await picture.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.reload()
  await expect(picture).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectDialogLeft(page)
  await page.goBack()
  await expect(page).toHaveURL('/home')
})

userTest('a press beside the picture closes it, a double click zooms it', async ({ page }) => {
  const picture = await publishPicture(page, 'Portrait', 600, 900)
  await picture.click()
  await expect(dialog(page)).toBeVisible()
  await page.mouse.dblclick(720, 400)
  await expect(dialog(page).getByRole('status')).toHaveText('200%')
  await page.mouse.dblclick(720, 400)
  await expect(dialog(page).getByRole('status')).toBeEmpty()
  await page.mouse.click(100, 400)
  await expect(dialog(page)).toBeHidden()
})

userTest.describe('by touch', () => {
  userTest.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  /** Moves fingers along lines, in steps. */
  async function touch(page: Page, fingers: readonly { from: [number, number]; to: [number, number] }[]) {
    const session = await page.context().newCDPSession(page)
    const at = (part: number) =>
      fingers.map(({ from, to }, id) => ({
        id,
        x: from[0] + (to[0] - from[0]) * part,
        y: from[1] + (to[1] - from[1]) * part,
      }))
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
    for (let step = 1; step <= 5; step += 1)
      await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / 5) })
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }

  userTest('two fingers zoom a picture, and a swipe down closes it', async ({ page }) => {
    const picture = await publishPicture(page, 'Portrait', 600, 900)
    await picture.tap()
    await expect(button(dialog(page), 'Close')).toBeFocused()
    await touch(page, [
      { from: [150, 400], to: [80, 400] },
      { from: [240, 400], to: [310, 400] },
    ])
    await expect(dialog(page).getByRole('status')).toHaveText(/^2\d\d%$/)
    await touch(page, [{ from: [200, 300], to: [200, 600] }])
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('0')
    await expect(dialog(page).getByRole('status')).toBeEmpty()
    await touch(page, [{ from: [200, 300], to: [205, 340] }])
    await expect(dialog(page)).toBeVisible()
    await touch(page, [{ from: [200, 300], to: [205, 600] }])
    await expect(dialog(page)).toBeHidden()
  })
})

userTest('videos start muted, play one at a time, and pause off screen', async ({ page }) => {
  for (const text of ['First loom', 'Second loom']) {
    await page.getByRole('textbox', { name: 'New post' }).fill(text)
    await page.locator('input[type=file][accept^=video]').setInputFiles(webm)
    await expect(button(page, 'Remove video')).toBeVisible()
    await button(page, 'Post').click()
    await expect(post(page, text)).toBeVisible()
  }
  const videoOf = (text: string) => post(page, text).getByLabel('Video by Asha Rao')
  const isPlaying = (text: string) => videoOf(text).evaluate((video: HTMLVideoElement) => !video.paused)
  const play = (text: string) =>
    videoOf(text).evaluate(async (video: HTMLVideoElement) => {
      video.loop = true
      await video.play()
    })
  const start = () =>
    videoOf('First loom').evaluate((video: HTMLVideoElement) => ({
      muted: video.muted,
      playsInline: video.playsInline,
      preload: video.preload,
      source: video.currentSrc,
    }))
  // The time in the address makes Safari show the first frame as the poster.
  const source: unknown = expect.stringMatching(/#t=0\.001$/)
  await expect.poll(start).toEqual({ muted: true, playsInline: true, preload: 'metadata', source })
  await page.setViewportSize({ width: 1440, height: 1600 })
  await play('First loom')
  await play('Second loom')
  await expect.poll(() => isPlaying('First loom')).toBe(false)
  expect(await isPlaying('Second loom')).toBe(true)
  await page.setViewportSize({ width: 1440, height: 700 })
  await post(page, 'First loom').hover()
  await page.mouse.wheel(0, 2000)
  await expect
    .poll(async () => (await videoOf('Second loom').count()) === 0 || !(await isPlaying('Second loom')))
    .toBe(true)
})
