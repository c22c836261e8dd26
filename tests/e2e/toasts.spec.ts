import { alert, button, endTimer, keepOpen, timerOf } from './app.ts'
import { expect, visitorTest } from './fixtures.ts'

visitorTest.beforeEach(async ({ page }) => {
  await page.goto('/login')
  await button(page, 'Login').click()
  await keepOpen(alert(page, 'Enter all Credentials!'))
  await expect(alert(page, 'Enter all Credentials!')).toBeInViewport({ ratio: 1 })
})

visitorTest('a toast is at the top right', { tag: '@phone' }, async ({ page, viewport }) => {
  const box = await alert(page, 'Enter all Credentials!').boundingBox()
  const { width, height } = viewport ?? { width: 0, height: 0 }
  expect(box?.y).toBeLessThan(height / 4)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(width * 0.9)
})

visitorTest(
  'a toast has an edge in another colour, which separates it from a picture of its own colour',
  async ({ page }) => {
    const [toast, edge] = await alert(page, 'Enter all Credentials!').evaluate((element) => {
      const { backgroundColor, boxShadow } = getComputedStyle(element)
      return [backgroundColor, /^(rgb\(.*?\)) 0px 0px 0px [1-9]/.exec(boxShadow)?.[1]]
    })
    expect(edge).toBeDefined()
    expect(edge).not.toBe(toast)
  },
)

visitorTest('a toast can be dismissed', async ({ page }) => {
  await alert(page, 'Enter all Credentials!').getByRole('button', { name: 'Dismiss' }).click()
  await expect(alert(page, 'Enter all Credentials!')).toBeHidden()
})

visitorTest('the timer of a toast, which takes 5 s, stops under the pointer', async ({ page }) => {
  const toast = alert(page, 'Enter all Credentials!')
  await toast.hover()
  await expect.poll(() => timerOf(toast)).toBe('paused 5000')
  await page.mouse.move(0, 0)
  await expect.poll(() => timerOf(toast)).toBe('running 5000')
  await endTimer(toast)
  await expect(toast).toBeHidden()
})

visitorTest('a toast is dragged away past 80 % of its width, and comes back before', async ({ page }) => {
  const toast = alert(page, 'Enter all Credentials!')
  const { x, y, width, height } = (await toast.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const drag = async (share: number) => {
    await page.mouse.move(x + 5, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + 5 + share * width, y + height / 2)
    await page.mouse.up()
  }
  await drag(0.79)
  await expect.poll(async () => (await toast.boundingBox())?.x).toBe(x)
  await drag(0.81)
  await expect(toast).toBeHidden()
})

visitorTest(
  'a toast whose code does not load shows when the connection returns',
  async ({ context, expectConsole }) => {
    expectConsole('Failed to load resource')
    const tab = await context.newPage()
    const code = '**/assets/ToastContainer-*.js'
    await tab.route(code, (route) => route.abort())
    const failed = tab.waitForEvent('requestfailed')
    await tab.goto('/login')
    await button(tab, 'Login').click()
    await failed
    await expect(alert(tab, 'Enter all Credentials!')).toHaveCount(0)
    await tab.unroute(code)
    await tab.evaluate(() => dispatchEvent(new Event('online')))
    await expect(alert(tab, 'Enter all Credentials!')).toBeVisible()
  },
)
