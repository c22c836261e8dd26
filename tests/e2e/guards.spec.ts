import { button, heading, newcomer, notice, signUp } from './app.ts'
import { expect, memberTest, test } from './fixtures.ts'

test('a visitor who asks for a protected page is sent to log in', async ({ page }) => {
  for (const path of ['/home', '/explore', '/bookmarks', '/userprofile', '/userprofile/some-id']) {
    await page.goto(path)
    await expect(page).toHaveURL('/login')
    await expect(button(page, 'Login')).toBeVisible()
  }
})

test('log-in leads back to what was asked for, query and hash included', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/bookmarks?a=%2Fb#c')
  await button(page, 'Test Login').click()
  await expect(heading(page, 'Bookmarks')).toBeVisible()
  await expect(page).toHaveURL('/bookmarks?a=%2Fb#c')
})

test('so does sign-up, reached from log-in, even after a reload', async ({ page }) => {
  await page.goto('/explore')
  await page.getByRole('link', { name: 'Register Now' }).click()
  await expect(page).toHaveURL('/signup')
  await page.reload()
  await signUp(page, newcomer)
  await expect(heading(page, 'Explore')).toBeVisible()
  await expect(page).toHaveURL('/explore')
})

test('going back after log-in does not show log-in again', async ({ page }) => {
  await page.goto('/')
  await page.goto('/explore')
  await button(page, 'Test Login').click()
  await expect(heading(page, 'Explore')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Home')).toBeVisible()
})

const hostile = [
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example/home',
  'javascript:alert(1)',
  'explore',
  '',
  42,
  null,
]

memberTest('no remembered location leads a member out of the app', async ({ page }) => {
  await page.goto('/home')
  for (const from of hostile) {
    await memberTest.step(JSON.stringify(from), async () => {
      await page.evaluate((usr) => history.replaceState({ usr, key: 'k', idx: 0 }, '', '/login'), { from })
      await page.reload()
      await expect(page).toHaveURL('/home')
      await expect(heading(page, 'Home')).toBeVisible()
    })
  }
})

for (const from of ['//evil.example', 'javascript:alert(1)']) {
  test(`a visitor with ${JSON.stringify(from)} for one logs in to /home`, async ({ page }) => {
    await page.goto('/login')
    await page.evaluate((usr) => history.replaceState({ usr, key: 'k', idx: 0 }, ''), { from })
    await page.reload()
    await button(page, 'Test Login').click()
    await expect(heading(page, 'Home')).toBeVisible()
    await expect(page).toHaveURL('/home')
  })
}

memberTest('a member who asks for a page for visitors is led to /home', async ({ page }) => {
  for (const path of ['/', '/login', '/signup']) {
    await page.goto(path)
    await expect(page).toHaveURL('/home')
    await expect(heading(page, 'Home')).toBeVisible()
  }
})

memberTest('log-out removes exactly two keys, says so, and the page is gone', { tag: '@phone' }, async ({ page }) => {
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
})

memberTest('who goes back while log-in is still loading gets there all the same', async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/LoginPage-*.js', async (route) => {
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
  for (const step of ['back', 'back', 'forward', 'back', 'forward'] as const)
    await page.evaluate((way) => history[way](), step)
  release()
  await expect(button(page, 'Login')).toBeVisible()
})

memberTest('who logs out and in again starts at /home', async ({ page }) => {
  await page.goto('/bookmarks')
  await button(page, 'Log out').click()
  await button(page, 'Test Login').click()
  await expect(heading(page, 'Home')).toBeVisible()
})

memberTest('a refused token leads to log-in, and log-in back to where one was', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/bookmarks#kept')
  await expect(heading(page, 'Bookmarks')).toBeVisible()
  await page.evaluate(() => localStorage.setItem('data', `${localStorage.getItem('data')}x`))
  await page.reload()
  await expect(button(page, 'Login')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('curr_user'))).toBeNull()
  await button(page, 'Test Login').click()
  await expect(heading(page, 'Bookmarks')).toBeVisible()
  await expect(page).toHaveURL('/bookmarks#kept')
})
