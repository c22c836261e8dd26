import type { Locator, Page } from '@playwright/test'
import { button, expectNoSideScroll, heading, post, writePost } from './app.ts'
import { expect, userTest } from './fixtures.ts'

const height = async (element: Locator) => (await element.boundingBox())?.height ?? 0

/** The height of a line of a post's text. */
const LINE = 26

userTest.beforeEach(async ({ page }) => {
  await page.goto('/home')
})

for (const { name, text } of [
  { name: '500 lines', text: Array.from({ length: 500 }, (_, line) => `Row ${line}`).join('\n') },
  { name: 'one word of 5,000 letters', text: `Row${'w'.repeat(4990)}` },
  { name: 'links only', text: 'Row https://weft.example/'.repeat(200) },
  { name: 'seven lines', text: 'Row\n1\n2\n3\n4\n5\n6' },
])
  userTest(`a post of ${name} is folded, except on its own page`, { tag: '@phone' }, async ({ page }) => {
    await writePost(page, text)
    const card = post(page, 'Row')
    const shown = card.getByRole('paragraph').first()
    await expect.poll(() => height(shown)).toBeLessThan(5.5 * LINE)
    await expectNoSideScroll(page)
    await button(card, 'Show more').click()
    await expect(button(card, 'Show less')).toHaveAttribute('aria-expanded', 'true')
    await expect.poll(() => height(shown)).toBeGreaterThan(6 * LINE)
    await button(card, 'Show less').click()
    await expect.poll(() => height(shown)).toBeLessThan(5.5 * LINE)
    await card.getByRole('time').click()
    await expect(heading(page, 'Post')).toBeVisible()
    const solo = page.getByRole('region', { name: 'Post' })
    await expect.poll(() => height(solo.getByRole('paragraph').first())).toBeGreaterThan(6 * LINE)
    await expect(button(solo, 'Show more')).toHaveCount(0)
  })

userTest("'Show less' at the end of a long post scrolls to its start", { tag: '@phone' }, async ({ page }) => {
  await writePost(page, Array.from({ length: 500 }, (_, line) => `Row ${line}`).join('\n'))
  const card = post(page, 'Row')
  await button(card, 'Show more').click()
  await button(card, 'Show less').click()
  await expect(button(card, 'Edit post')).toBeInViewport()
  await expect(button(card, 'Show more')).toBeFocused()
})

userTest("'Show less' at the end of a long bio scrolls to the name", { tag: '@phone' }, async ({ page }) => {
  for (const text of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) await writePost(page, `${text}\n2\n3\n4\n5\n6`)
  await page.goto('/userprofile')
  await button(page, 'Edit profile').click()
  await page.getByLabel('Bio:').fill(Array.from({ length: 200 }, (_, line) => `Row ${line}`).join('\n'))
  await button(page, 'Update Profile').click()
  const card = page.getByRole('region', { name: /^Profile of / })
  await button(card, 'Show more').click()
  const showLess = button(card, 'Show less')
  // With the rest of the page above the viewport.
  await showLess.evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }))
  await showLess.click()
  await expect(card.getByRole('heading', { level: 1 })).toBeInViewport()
  await expect(button(card, 'Show more')).toBeFocused()
})

userTest('a post of six lines is not folded', async ({ page }) => {
  await writePost(page, 'Row\n1\n2\n3\n4\n5')
  await expect(post(page, 'Row')).toBeVisible()
  await expect(button(page, 'Show more')).toHaveCount(0)
})

userTest('a link below the fold unfolds the post when it gets the focus', async ({ page }) => {
  await writePost(page, 'Row\n1\n2\n3\n4\n5\n6\n#indigo')
  const card = post(page, 'Row')
  await expect(button(card, 'Show more')).toBeVisible()
  await card.getByRole('link', { name: '#indigo' }).focus()
  await expect(button(card, 'Show less')).toBeVisible()
})

