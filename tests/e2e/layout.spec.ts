import type { Locator } from '@playwright/test'
import { button, expectNoSideScroll, heading, people, post, search, sort, stopClock, writePost } from './app.ts'
import { expect, userTest, visitorTest } from './fixtures.ts'
import { layoutProblems } from './layoutProblems.ts'

userTest(
  'the main navigation links to every page and marks the current one',
  { tag: '@phone' },
  async ({ page, isMobile }) => {
    await page.goto('/home')
    const main = page.getByRole('navigation', { name: 'Main' })
    const profile = isMobile ? 'Profile' : /Asha.*@asharao/
    for (const { link, path, title, documentTitle = `${title} · Weft` } of [
      { link: 'Explore', path: '/explore', title: 'Explore' },
      { link: 'Bookmarks', path: '/bookmarks', title: 'Bookmarks' },
      { link: profile, path: '/userprofile', title: 'Asha Rao', documentTitle: 'Asha Rao (@asharao) · Weft' },
      { link: 'Home', path: '/home', title: 'Home' },
    ]) {
      await main.getByRole('link', { name: link }).click()
      await expect(page).toHaveURL(path)
      await expect(heading(page, title)).toBeVisible()
      await expect(page).toHaveTitle(documentTitle)
      await expect(main.locator('[aria-current=page]')).toHaveAccessibleName(link)
      await expectNoSideScroll(page)
    }
  },
)

userTest('the logo links to Home for a signed-in user', async ({ page }) => {
  await page.goto('/explore')
  await page.getByRole('banner').getByRole('link', { name: 'Weft' }).click()
  await expect(heading(page, 'Home')).toBeVisible()
})

userTest(
  'the people panel lists the other users, each with a link to their profile',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/home')
    await expect(people(page)).toHaveCount(1)
    await expect(people(page).getByRole('heading', { name: 'People you Might know' })).toBeVisible()
    await expect(people(page).getByRole('listitem')).toHaveCount(5)
    await expect(people(page)).not.toContainText('@asharao')
    await people(page)
      .getByRole('link', { name: /@ines_weaves/ })
      .click()
    await expect(heading(page, 'Ines Okafor')).toBeVisible()
    await expect(page).toHaveURL(/\/userprofile\/[\w-]+$/)
  },
)

userTest('the row of suggestions is first on Explore, and after two posts on Home', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [path, place] of [
    ['/explore', 0],
    ['/home', 2],
  ] as const) {
    await page.goto(path)
    await expect(people(page)).toBeVisible()
    const article = page.getByRole('feed').getByRole('article').nth(place)
    await expect(article).toHaveAccessibleName('People you Might know')
  }
})

userTest('the upper bar stays visible while the page scrolls', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/explore')
  await page.getByRole('article').last().scrollIntoViewIfNeeded()
  await expect(search(page)).toBeInViewport()
  await expect(button(page, 'Log out')).toBeInViewport()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeInViewport()
})

userTest('a new page starts at its top, and going back restores the scroll position', async ({ page }) => {
  await page.goto('/explore')
  await expect(page.getByRole('article')).toHaveCount(6)
  await page.getByRole('article').last().getByRole('link', { name: 'Ines Okafor' }).click()
  await expect(heading(page, 'Ines Okafor')).toBeInViewport()
  await page.goBack()
  await expect(page.getByRole('article')).toHaveCount(6)
  await expect(page.getByRole('article').last()).toBeInViewport()
})

userTest('the skip link moves the focus past the upper bar', async ({ page }) => {
  await page.goto('/home')
  // The heading shows before the scripts run, and the app then replaces what has the focus.
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(sort(page)).toBeFocused()
})

userTest('a skip link moves the focus to the panel', async ({ page }) => {
  await page.goto('/home')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to People you Might know' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'People you Might know' })
  await expect(panel).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(panel.getByRole('link').first()).toBeFocused()
})

userTest('in a low window the bars scroll away and cover no focus', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto('/explore')
  await expect(page.getByRole('article').first()).toBeVisible()
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await expect(navigation).toBeInViewport()
  await page.getByRole('article').last().scrollIntoViewIfNeeded()
  await expect(navigation).not.toBeInViewport()
  await expect(page.getByRole('banner')).not.toBeInViewport()
  const isCovered = () =>
    page.evaluate(() => {
      const { activeElement } = document
      if (!activeElement) return true
      const { left, top, width } = activeElement.getBoundingClientRect()
      const found = document.elementFromPoint(left + width / 2, top + 4)
      return !found || !(activeElement.contains(found) || found.contains(activeElement))
    })
  await page.getByRole('article').first().getByRole('link').nth(1).focus()
  for (let stop = 0; stop < 20; stop += 1) {
    await page.keyboard.press('Tab')
    await expect.poll(isCovered).toBe(false)
  }
})

