import { alert, button, demo, heading, logIn, notice } from './app.ts'
import { expect, test } from './fixtures.ts'
import { setLab } from './lab.ts'

test.beforeEach(async ({ page }) => {
  await page.goto('/login')
})

test('shows its illustration and links to sign-up', { tag: '@phone' }, async ({ page }) => {
  await expect(heading(page, 'Welcome back')).toBeVisible()
  await expect(page.getByRole('img', { name: /loom/ })).toBeAttached()
  await page.getByRole('link', { name: 'Register Now' }).click()
  await expect(page).toHaveURL('/signup')
})

for (const { left, ...credentials } of [
  { left: 'both', username: '', password: '' },
  { left: 'the username', username: '   ', password: demo.password },
  { left: 'the password', username: demo.username, password: ' ' },
]) {
  test(`warns when ${left} is left empty`, async ({ page }) => {
    await logIn(page, credentials)
    await expect(alert(page, 'Enter all Credentials!')).toBeVisible()
    await expect(page).toHaveURL('/login')
  })
}

for (const { why, message, ...credentials } of [
  {
    why: 'an unknown username',
    username: 'asharaO',
    password: demo.password,
    message: 'The username you entered is not Registered. Not Found error',
  },
  {
    why: 'a wrong password',
    username: demo.username,
    password: `${demo.password} `,
    message: 'The credentials you entered are invalid. Unauthorized access error.',
  },
]) {
  test(`shows the message for ${why} and keeps the fields`, { tag: '@phone' }, async ({ page }) => {
    await logIn(page, credentials)
    await expect(alert(page, message).getByText(message, { exact: true })).toBeVisible()
    await expect(page.getByLabel('Username')).toHaveValue(credentials.username)
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(credentials.password)
  })
}

test('shows the password and hides it again', { tag: '@phone' }, async ({ page }) => {
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('half-drop')
  await expect(password).toHaveAttribute('type', 'password')
  await button(page, 'Show password').click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('half-drop')
  await button(page, 'Hide password').click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('greets the user by username, and stores token and user', async ({ page }) => {
  await logIn(page)
  await expect(notice(page, 'Welcome back, asharao!')).toBeVisible()
  await expect(heading(page, 'Home')).toBeVisible()
  const [token, user] = await page.evaluate(() => [localStorage.getItem('data'), localStorage.getItem('curr_user')])
  expect(token?.split('.')).toHaveLength(3)
  expect(JSON.parse(user ?? '')).toMatchObject({ username: 'asharao', firstName: 'Asha' })
  expect(user).not.toMatch(/password|jasmine|pbkdf2/i)
})

test("'Test Login' fills in the demo account and submits it", { tag: '@phone' }, async ({ page }) => {
  // Slow enough that the fields can be read before the page changes.
  await setLab(page.context(), { latency: 1000 })
  await page.goto('/login')
  await button(page, 'Test Login').click()
  await expect(page.getByLabel('Username')).toHaveValue(demo.username)
  await expect(notice(page, 'Welcome back, asharao!')).toBeVisible()
  await expect(page).toHaveURL('/home')
})

test('a double press logs in once', async ({ page }) => {
  await page.getByLabel('Username').fill(demo.username)
  await page.getByLabel('Password', { exact: true }).fill(demo.password)
  await button(page, 'Login').dblclick()
  await expect(heading(page, 'Home')).toBeVisible()
  await expect(notice(page, 'Welcome back')).toHaveCount(1)
})