userTest('text from right to left starts at the right, and mentions keep their direction', async ({ page }) => {
  await writePost(page, 'شكرا @kenjimori على النصيحة. #indigo')
  const text = post(page, 'شكرا').getByRole('paragraph')
  expect(await text.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
  await expect(text.getByRole('link')).toHaveText(['@kenjimori', '#indigo'])
  const right = (element: Locator) => element.evaluate((target) => target.getBoundingClientRect().right)
  expect(await right(text)).toBeGreaterThan(await right(text.getByRole('link', { name: '@kenjimori' })))
})

userTest('an address that passes for another one warns of its host', async ({ page }) => {
  await writePost(page, 'Pay at https://bank.example@evil.example/')
  await expect(post(page, 'Pay at')).toContainText('https://bank.example@evil.example/ (leads to evil.example)')
})

userTest('hosts and e-mail addresses alone are links', async ({ page }) => {
  await writePost(page, 'See weft.social/tour, or write to ana@weft.social.')
  const links = post(page, 'See weft.social').getByRole('paragraph').getByRole('link')
  await expect(links).toHaveText(['weft.social/tour', 'ana@weft.social'])
  await expect(links.first()).toHaveAttribute('href', 'https://weft.social/tour')
  await expect(links.last()).toHaveAttribute('href', 'mailto:ana@weft.social')
})

userTest('a tag leads to the posts with it', async ({ page }) => {
  for (const text of ['A vat of #indigo', 'Forty days of #Indigo', 'No tag']) await writePost(page, text)
  await post(page, 'Forty').getByRole('link', { name: '#Indigo' }).click()
  await expect(heading(page, '#indigo')).toBeVisible()
  await expect(page.getByText('2 posts', { exact: true })).toBeVisible()
  await expect(page.getByRole('article', { name: /^Post by / })).toHaveCount(2)
  await expectNoSideScroll(page)
  await page.reload()
  await expect(page.getByRole('article', { name: /^Post by / })).toHaveCount(2)
  await button(page, 'Back').click()
  await expect(heading(page, 'Home')).toBeVisible()
})

/** Texts with links that wrap, that are written from right to left, and whose lines have spaces and tabs. */
const written = [
  'Third dip on the #indigo vat, with @kenjimori on the phone: weft.social, he says, and AVA To. #vat',
  'שלום #אינדיגו עם @kenjimori and English\nمرحبا #نيل weft.social ٣',
  `#tag   with spaces ${' '.repeat(80)}\tand\ttabs\n\n@ines_weaves ${'long'.repeat(40)} #end\n`,
]

userTest(
  'links have a colour while a text is written, in the place where the text area has them',

  async ({ page }) => {
    const blank = await page.context().newPage()
    await page.bringToFront()
    const field = page.getByRole('textbox', { name: 'New post' })
    const box = field.locator('..')
    const overlay = field.locator('+ div')
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 900 })
      for (const text of written) {
        await field.fill(text)
        await expect(overlay).toBeVisible()
        await expect.poll(() => linksInColour(page)).toContain(/[#@]\S+/u.exec(text)?.[0])
        await page.evaluate(() => CSS.highlights.get('links')?.clear())
        const mirrored = await box.screenshot()
        await overlay.evaluate((element) => element.setAttribute('hidden', ''))
        // Where letters overlap, the last bit of a colour can differ.
        expect(await difference(blank, mirrored, await box.screenshot())).toBeLessThan(3)
        await field.fill('')
      }
    }
  },
)

/** Returns the largest difference between the values of a colour in two pictures, 255 if their sizes differ. */
function difference(blank: Page, ...pictures: [Buffer, Buffer]): Promise<number> {
  const urls = pictures.map((picture) => `data:image/png;base64,${picture.toString('base64')}`)
  return blank.evaluate(async (sources) => {
    const [one, other] = await Promise.all(
      sources.map(async (source) => {
        const image = await createImageBitmap(await (await fetch(source)).blob())
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
        context?.drawImage(image, 0, 0)
        return context?.getImageData(0, 0, image.width, image.height)
      }),
    )
    if (!one || one.width !== other?.width || one.height !== other.height) return 255
    return one.data.reduce((most, value, at) => Math.max(most, Math.abs(value - (other.data[at] ?? 0))), 0)
  }, urls)
}

function linksInColour(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...(CSS.highlights.get('links') ?? [])].map((range) =>
      (range.startContainer.textContent ?? '').slice(range.startOffset, range.endOffset),
    ),
  )
}

userTest('the text area does not paint the letters of selected text with links', async ({ page }) => {
  const field = page.getByRole('textbox', { name: 'New post' })
  const selected = () => field.evaluate((element) => getComputedStyle(element, '::selection').color)
  await field.fill('indigo')
  expect(await selected()).not.toBe('rgba(0, 0, 0, 0)')
  await field.fill('#indigo')
  await expect(field.locator('+ div')).toBeVisible()
  expect(await selected()).toBe('rgba(0, 0, 0, 0)')
})

userTest('an input method that composes in the empty field shows its text in the text area', async ({ page }) => {
  const field = page.getByRole('textbox', { name: 'New post' })
  await field.focus()
  const input = await page.context().newCDPSession(page)
  for (const text of ['#', '#i', '#in']) {
    await input.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    await expect(field).toHaveValue(text)
    await expect(field.locator('+ div')).toBeAttached()
  }
  await expect(field).not.toHaveCSS('color', 'rgba(0, 0, 0, 0)')
  await input.send('Input.insertText', { text: '#indigo' })
  await expect.poll(() => linksInColour(page)).toEqual(['#indigo'])
  await expect(field).toHaveCSS('color', 'rgba(0, 0, 0, 0)')
})

userTest('a text of more than 3,000 characters is written without colours', async ({ page }) => {
  const field = page.getByRole('textbox', { name: 'New post' })
  await field.fill('#indigo')
  await expect.poll(() => linksInColour(page)).toEqual(['#indigo'])
  await field.fill('#indigo\n'.repeat(400))
  await expect.poll(() => linksInColour(page)).toEqual([])
  await expect(field.locator('+ div')).toBeHidden()
  await expect(field).not.toHaveCSS('color', 'rgba(0, 0, 0, 0)')
})

userTest('each paragraph of a post has its own direction, and marks stay within its card', async ({ page }) => {
  await writePost(page, 'Row in English\nשלום עולם!\nAnd an end')
  const card = post(page, 'Row in English')
  const sides = await card.getByRole('paragraph').evaluate((paragraph) => {
    const { left, right } = paragraph.getBoundingClientRect()
    const text = paragraph.firstChild
    const range = document.createRange()
    return ['Row', 'שלום', 'And'].map((word) => {
      const start = text?.textContent?.indexOf(word) ?? -1
      if (text) range.setStart(text, start)
      if (text) range.setEnd(text, start + word.length)
      const box = range.getBoundingClientRect()
      return box.left - left < right - box.right ? 'left' : 'right'
    })
  })
  expect(sides).toEqual(['left', 'right', 'left'])
  await expect(card).toHaveCSS('overflow', 'clip')
})
