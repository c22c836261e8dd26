import { alert, button } from './app.ts'
import { expect, test } from './fixtures.ts'

test.beforeEach(async ({ page }) => {
  await page.goto('/login')
  await button(page, 'Login').click()
  await expect(alert(page, 'Enter all Credentials!')).toBeInViewport({ ratio: 1 })
})

test('a toast is at the top right', { tag: '@phone' }, async ({ page, viewport }) => {
  const box = await alert(page, 'Enter all Credentials!').boundingBox()
  const { width, height } = viewport ?? { width: 0, height: 0 }
  expect(box?.y).toBeLessThan(height / 4)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(width * 0.9)
})

test('a toast can be dismissed', async ({ page }) => {
  await alert(page, 'Enter all Credentials!').getByRole('button', { name: 'Dismiss' }).click()
  await expect(alert(page, 'Enter all Credentials!')).toBeHidden({ timeout: 2500 })
})

test('a toast closes after 5 s, but not while the pointer is on it', async ({ page }) => {
  const toast = alert(page, 'Enter all Credentials!')
  await toast.hover()
  const line = () =>
    toast.evaluate((element) => element.getAnimations({ subtree: true }).map(({ playState }) => playState))
  await expect.poll(line).toContain('paused')
  await page.mouse.move(0, 0)
  await expect.poll(line).not.toContain('paused')
  await expect(toast).toBeHidden({ timeout: 7000 })
})
