import { button, heading, newcomer, notice, signUp } from './app.ts'
import { expect, userTest, visitorTest } from './fixtures.ts'

visitorTest('log-in returns to the requested page with its query and hash', { tag: '@no-server' }, async ({ page }) => {
  await page.goto('/bookmarks?a=%2Fb#c')
  await button(page, 'Test Login').click()
  await expect(heading(page, 'Bookmarks')).toBeVisible()
  await expect(page).toHaveURL('/bookmarks?a=%2Fb#c')
})

visitorTest(
  'sign-up opened from log-in returns to the requested page, even after a reload',
  { tag: '@no-server' },
  async ({ page }) => {
    await page.goto('/explore')
    await page.getByRole('link', { name: 'Register Now' }).click()
    await expect(page).toHaveURL('/signup')
    await page.reload()
    await signUp(page, newcomer)
    await expect(heading(page, 'Explore')).toBeVisible()
    await expect(page).toHaveURL('/explore')
  },
)

visitorTest('going back after log-in does not show log-in again', { tag: '@quick' }, async ({ page }) => {
  await page.goto('/')
  await page.goto('/explore')
  await button(page, 'Test Login').click()
  await expect(heading(page, 'Explore')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Home')).toBeVisible()
})

visitorTest('a remembered location on another site is replaced by /home', async ({ page }) => {
  await page.goto('/login')
  await page.evaluate((usr) => history.replaceState({ usr, key: 'k', idx: 0 }, ''), { from: '//evil.example' })
  await page.reload()
  await button(page, 'Test Login').click()
  await expect(heading(page, 'Home')).toBeVisible()
  await expect(page).toHaveURL('/home')
})

userTest(
  'log-out removes exactly two keys, shows a toast and opens log-in',
  { tag: '@no-server' },
  async ({ page }) => {
    await page.goto('/home')
    await page.getByRole('link', { name: 'Bookmarks', exact: true }).click()
    await expect(heading(page, 'Bookmarks')).toBeVisible()
    await page.evaluate(() => localStorage.setItem('mine', 'kept'))
    const before = await page.evaluate(() => Object.keys(localStorage))
    await button(page, 'Log out').click()

    await expect(notice(page, 'Logged out')).toBeVisible()
    await expect(page).toHaveURL('/login')
    await expect(heading(page, 'Bookmarks')).toBeHidden()
    const after = await page.evaluate(() => Object.keys(localStorage))
    expect(before.filter((key) => !after.includes(key)).toSorted()).toEqual(['curr_user', 'data'])
    expect(after).toContain('mine')

    await page.goBack()
    await expect(button(page, 'Login')).toBeVisible()
    await expect(heading(page, 'Bookmarks')).toBeHidden()
  },
)

userTest('going back while the code of log-in loads still ends at log-in', { tag: '@no-server' }, async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let report = () => {}
  const requested = new Promise<void>((resolve) => {
    report = resolve
  })
  await page.route('**/assets/visitor.chunk-*.js', async (route) => {
    report()
    await released
    await route.continue()
  })
  await page.goto('/home')
  await page.getByRole('link', { name: 'Bookmarks', exact: true }).click()
  await expect(heading(page, 'Bookmarks')).toBeVisible()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(heading(page, 'Home')).toBeVisible()
  await page.evaluate(() => (location.hash = 'main'))
  await expect(page).toHaveURL('/home#main')
  await button(page, 'Log out').click()
  await expect(page).toHaveURL('/login')
  for (const step of ['back', 'back', 'forward', 'back', 'forward'] as const) {
    await page.evaluate(
      (way) =>
        new Promise((resolve) => {
          addEventListener('popstate', resolve, { once: true })
          history[way]()
        }),
      step,
    )
    await expect(page).toHaveURL('/login')
  }
  await requested
  await expect(button(page, 'Login')).toBeHidden()
  release()
  await expect(button(page, 'Login')).toBeVisible()
})

userTest(
  'a refused token redirects to log-in, and log-in returns to the page',
  { tag: '@no-server' },
  async ({ page }) => {
    await page.goto('/bookmarks#kept')
    await expect(heading(page, 'Bookmarks')).toBeVisible()
    await page.evaluate(() => localStorage.setItem('data', `${localStorage.getItem('data')}x`))
    await page.reload()
    await expect(button(page, 'Login')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('curr_user'))).toBeNull()
    await button(page, 'Test Login').click()
    await expect(heading(page, 'Bookmarks')).toBeVisible()
    await expect(page).toHaveURL('/bookmarks#kept')
  },
)
