import type { Locator, Page } from '@playwright/test'
import { button, expectNoSideScroll, post } from './app.ts'
import { axeProblems } from './axeProblems.ts'
import { expect, userTest } from './fixtures.ts'

const field = (page: Page) => page.getByRole('textbox', { name: 'New post' })
const options = (page: Page) => page.getByRole('listbox', { name: 'People to mention' }).getByRole('option')

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not shown.')
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height }
}

/** Returns where the text with a colour starts, which the overlay shows. */
async function boxOfMention(page: Page) {
  const box = await page.evaluate(() => {
    const [found] = CSS.highlights.get('links') ?? []
    if (!found) return null
    const range = document.createRange()
    range.setStart(found.startContainer, found.startOffset)
    range.setEnd(found.endContainer, found.endOffset)
    return range.getBoundingClientRect().toJSON()
  })
  if (!box) throw new Error('No text has a colour.')
  return { left: Number(box.left), top: Number(box.top), bottom: Number(box.bottom) }
}

/** Types the start of a name, and waits for the list. Returns its box. */
async function suggestKenji(page: Page) {
  await field(page).pressSequentially('Third dip today. Ask @ke')
  await expect(options(page)).toHaveText([/Kenji Mori@kenjimori/])
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('links')?.size)).toBe(1)
  return boxOf(page.getByRole('listbox', { name: 'People to mention' }).locator('..'))
}

userTest.beforeEach(async ({ page }) => {
  await page.goto('/home')
})

userTest('suggestions are below the line, with their edge at the @', { tag: '@quick' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const list = await suggestKenji(page)
  const mention = await boxOfMention(page)
  expect(Math.abs(list.left - mention.left)).toBeLessThan(2)
  expect(list.top).toBeGreaterThanOrEqual(mention.bottom)
  expect(list.top - mention.bottom).toBeLessThan(16)
  expect(await axeProblems(page)).toEqual([])
})

userTest(
  'suggestions are in the window when the @ is at its edge, and when the window gets narrow',
  async ({ page }) => {
    await page.setViewportSize({ width: 800, height: 900 })
    await field(page).fill('w'.repeat(40))
    await field(page).press('End')
    const list = await suggestKenji(page)
    expect(list.left).toBeGreaterThanOrEqual(0)
    expect(list.right).toBeLessThanOrEqual(800)
    await page.setViewportSize({ width: 390, height: 844 })
    const moved = options(page).locator('../..')
    await expect.poll(async () => (await boxOf(moved)).right).toBeLessThanOrEqual(390 - 16)
    await expect.poll(async () => (await boxOf(moved)).top >= (await boxOfMention(page)).bottom).toBe(true)
  },
)

userTest('on a phone, suggestions are as wide as the form', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const list = await suggestKenji(page)
  const mention = await boxOfMention(page)
  expect([list.left, list.right]).toEqual([16, 390 - 16])
  expect(list.top).toBeGreaterThanOrEqual(mention.bottom)
  expect(list.top - mention.bottom).toBeLessThan(16)
  await expectNoSideScroll(page)
})

userTest('suggestions are above the line if there is no room below', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 300 })
  await field(page).scrollIntoViewIfNeeded()
  const list = await suggestKenji(page)
  const mention = await boxOfMention(page)
  expect(list.bottom).toBeLessThanOrEqual(mention.top)
  expect(list.top).toBeGreaterThanOrEqual(0)
})

userTest('Tab chooses and keeps the focus, and Ctrl+Z takes the choice back', { tag: '@quick' }, async ({ page }) => {
  await suggestKenji(page)
  await page.keyboard.press('Tab')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('Third dip today. Ask @kenjimori ')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(field(page)).toHaveValue('Third dip today. Ask @ke')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(field(page)).toHaveValue('Third dip today. Ask @kenjimori ')
  await page.keyboard.type('how.')
  await button(page, 'Post').click()
  await expect(post(page, 'Third dip').getByRole('link', { name: '@kenjimori' })).toBeVisible()
})

userTest('a pressed suggestion is chosen, and the caret stays in the text', async ({ page }) => {
  await suggestKenji(page)
  await options(page).click()
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('how.')
  await expect(field(page)).toHaveValue('Third dip today. Ask @kenjimori how.')
})

userTest('an input method that composes opens no suggestions', async ({ page }) => {
  await field(page).focus()
  await page.keyboard.type('@')
  const input = await page.context().newCDPSession(page)
  await input.send('Input.imeSetComposition', { text: 'ke', selectionStart: 2, selectionEnd: 2 })
  await expect(field(page)).toHaveValue('@ke')
  await expect(options(page)).toHaveCount(0)
  await input.send('Input.insertText', { text: 'ke' })
  await expect(options(page)).toHaveCount(1)
})
