import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/**
 * Drops a file, or a picture of a page, which is a file and an address. Returns whether the browser handles the drop: it
 * would open the file.
 */
function drop(target: Locator, what: 'file' | 'picture'): Promise<boolean> {
  return target.evaluate((element, dropped) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['a'], 'dot.png', { type: 'image/png' }))
    if (dropped === 'picture') dataTransfer.setData('text/uri-list', 'https://weft.example/dot.png')
    const init = { dataTransfer, bubbles: true, cancelable: true }
    return [new DragEvent('dragover', init), new DragEvent('drop', init)].every((event) => element.dispatchEvent(event))
  }, what)
}

test('a file that is dropped beside a form does not open in place of the app', async ({ page }) => {
  await page.goto('/signup')
  const name = page.getByLabel('Username')
  const body = page.locator('body')
  // Until the page is idle.
  await expect.poll(() => drop(body, 'file')).toBe(false)
  expect(await drop(name, 'file')).toBe(false)
  expect(await drop(body, 'picture')).toBe(false)
  // The field takes its address.
  expect(await drop(name, 'picture')).toBe(true)
})
