import type { Page } from '@playwright/test'
import { button, heading, logIn, post, testLogin } from './app.ts'
import { expect, freshTest, test, userTest } from './fixtures.ts'

/** What a page shows before its scripts have run, and when it requests them. */

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  for (const [path, title] of [
    ['/', 'Share - Explore - Connect'],
    ['/login', 'Welcome back'],
    ['/signup', 'Create your account'],
  ] as const) {
    test(`${path} shows its text`, async ({ page }) => {
      await page.goto(path)
      await expect(heading(page, title)).toBeVisible()
      await expect(page).toHaveTitle(/ · Weft$/)
    })
  }
})

/** Holds the responses of scripts. `release` lets those through that have been requested so far. */
async function holdScripts(page: Page): Promise<{ requested: () => string[]; release: () => void }> {
  let held: { name: string; release: () => void }[] = []
  await page.route('**/assets/*.js', async (route) => {
    const name = /assets\/(\w+)/.exec(route.request().url())?.[1] ?? ''
    await new Promise<void>((resolve) => held.push({ name, release: resolve }))
    await route.continue()
  })
  return {
    requested: () => held.map(({ name }) => name).toSorted(),
    release: () => {
      for (const { release } of held) release()
      held = []
    },
  }
}

freshTest('/explore shows its shell and requests all that its posts need before a script runs', async ({ page }) => {
  await page.goto('/login')
  await testLogin(page)
  const { requested, release } = await holdScripts(page)
  await page.goto('/explore', { waitUntil: 'commit' })
  await expect(heading(page, 'Explore')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Explore' })).toHaveAttribute('aria-current', 'page')
  await expect.poll(requested).toEqual(expect.arrayContaining(['app', 'backend', 'base', 'inPageBackend', 'index']))
  release()
  // A script that is requested later stays held.
  await expect(post(page, '@kenjimori')).toBeVisible()
})

test('the landing page loads no code of the pages for users', async ({ page }) => {
  const idle = page.waitForResponse(/assets\/idleWork-/)
  await page.goto('/')
  // Loads after everything else.
  await idle
  await page.waitForLoadState('networkidle')
  const scripts = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(scripts.filter((name) => /assets\/(app|backend)-.*\.js$/.test(name))).toEqual([])
})

userTest('the landing page never shows to a user', async ({ page }) => {
  const { release } = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(heading(page, 'Share - Explore - Connect')).toHaveCount(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  release()
  await expect(heading(page, 'Home')).toBeVisible()
})

test('a page for users shows nothing of the landing page to a visitor', async ({ page }) => {
  const { release } = await holdScripts(page)
  await page.goto('/explore', { waitUntil: 'commit' })
  await expect(page.locator('#root')).toBeEmpty()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  release()
  await expect(button(page, 'Login')).toBeVisible()
})

test('keeps what is typed before hydration and repeats the press of Log In', async ({ page }) => {
  const { release } = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await logIn(page)
  await expect(page).toHaveURL('/login')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  release()
  await expect(heading(page, 'Home')).toBeVisible()
})
