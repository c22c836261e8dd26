import type { Locator } from '@playwright/test'
import { expect, visitorTest } from './fixtures.ts'

/**
 * Drops a file, or a picture of a page, which is a file and an address. Returns for each event whether the browser
 * handles it: it would accept the drop, and open the file.
 */
function drop(target: Locator, what: 'file' | 'picture'): Promise<{ dragover: boolean; drop: boolean }> {
  return target.evaluate((element, dropped) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['a'], 'dot.png', { type: 'image/png' }))
    if (dropped === 'picture') dataTransfer.setData('text/uri-list', 'https://weft.example/dot.png')
    const init = { dataTransfer, bubbles: true, cancelable: true }
    const dispatch = (type: string) => element.dispatchEvent(new DragEvent(type, init))
    return { dragover: dispatch('dragover'), drop: dispatch('drop') }
  }, what)
}

visitorTest('a file that is dropped beside a form does not open in place of the app', async ({ page }) => {
  await page.goto('/signup')
  const name = page.getByLabel('Username')
  const body = page.locator('body')
  const blocked = { dragover: false, drop: false }
  // Until the page is idle.
  await expect.poll(() => drop(body, 'file')).toEqual(blocked)
  expect(await drop(name, 'file')).toEqual(blocked)
  expect(await drop(body, 'picture')).toEqual(blocked)
  // The field takes its address.
  expect(await drop(name, 'picture')).toEqual({ dragover: true, drop: true })
})
