import { button, demo, heading, notice } from './app.ts'
import { expect, visitorTest } from './fixtures.ts'
import { holdResponses } from './lab.ts'

visitorTest('shows an illustration and a link to sign-up', async ({ page }) => {
  await page.goto('/login')
  await expect(heading(page, 'Welcome back')).toBeVisible()
  await expect(page.getByRole('img', { name: /loom/ })).toBeAttached()
  await page.getByRole('link', { name: 'Register Now' }).click()
  await expect(page).toHaveURL('/signup')
})

visitorTest('shows the password and hides it again', async ({ page }) => {
  await page.goto('/login')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('half-drop')
  await expect(password).toHaveAttribute('type', 'password')
  await button(page, 'Show password').click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('half-drop')
  await button(page, 'Hide password').click()
  await expect(password).toHaveAttribute('type', 'password')
})

visitorTest.describe('before the response', () => {
  visitorTest.use({ lab: { latency: 400 } })

  visitorTest("'Test Login' fills in the demo account and submits it", { tag: '@quick' }, async ({ page }) => {
    await page.goto('/login')
    const responses = await holdResponses(page)
    await button(page, 'Test Login').click()
    await expect(page.getByLabel('Username')).toHaveValue(demo.username)
    await responses.release()
    await expect(notice(page, 'Welcome back, asharao!')).toBeVisible()
    await expect(page).toHaveURL('/home')
    const [token, user] = await page.evaluate(() => [localStorage.getItem('data'), localStorage.getItem('curr_user')])
    expect(token?.split('.')).toHaveLength(3)
    expect(JSON.parse(user ?? '')).toMatchObject({ username: 'asharao', firstName: 'Asha' })
    expect(user).not.toMatch(/password|jasmine|pbkdf2/i)
  })
})

visitorTest(
  'a refused log-in asks to reload if the code of error messages does not load',
  async ({ page, expectConsole }) => {
    expectConsole('Failed to load resource')
    await page.route('**/assets/formatErrors-*.js', (route) => route.fulfill({ status: 404 }))
    await page.goto('/login')
    await page.getByLabel('Username').fill(demo.username)
    await page.getByLabel('Password', { exact: true }).fill('half-drop')
    await button(page, 'Login').click()
    await expect(
      page.getByText('A part of Weft did not load. Check your connection and reload the page.'),
    ).toBeVisible()
  },
)
