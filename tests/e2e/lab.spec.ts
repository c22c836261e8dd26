import type { Locator, Page } from '@playwright/test'
import { button, expectDialogLeft, expectRows, heading, likeOf, post } from './app.ts'
import { expect, userTest, visitorTest } from './fixtures.ts'
import { choose, expectRecording, holdResponses, log, rows, setLab } from './lab.ts'

const milliseconds = (page: Page) => page.getByRole('group', { name: 'Latency' }).getByLabel('Value')
const badge = (page: Page) => page.getByRole('link', { name: /^Lab: / })

/** Returns the rows of the log with this operation or call. */
const requests = (page: Page, name: string): Locator =>
  log(page)
    .getByRole('row')
    .filter({ has: button(page, name) })

/** Opens the lab from another page of the app without a reload. */
async function goToLab(page: Page): Promise<void> {
  await badge(page).click()
  await expect(heading(page, 'Lab')).toBeVisible()
}

visitorTest('settings are saved, and the header of every page shows them', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/lab')
  await choose(page, { latency: 1250, fault: 'Offline', only: 'CreatePost', often: 'Once' })
  await expect(badge(page)).toHaveAccessibleName('Lab: Offline, 1250 ms')
  await page.goto('/nowhere')
  await badge(page).click()
  await expect(milliseconds(page)).toHaveValue('1250')
  await expect(page.getByRole('slider', { name: 'Latency' })).toHaveValue('1250')
  await expect(page.getByRole('radio', { name: 'Offline' })).toBeChecked()
  await expect(page.getByLabel('How often')).toHaveValue('once')

  await button(page, 'Reset to defaults').click()
  await expect(milliseconds(page)).toHaveValue('400')
  await expect(page.getByRole('radio', { name: 'None' })).toBeChecked()
  await expect(badge(page)).toHaveCount(0)
})

visitorTest('a fault that is not selected does not look disabled in the dark theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/lab')
  const radio = page.getByRole('radio', { name: 'Offline' })
  const [ring, inside] = await radio.evaluate((element) => {
    const luminanceOf = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((value) => {
        const part = Number(value) / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const { appearance, borderTopColor, backgroundColor } = getComputedStyle(element)
    // The browser draws its own radio buttons in colours that no style has.
    return appearance === 'none' ? [luminanceOf(borderTopColor), luminanceOf(backgroundColor)] : []
  })
  expect(((ring ?? 0) + 0.05) / ((inside ?? 0) + 0.05)).toBeGreaterThan(4.5)
})

visitorTest('the badge shows the whole of the longest settings', async ({ page }) => {
  await page.goto('/lab')
  await choose(page, { latency: 5000, fault: 'Dropped connection' })
  await page.getByLabel('Jitter').fill('5000')
  await expect(badge(page)).toHaveText('Dropped connection, 5000 ± 5000 ms')
  const isCutOff = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element) =>
    scrollWidth > clientWidth || scrollHeight > clientHeight
  expect(await badge(page).evaluate(isCutOff)).toBe(false)
  expect(await badge(page).locator('span').evaluate(isCutOff)).toBe(false)
})

visitorTest(
  'storage and snapshot are beside the conditions, and below them on a phone',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/lab')
    await expect(button(page, 'Export')).toBeVisible()
    const boxes = ['Network conditions', 'Request log', 'Data', 'Storage', 'Snapshot'].map(async (name) => {
      const box = await page.getByRole('region', { name }).boundingBox()
      if (!box) throw new Error(`${name} is not shown.`)
      return { name, x: box.x, y: box.y }
    })
    const sections = await Promise.all(boxes)
    const fromTop = sections.toSorted((one, other) => one.y - other.y || one.x - other.x).map(({ name }) => name)
    expect(fromTop).toEqual(['Network conditions', 'Storage', 'Snapshot', 'Request log', 'Data'])
  },
)

visitorTest('an invalid number shows an error and is not applied', async ({ page }) => {
  await page.goto('/lab')
  for (const wrong of ['5001', '-1', '1.5', 'many', '']) {
    await milliseconds(page).fill(wrong)
    await expect(milliseconds(page)).toHaveAccessibleDescription('Enter a whole number from 0 to 5,000.')
    await expect(page.getByRole('slider', { name: 'Latency' })).toHaveValue('0')
  }
  await milliseconds(page).fill('5000')
  await expect(milliseconds(page)).toHaveAccessibleDescription('')
  await expect(badge(page)).toHaveAccessibleName('Lab: 5000 ms')
  await page.getByLabel('Jitter').fill('9999')
  await button(page, 'Reset to defaults').click()
  await expect(page.getByLabel('Jitter')).toHaveValue('0')
})

