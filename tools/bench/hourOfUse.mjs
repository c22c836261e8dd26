import { scrollThrough } from './inPage.mjs'

/** An hour of use, compressed: each round stands for five minutes. */
export const ROUNDS = 12
const ROUND_LIMIT_MS = 4000
const PROFILES_PER_ROUND = 5
/** Chromium may draw no frame after a garbage collection that it is asked for while it loads the pictures of a page. */
const SETTLING_MS = 1000

/** Returns the size of the page's heap in MB, after a garbage collection. */
export async function heapSize(page, context) {
  const devtools = await context.newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await devtools.detach()
  return usedSize / 1e6
}

/** Uses Explore for a compressed hour. Returns the heap after the last round, as a multiple of that after the first. */
export async function heapGrowth(page, context, targetPosts) {
  const heaps = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const target = (targetPosts / ROUNDS) * (round + 1)
    await page.evaluate(scrollThrough, { target, timeLimit: ROUND_LIMIT_MS })
    await openProfiles(page)
    await searchFor(page, String.fromCodePoint('a'.codePointAt(0) + round))
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await page.getByRole('link', { name: 'Explore', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Explore' }).waitFor()
    if (round === 0 || round === ROUNDS - 1) {
      await page.waitForTimeout(SETTLING_MS)
      heaps.push(await heapSize(page, context))
    }
  }
  const [first, last] = heaps
  return last / first
}

/** Presses a heart, opens the profile of an author and returns, several times. Scrolls nothing. */
async function openProfiles(page) {
  for (let opened = 0; opened < PROFILES_PER_ROUND; opened += 1) {
    const post = page.getByRole('article').nth(opened)
    await post.locator('[aria-label=Like], [aria-label=Unlike]').first().dispatchEvent('click')
    await post.locator('header a').first().dispatchEvent('click')
    await page.waitForURL(({ pathname }) => pathname !== '/explore')
    await page.getByRole('article').first().waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Explore' }).waitFor()
    await page.getByRole('article').first().waitFor()
  }
}

async function searchFor(page, text) {
  const field = page.getByRole('combobox', { name: 'Search Users...' })
  await field.fill(text)
  await page.locator('[role="combobox"][aria-expanded="true"]').waitFor()
  await field.fill('')
}