for (const [where, width, name] of [
  ['the navigation', 1440, 'Main'],
  ['the tab bar', 390, 'Main'],
  ['the tabs of the profile', 1440, 'Profile'],
] as const)
  userTest(`the line of the current page in ${where} shows in forced colours`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/userprofile')
    const current = page.getByRole('navigation', { name }).locator('[aria-current=page]')
    const line = () =>
      current.evaluate(
        (element, pseudo) => {
          const { borderTopWidth, borderTopColor } = getComputedStyle(element, pseudo)
          return { borderTopWidth, isSeen: borderTopColor !== getComputedStyle(document.body).backgroundColor }
        },
        name === 'Main' ? '::before' : '::after',
      )
    // The app replaces the prerendered element.
    await expect.poll(line).toEqual({ borderTopWidth: '3px', isSeen: true })
  })

userTest.describe('without a connection for new posts', () => {
  userTest.use({ lab: { fault: 'Offline', only: 'CreatePost' } })

  userTest('a waiting post stays apart from the page below it', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/home')
    await writePost(page, 'Parrot border')
    const banner = page.getByRole('region', { name: 'Unsent posts' }).locator(':scope > *')
    await expect(banner).toContainText('Waiting to send')
    const gap = async (below: Locator) =>
      banner.evaluate(
        (upper, lower) => (lower?.getBoundingClientRect().top ?? 0) - upper.getBoundingClientRect().bottom,
        await below.elementHandle(),
      )
    await expect(page.getByRole('feed')).toBeVisible()
    const gapOnHome = await gap(page.getByRole('feed'))
    expect(gapOnHome).toBeGreaterThan(0)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bookmarks' }).click()
    await expect(heading(page, 'Bookmarks')).toBeVisible()
    expect(await gap(heading(page, 'Bookmarks'))).toBeGreaterThanOrEqual(gapOnHome)
  })
})

visitorTest('the page of a visitor is in the middle of a tablet', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto('/post/none')
  await expect(heading(page, 'Page not found')).toBeVisible()
  expect(await page.getByRole('main').boundingBox()).toMatchObject({ x: 102, width: 616 })
})

userTest('a narrow window cuts no placeholder, heading of a tag or age of a post', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/home')
  // The lab's badge leaves no room for it.
  await expect(page.getByRole('link', { name: /^Lab:/ })).toBeVisible()
  expect(await search(page).evaluate((field) => getComputedStyle(field, '::placeholder').opacity)).toBe('0')
  await writePost(page, 'Warp of #indigo')
  const card = post(page, 'Warp of')
  const [name, age] = [card.getByText('@asharao'), card.getByText('now', { exact: true })]
  expect((await age.boundingBox())?.y).toBe((await name.boundingBox())?.y)
  await card.getByRole('link', { name: '#indigo' }).click()
  await expect(page.getByText('1 post', { exact: true })).toBeVisible()
  const lines = await heading(page, '#indigo').evaluate((shown) => {
    const text = document.createRange()
    text.selectNodeContents(shown)
    return new Set([...text.getClientRects()].map(({ top }) => top)).size
  })
  expect(lines).toBe(1)
})

userTest('the buttons of the settings are below their text in a narrow window', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/settings')
  for (const [name, hint] of [
    ['Download my data', /^Profile, posts/],
    ['Sign out everywhere', /^Ends every session/],
    ['Delete my account', /^Removes your profile/],
  ] as const) {
    const [control, text] = await Promise.all([button(page, name).boundingBox(), page.getByText(hint).boundingBox()])
    expect.soft(control?.y, name).toBeGreaterThan((text?.y ?? Infinity) + (text?.height ?? 0))
    expect.soft(control?.width, name).toBe(288)
  }
})

userTest('the side navigation scrolls in a low window', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 360 })
  await page.goto('/explore')
  await expect(page.getByRole('article').first()).toBeVisible()
  const settings = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' })
  await settings.focus()
  await expect(settings).toBeInViewport({ ratio: 1 })
  await expectNoSideScroll(page)
  expect(await layoutProblems(page)).toEqual([])
  // The focus ring is 2 pixels wide and 2 pixels off.
  expect(await settings.evaluate((link) => innerHeight - link.getBoundingClientRect().bottom)).toBeGreaterThanOrEqual(4)
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

userTest('the tab bar of a narrow window does not cover what has the focus', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/userprofile')
  await expect(people(page).getByRole('listitem')).toHaveCount(5)
  // A name that has the focus for half a second opens a card below it.
  await stopClock(page)
  const bar = page.getByRole('navigation', { name: 'Main' })
  const barTop = await bar.evaluate((element) => element.getBoundingClientRect().top)
  const focused = page.getByRole('main').locator(':focus')
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).focus()
  while (await focused.count()) {
    const [name, bottom] = await focused.evaluate(
      (element) => [element.outerHTML, element.getBoundingClientRect().bottom] as const,
    )
    expect.soft(bottom, name).toBeLessThan(barTop)
    await page.keyboard.press('Tab')
  }
})