visitorTest('the lab in another tab shows the change', async ({ page, context }) => {
  await page.goto('/lab')
  const other = await context.newPage()
  await other.goto('/lab')
  await other.getByRole('slider', { name: 'Latency' }).press('End')
  await expect(milliseconds(page)).toHaveValue('5000')
  await other.getByRole('radio', { name: 'Dropped connection' }).check()
  await expect(page.getByRole('radio', { name: 'Dropped connection' })).toBeChecked()
})

userTest(
  'the request log shows requests and outcomes, and can be searched and cleared',
  { tag: '@quick' },
  async ({ page, expectConsole }) => {
    expectConsole('The lab injected this fault')
    expectConsole('Something went wrong on our side')
    await page.goto('/lab')
    await choose(page, { fault: '500 before commit', only: 'LikePost' })
    await page.getByRole('link', { name: 'Explore', exact: true }).click()
    await likeOf(post(page, '@kenjimori')).click()
    await goToLab(page)
    await expect(requests(page, 'LikePost')).toContainText('500')
    await expect(requests(page, 'ExplorePage')).toContainText('200')

    await page.getByLabel('Status').selectOption('Failed')
    await expect(rows(page)).toHaveCount(1)
    await page.getByLabel('Filter by operation').fill('explore')
    await expect(page.getByText('No matching requests.')).toBeVisible()
    await page.getByLabel('Status').selectOption('All statuses')
    await expect(rows(page)).toHaveCount(1)
    await expect(requests(page, 'ExplorePage')).toHaveCount(1)

    await button(page, 'Clear').click()
    await expect(page.getByText('Recording. New requests appear here.')).toBeVisible()
    await page.reload()
    await expectRecording(page)
    await expect(requests(page, 'LikePost')).toHaveCount(0)
  },
)

visitorTest('a row of the log opens its details', async ({ page, context }) => {
  await page.goto('/lab')
  await expectRecording(page)
  const other = await context.newPage()
  await other.goto('/post/none')
  const row = requests(page, 'PostPage')
  await button(row, 'PostPage').click()
  await expect(button(row, 'PostPage')).toHaveAttribute('aria-expanded', 'true')
  await expect(log(page)).toContainText('"postId": "none"')
  await button(row, 'PostPage').click()
  await expect(log(page)).not.toContainText('"postId"')
})

visitorTest('a request is copied as a fetch call without password and token', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/lab')
  await expectRecording(page)
  const other = await context.newPage()
  await other.goto('/login')
  await button(other, 'Test Login').click()
  await expect(heading(other, 'Home')).toBeVisible()
  await page.bringToFront()
  await button(log(page), 'LogIn').click()
  const details = rows(page).filter({ has: button(page, 'Copy as fetch') })
  await expect(details).toContainText('"username": "asharao"')
  await expect(details).not.toContainText('jasmine')
  await button(page, 'Copy as fetch').click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()

  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('// Passwords are not logged: fill them in.')
  expect(copied).toContain("fetch('/graphql', {")
  expect(copied).not.toContain(await page.evaluate(() => localStorage.getItem('data') ?? ''))
  // The copy is valid JavaScript.
  expect(await page.evaluate((code) => typeof Object.getPrototypeOf(async () => {}).constructor(code), copied)).toBe(
    'function',
  )
})

