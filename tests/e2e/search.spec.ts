import type { Locator } from '@playwright/test'
import { found, heading, post, postsOption, search } from './app.ts'
import { expect, userTest } from './fixtures.ts'

userTest.beforeEach(async ({ page }) => {
  await page.goto('/home')
  await expect(heading(page, 'Home')).toBeVisible()
})

userTest(
  'finds users by a part of their first name, in any case, while the viewer types',
  { tag: ['@no-server', '@phone'] },
  async ({ page }) => {
    const options = found(page)
    await search(page).pressSequentially('A')
    await expect(options).toHaveCount(4)
    for (const name of ['Asha', 'Freya', 'Samuel', 'Tomas'])
      await expect(options.filter({ hasText: name })).toHaveCount(1)
    await search(page).pressSequentially('SH')
    await expect(options).toHaveText([/Asha Rao@asharao/])
    await expect(options.locator('mark')).toHaveText('Ash')
    await search(page).fill('rao')
    await expect(options).toHaveCount(0)
  },
)

userTest.describe('without the badge of the lab', () => {
  // The default.
  userTest.use({ lab: { latency: 400 } })

  userTest('shows its whole placeholder in a window of 320 px', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    const room = () =>
      search(page).evaluate((field: HTMLInputElement) => {
        const text = document.createElement('span')
        text.textContent = field.placeholder
        text.style.font = getComputedStyle(field).font
        text.style.position = 'absolute'
        document.body.append(text)
        const { width } = text.getBoundingClientRect()
        text.remove()
        return field.clientWidth - width
      })
    // The header and the fonts change after the window.
    await expect.poll(room).toBeGreaterThanOrEqual(0)
  })
})

userTest('clicking a result opens the profile', { tag: '@no-server' }, async ({ page }) => {
  await search(page).fill('ines')
  await found(page).click()
  await expect(heading(page, 'Ines Okafor')).toBeVisible()
  await expect(search(page)).toHaveValue('')
})

userTest('works by keyboard alone', { tag: '@no-server' }, async ({ page }) => {
  await search(page).focus()
  await page.keyboard.type('m')
  const options = found(page)
  await expect(options).toHaveCount(2)
  await expect(search(page)).toHaveAttribute('aria-expanded', 'true')
  for (const { key, selected } of [
    { key: 'ArrowDown', selected: 1 },
    { key: 'ArrowUp', selected: 0 },
    { key: 'ArrowDown', selected: 1 },
  ]) {
    await page.keyboard.press(key)
    await expect(options.nth(selected)).toHaveAttribute('aria-selected', 'true')
    await expect(found(page).and(page.locator('[aria-selected=true]'))).toHaveCount(1)
    const id = await options.nth(selected).getAttribute('id')
    await expect(search(page)).toHaveAttribute('aria-activedescendant', id ?? '')
  }
  const username = (await options.nth(1).textContent())?.replace(/.*@/, '@') ?? ''
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: /^Profile of/ })).toContainText(username)
})

userTest('Escape closes the list, and a second Escape clears the text', async ({ page }) => {
  await search(page).fill('ken')
  await expect(found(page)).toHaveCount(1)
  await search(page).press('Escape')
  await expect(found(page)).toHaveCount(0)
  await expect(search(page)).toHaveValue('ken')
  await search(page).press('ArrowDown')
  await expect(found(page)).toHaveCount(1)
  await search(page).press('Escape')
  await search(page).press('Escape')
  await expect(search(page)).toHaveValue('')
  await expect(search(page)).toBeFocused()
})

userTest('shows a message when there is no match', async ({ page }) => {
  await search(page).fill('zoe')
  await expect(page.getByText('No one here is called “zoe”.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(search(page)).toHaveValue('')
  await expect(heading(page, 'Home')).toBeVisible()
  await expect(search(page)).toBeFocused()
})

userTest('the page of a search works by keyboard alone', { tag: ['@quick', '@no-server'] }, async ({ page }) => {
  const isFocused = (target: Locator) => expect(target).toBeFocused()
  const marks = page.getByRole('main').locator('mark')
  await search(page).focus()
  await page.keyboard.type('fr')
  await expect(found(page)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(postsOption(page)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await isFocused(heading(page, 'Results for “fr”'))
  await expect(page).toHaveURL('/search?q=fr')
  await expect(marks).toHaveText(['frost', 'from'])

  const people = page.getByRole('link', { name: 'People', exact: true })
  for (const target of [page.getByRole('link', { name: 'Posts', exact: true }), people]) {
    await page.keyboard.press('Tab')
    await isFocused(target)
  }
  await page.keyboard.press('Enter')
  await expect(marks).toHaveText(['Freya', 'freyalund'])
  await isFocused(people)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(marks).toHaveText(['frost', 'from'])
  for (let stop = 0; stop < 2; stop += 1) await page.keyboard.press('Tab')
  await isFocused(page.getByRole('radio', { name: 'All' }))
  await page.keyboard.press('ArrowRight')
  await isFocused(page.getByRole('radio', { name: 'From people I follow' }))
  await expect(marks).toHaveText(['from'])
  await expect(page).toHaveURL('/search?q=fr&in=following')
  await page.keyboard.press('ArrowLeft')
  await expect(marks).toHaveText(['frost', 'from'])

  await page.keyboard.press('j')
  await isFocused(post(page, 'First frost'))
  await page.keyboard.press('Enter')
  await isFocused(heading(page, 'Post'))
  await page.goBack()
  await isFocused(post(page, 'First frost'))
  await page.goBack()
  await expect(heading(page, 'Home')).toBeVisible()
  await expect(search(page)).toHaveValue('')
})

userTest('arrow keys that come faster than the posts are shown choose the last chip', async ({ page }) => {
  await page.goto('/search?q=fr')
  await expect(page.getByRole('main').locator('mark')).toHaveText(['frost', 'from'])
  await page.getByRole('radio', { name: 'All' }).evaluate((all: HTMLInputElement) => {
    const press = (radio: HTMLInputElement | null) => radio?.click()
    press(document.querySelector('[value=FOLLOWING]'))
    press(all)
  })
  await expect(page.getByRole('radio', { name: 'All' })).toBeChecked()
  await expect(page).toHaveURL('/search?q=fr')
})

userTest('the chosen chip of a search is in view on a phone', { tag: '@phone' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/search?q=fr&in=bookmarks')
  const isInRow = (name: string) =>
    page.getByRole('radio', { name }).evaluate((radio) => {
      const { left, right } = radio.getBoundingClientRect()
      return left >= 0 && right <= innerWidth
    })
  await expect.poll(() => isInRow('My bookmarks')).toBe(true)
  expect(await isInRow('All')).toBe(false)
  await page.getByRole('link', { name: 'Search all posts' }).click()
  await expect.poll(() => isInRow('All')).toBe(true)
})