userTest.describe('without a connection', () => {
  userTest.use({ lab: { fault: 'Offline', only: 'CreatePost' } })

  userTest('the banner does not cover what has the focus', async ({ page }) => {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 500 })
      await page.goto('/home')
      await page.getByRole('textbox', { name: 'New post' }).fill('Parrot border')
      await button(page, 'Post').click()
      const banner = page.getByText('No connection. What you write is kept on this device.')
      await expect(banner).toBeVisible()
      const end = await banner.evaluate(({ parentElement }) => parentElement?.getBoundingClientRect().bottom ?? 0)
      await page.getByRole('article').last().focus()
      const covered: string[] = []
      while (await page.evaluate(() => !document.activeElement?.matches('textarea'))) {
        await page.keyboard.press('Shift+Tab')
        covered.push(
          ...(await page.evaluate((bannerEnd) => {
            const { activeElement: focused } = document
            if (!focused?.closest('main article')) return []
            const { top } = focused.getBoundingClientRect()
            return top < bannerEnd ? [`${focused.outerHTML} begins at ${top}, the banner ends at ${bannerEnd}`] : []
          }, end)),
        )
      }
      expect(covered).toEqual([])
    }
  })
})

userTest('a card of suggested users that Tab reaches is shown whole', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/explore')
  const cards = people(page).getByRole('listitem')
  await expect(cards).toHaveCount(5)
  await cards.first().getByRole('button').focus()
  for (const card of (await cards.all()).slice(1)) {
    await page.keyboard.press('Tab')
    // After the link and before the button there may be a hover card with another link.
    await expect(card.getByRole('link').first()).toBeFocused()
    await expect(card).toBeInViewport({ ratio: 1 })
    await card.getByRole('button', { name: /@/ }).focus()
  }
})

userTest('a hover card looks the same in a post, in the panel of suggestions and in their row', async ({ page }) => {
  const hoverCard = page.getByRole('group', { name: 'About Kenji Mori' })
  /** Returns the place, size and alignment of every part of the card. */
  const partsOn = async (link: Locator) => {
    await link.hover()
    await expect(hoverCard).toBeVisible()
    const parts = await hoverCard.evaluate((card) => {
      const { left, top } = card.getBoundingClientRect()
      return Array.from(card.querySelectorAll(':not(svg *)'), (part) => {
        const { x, y, width, height } = part.getBoundingClientRect()
        const box = [x - left, y - top, width, height].map((pixels) => Math.round(pixels))
        return [part.tagName, getComputedStyle(part).textAlign, ...box].join(' ')
      })
    })
    await page.keyboard.press('Escape')
    await expect(hoverCard).toHaveCount(0)
    return parts
  }
  await page.goto('/explore')
  const inPost = await partsOn(
    post(page, '@kenjimori').locator('header').getByRole('link', { name: 'Kenji Mori' }).first(),
  )
  const suggested = people(page).getByRole('link', { name: 'Kenji Mori' })
  expect(await partsOn(suggested)).toEqual(inPost)
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.goto('/explore')
  expect(await partsOn(suggested)).toEqual(inPost)
})

userTest('the head of a post has the username and its age on one line on a phone', async ({ page }) => {
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/home')
    const head = post(page, '@asharao').locator('header')
    const [username, age] = [head.getByText('@asharao'), head.locator('time + *')]
    const [usernameBox, ageBox] = [await username.boundingBox(), await age.boundingBox()]
    expect(ageBox?.y, `${width} px`).toBe(usernameBox?.y)
    expect(ageBox?.height, `${width} px`).toBe(usernameBox?.height)
  }
})

userTest('a focused composer has the border and halo of other fields', async ({ page }) => {
  await page.goto('/home')
  const looks = async (field: Locator) => {
    await field.click()
    return field.evaluate((element) => {
      const framed = [element, element.closest('form')].filter((each) => each instanceof HTMLElement)
      const styles = framed.map((each) => getComputedStyle(each))
      const { borderTopColor, boxShadow } = styles.find((style) => style.boxShadow !== 'none') ?? styles[0] ?? {}
      return { borderTopColor, boxShadow }
    })
  }
  const composer = await looks(page.getByRole('textbox', { name: 'New post' }))
  await page.goto('/userprofile')
  await button(page, 'Edit profile').click()
  expect(composer.boxShadow).not.toBe('none')
  // Its colours change over some frames.
  await expect.poll(() => looks(page.getByRole('textbox', { name: 'Bio' }))).toEqual(composer)
})