userTest('a request from before the lab was opened opens in GraphiQL, with its variables', async ({ page }) => {
  await page.goto('/explore')
  await page.getByRole('link', { name: 'Lab', exact: true }).click()
  await button(log(page), 'ExplorePage').click()
  await page.getByRole('link', { name: 'Open in GraphiQL' }).click()
  await expect(page.getByRole('tab', { name: 'ExplorePage' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('region', { name: 'Variables' })).toContainText('"orderBy"')
  expect(new URL(page.url()).hash).toBe('')
  await page.goBack()
  await expect(button(log(page), 'ExplorePage')).toBeVisible()
})

visitorTest('the request log includes tabs opened later', async ({ page, context }) => {
  await page.goto('/lab')
  await expectRecording(page)
  const other = await context.newPage()
  await other.goto('/post/nowhere')
  await expect(requests(page, 'PostPage')).toBeVisible()
})

userTest('requests are not recorded after the tab of the lab has crashed', async ({ page, context }) => {
  const lab = await context.newPage()
  await lab.goto('/lab')
  /** Loads the page again. Returns whether it publishes requests to the lab. */
  const publishes = async () => {
    await page.goto('/explore')
    await expect(page.getByRole('article').first()).toBeVisible()
    // The page is idle.
    await expect(page.locator('#announcement')).toBeAttached()
    return page.evaluate(() => 'hasPublished' in globalThis)
  }
  await page.addInitScript(() => {
    const send = BroadcastChannel.prototype.postMessage
    BroadcastChannel.prototype.postMessage = function (this: BroadcastChannel, message: { type?: string }) {
      if (message.type === 'labRequest') Object.assign(globalThis, { hasPublished: true })
      send.call(this, message)
    }
  })
  await expect.poll(publishes).toBe(true)
  const crashed = lab.waitForEvent('crash')
  lab.goto('chrome://crash').catch(() => {})
  await crashed
  await expect.poll(publishes).toBe(false)
})

userTest('a change is saved although its tab is closed before the response', async ({ page, context }) => {
  const closing = await context.newPage()
  await setLab(closing, { latency: 400 })
  await closing.getByRole('link', { name: 'Explore', exact: true }).click()
  await expect(closing.getByRole('article')).toHaveCount(6)
  const responses = await holdResponses(closing)
  await likeOf(post(closing, '@kenjimori')).click()
  await expectRows(closing, 'reactions', () => true)
  await closing.close()
  await responses.release()
  await setLab(page, {})
  await page.getByRole('link', { name: 'Explore', exact: true }).click()
  await expect(likeOf(post(page, '@kenjimori'))).toHaveAccessibleName('Unlike')
})

userTest('data is replaced only after confirmation', async ({ page }) => {
  await page.goto('/lab')
  await button(page, 'Empty').click()
  await expect(page.getByRole('dialog')).toContainText('This replaces all posts and users in this browser.')
  // With any other `display`, WebKit stretches a dialog over the whole window.
  await expect(page.getByRole('dialog')).toHaveCSS('display', 'block')
  await expect(button(page, 'Cancel')).toBeFocused()
  await page.keyboard.press('Escape')
  await expectDialogLeft(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(button(page, 'Empty')).toBeFocused()
  await page.getByRole('link', { name: 'Explore', exact: true }).click()
  await expect(post(page, '@kenjimori')).toBeVisible()
})

userTest('storage shows the space used, and whether it is persistent', async ({ page }) => {
  await page.goto('/lab')
  const storage = page.getByRole('region', { name: 'Storage' })
  await expect(storage.getByText(/^\d+(\.\d)? [kMG]B of \d+(\.\d)? [kMGT]B$/)).toBeVisible()
  await expect(storage.getByRole('term')).toContainText(['Data'])
  await expect(storage.getByText('The browser may delete this data if space runs low.')).toBeVisible()
})

userTest("the lab is in GraphiQL's side bar, beside GraphiQL's own plugins", async ({ page }) => {
  await page.goto('/graphiql')
  await expect(page.getByRole('button', { name: 'Show History' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show Documentation Explorer' })).toBeVisible()
  await page.getByRole('button', { name: 'Show Lab' }).click()
  await milliseconds(page).fill('20')
  await page.getByRole('link', { name: 'Back to Weft' }).click()
  await expect(badge(page)).toHaveAccessibleName('Lab: 20 ms')
})

userTest(
  'an operation fails with a message if the code of the lab does not load',
  async ({ page, context, expectConsole }) => {
    const labTab = await context.newPage()
    await labTab.goto('/lab')
    await expectRecording(labTab)
    for (const text of ['net::ERR_FAILED', 'Failed to fetch dynamically imported module']) expectConsole(text)
    const uncaught: Error[] = []
    page.on('pageerror', (error) => uncaught.push(error))
    await page.route('**/assets/lab-*.js', (route) => route.abort())
    await page.goto('/explore')
    await expect(button(page, 'Try again')).toBeVisible()
    expect(uncaught).toEqual([])
  },
)
