import { button, heading, logIn, newcomer, notice, signUp } from './app.ts'
import { rowsIn } from './databases.ts'
import { expect, visitorTest } from './fixtures.ts'
import { holdResponses } from './lab.ts'

visitorTest.beforeEach(async ({ page }) => {
  await page.goto('/signup')
})

visitorTest('starts empty, and links to log-in', async ({ page }) => {
  for (const label of Object.keys(newcomer)) await expect(page.getByLabel(label, { exact: true })).toHaveValue('')
  await page.getByRole('link', { name: 'Log In here' }).click()
  await expect(page).toHaveURL('/login')
})

visitorTest('greets a new user, who can log out and in again', { tag: '@quick' }, async ({ page }) => {
  await signUp(page)
  await expect(notice(page, 'Welcome to Weft, nora!')).toBeVisible()
  await expect(page).toHaveURL('/home')
  await expect(page.getByRole('heading', { name: 'Your feed starts here' })).toBeVisible()
  await button(page, 'Log out').click()
  await logIn(page, { username: newcomer.Username, password: newcomer.Password })
  await expect(notice(page, 'Welcome back, nora!')).toBeVisible()
  await expect(heading(page, 'Home')).toBeVisible()
})

visitorTest.describe('before the response', () => {
  visitorTest.use({ lab: { latency: 400 } })

  visitorTest(
    'keeps its fields through a reload that cuts off the response, and then starts the session',
    { tag: '@no-server' },
    async ({ page }) => {
      const responses = await holdResponses(page)
      await signUp(page)
      await expect.poll(async () => JSON.stringify(await rowsIn(page, 'weft', 'users'))).toContain('"nora"')
      await page.reload()
      await responses.release()
      for (const [label, text] of Object.entries({ ...newcomer, Password: '' }))
        await expect(page.getByLabel(label, { exact: true })).toHaveValue(text)
      expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(newcomer.Password)
      await page.getByLabel('Password', { exact: true }).fill(newcomer.Password)
      await button(page, 'Sign Up').click()
      await expect(notice(page, 'Welcome to Weft, nora!')).toBeVisible()
    },
  )
})

visitorTest('accepts __proto__ as an ordinary username', async ({ page }) => {
  await signUp(page, { ...newcomer, Username: '__proto__' })
  await expect(notice(page, 'Welcome to Weft, __proto__!')).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: '@__proto__' }).click()
  await expect(page.getByRole('region', { name: 'Profile of Nora Quist' })).toContainText('@__proto__')
  await button(page, 'Log out').click()
  await logIn(page, { username: '__proto__', password: newcomer.Password })
  await expect(notice(page, 'Welcome back, __proto__!')).toBeVisible()
})
