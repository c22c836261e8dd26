import type { Page } from '@playwright/test'
import { button, expectDialogLeft, expectRows, heading, likeOf, notice, post, search, writePost } from './app.ts'
import { expect, userTest } from './fixtures.ts'

/** Opens a page with posts. Keys that are pressed before the shortcuts have loaded are kept. */
async function start(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('article').first()).toBeVisible()
}

function sheet(page: Page) {
  return page.getByRole('dialog', { name: 'Keyboard shortcuts' })
}

const newPost = (page: Page) => page.getByRole('textbox', { name: 'New post' })

userTest('j and k move between posts, and o and Enter open the focused one', async ({ page }) => {
  await start(page, '/explore')
  const articles = page.getByRole('article')
  await page.keyboard.press('j')
  await expect(articles.nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(articles.nth(2)).toBeFocused()
  await expect(articles.nth(2)).toBeInViewport()
  await page.keyboard.press('k')
  await expect(articles.nth(1)).toBeFocused()
  const address = String(await articles.nth(1).getByRole('time').locator('..').getAttribute('href'))
  await page.keyboard.press('o')
  await expect(heading(page, 'Post')).toBeVisible()
  await expect(page).toHaveURL(address)
  await page.goBack()
  await expect(articles.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Post')).toBeVisible()
  await expect(page).toHaveURL(address)
})

userTest('l, b and e press the buttons of the focused post', { tag: '@no-server' }, async ({ page }) => {
  await start(page, '/explore')
  const kenji = post(page, '@kenjimori')
  await kenji.focus()
  await page.keyboard.press('l')
  await expect(button(kenji, 'Unlike')).toHaveText('105')
  await expect(kenji).toBeFocused()
  await expect(page.locator('#announcement')).toHaveText('Liked')
  await page.keyboard.press('l')
  await expect(button(kenji, 'Like')).toHaveText('104')
  await page.keyboard.press('b')
  await expect(button(kenji, 'Remove bookmark')).toBeVisible()
  const own = post(page, '@asharao')
  await own.focus()
  await page.keyboard.press('e')
  await expect(own.getByRole('textbox', { name: 'Post text' })).toBeFocused()
  await page.keyboard.type(' lb')
  await page.keyboard.press('Control+Enter')
  await expect(own).toContainText('kinder to the wrist. lb')
  await expect(likeOf(own)).toHaveText('20')
})

userTest('n and / focus the fields, where keys type text', async ({ page }) => {
  await start(page, '/home')
  await page.keyboard.press('n')
  await expect(newPost(page)).toBeFocused()
  await page.keyboard.type('jklbn/?g')
  await expect(newPost(page)).toHaveValue('jklbn/?g')
  await page.keyboard.press('Control+Enter')
  await expect(post(page, 'jklbn/?g')).toBeVisible()
  await newPost(page).blur()
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await expect(search(page)).toHaveValue('')
  await page.keyboard.type('j')
  await expect(search(page)).toHaveValue('j')
})

userTest('n opens Home with the focus in the new post', async ({ page }) => {
  await start(page, '/explore')
  await page.keyboard.press('n')
  await expect(heading(page, 'Home')).toBeVisible()
  await expect(newPost(page)).toBeFocused()
  await expect(newPost(page)).toHaveValue('')
})

userTest('n shows the new post although Home was left scrolled down', async ({ page }) => {
  await start(page, '/home')
  await page.getByRole('article').last().scrollIntoViewIfNeeded()
  await page.keyboard.type('gp')
  await expect(heading(page, 'Asha Rao')).toBeVisible()
  await page.keyboard.press('n')
  await expect(newPost(page)).toBeFocused()
  await expect(newPost(page)).toBeInViewport()
})

userTest('g and a letter open a page, and t switches the theme', { tag: '@no-server' }, async ({ page }) => {
  await start(page, '/home')
  for (const [key, title] of [
    ['e', 'Explore'],
    ['b', 'Bookmarks'],
    ['p', 'Asha Rao'],
    ['h', 'Home'],
  ] as const) {
    // Sent together, because the second key counts only for a limited time.
    await Promise.all([page.keyboard.press('g'), page.keyboard.press(key)])
    await expect(heading(page, title)).toBeFocused()
  }
  await page.keyboard.press('t')
  await expect(page.locator('html')).toHaveClass('dark-theme')
})

userTest('a key with Ctrl, Alt, Meta or Shift is no shortcut', async ({ page }) => {
  await start(page, '/explore')
  const kenji = post(page, '@kenjimori')
  await kenji.focus()
  for (const modifier of ['Control', 'Alt', 'Meta', 'Shift']) {
    await page.keyboard.press(`${modifier}+l`)
    await page.keyboard.press(`${modifier}+j`)
  }
  await expect(kenji).toBeFocused()
  await page.keyboard.press('b')
  await expectRows(page, 'bookmarks', () => true)
  await expectRows(page, 'reactions', () => true, 0)
})

userTest(
  'the dialog of shortcuts lists the keys, is modal, and switches the shortcuts off and on',
  async ({ page }) => {
    await start(page, '/explore')
    const first = page.getByRole('article').first()
    await page.keyboard.press('j')
    await page.keyboard.press('?')
    await expect(button(sheet(page), 'Close')).toBeFocused()
    await expect(sheet(page).getByText('Next post')).toBeVisible()
    await page.keyboard.press('t')
    await expect(page.locator('html')).toHaveClass('light-theme')
    await sheet(page).getByRole('switch').click()
    await button(sheet(page), 'Close').click()
    await expectDialogLeft(page)
    await expect(first).toBeFocused()
    await page.keyboard.press('j')
    await expect(first).toBeFocused()
    await page.keyboard.press('?')
    await expect(sheet(page)).toBeHidden()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('switch', { name: 'Keyboard shortcuts' }).click()
    await page.keyboard.press('?')
    await expect(sheet(page)).toBeVisible()
  },
)

userTest('s shares the focused post', { tag: '@no-server' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await start(page, '/explore')
  await post(page, '@kenjimori').focus()
  await page.keyboard.press('s')
  await expect(notice(page, 'Link copied')).toBeVisible()
})

userTest('x unfolds and folds the focused post', { tag: '@no-server' }, async ({ page }) => {
  await page.goto('/home')
  await writePost(page, 'Row\n1\n2\n3\n4\n5\n6')
  await start(page, '/home')
  const long = post(page, 'Row')
  await long.focus()
  await page.keyboard.press('x')
  await expect(button(long, 'Show less')).toBeVisible()
  await expect(long).toBeFocused()
  await page.keyboard.press('x')
  await expect(button(long, 'Show more')).toBeVisible()
})

userTest('a touch beside a dialog only closes it', { tag: '@phone' }, async ({ page, hasTouch }) => {
  await start(page, '/explore')
  await page.keyboard.press('?')
  await expect(sheet(page)).toBeVisible()
  // The logo is below the backdrop.
  if (hasTouch) await page.touchscreen.tap(30, 30)
  else await page.mouse.click(30, 30)
  await expect(sheet(page)).toBeHidden()
  await expect(page).toHaveURL('/explore')
})
