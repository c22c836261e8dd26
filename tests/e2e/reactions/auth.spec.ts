import { alert, button, demo, logIn, newcomer, notice, signUp } from '../app.ts'
import { expect, visitorTest } from '../fixtures.ts'
import { lostConnection } from './consoleTexts.ts'

/** Log-in and sign-up in the table of docs/lab.md. tests/flows/auth.test.tsx covers the same in Node. */

visitorTest.describe('Empty log-in', () => {
  visitorTest('shows a warning', { tag: '@all' }, async ({ page }) => {
    await page.goto('/login')
    await button(page, 'Login').click()
    await expect(alert(page, 'Enter all Credentials!')).toBeVisible()
  })
})

visitorTest.describe('Log-in, 404', () => {
  visitorTest('shows the message of the backend', { tag: '@all' }, async ({ page }) => {
    await page.goto('/login')
    await logIn(page, { username: 'nobody', password: 'any' })
    await expect(alert(page, 'The username you entered is not Registered. Not Found error')).toBeVisible()
  })
})

visitorTest.describe('Log-in, 401', () => {
  visitorTest('shows the message of the backend', { tag: '@all' }, async ({ page }) => {
    await page.goto('/login')
    await logIn(page, { ...demo, password: 'wrong' })
    await expect(alert(page, 'The credentials you entered are invalid. Unauthorized access error.')).toBeVisible()
  })
})

visitorTest.describe('Log-in, thrown error', () => {
  visitorTest.use({ lab: { fault: 'Dropped connection', only: 'LogIn' } })

  visitorTest('shows that there was no response', { tag: '@all' }, async ({ page }) => {
    await page.goto('/login')
    await button(page, 'Test Login').click()
    await expect(alert(page, lostConnection)).toBeVisible()
  })
})

visitorTest.describe('Sign-up, 422', () => {
  visitorTest('shows the message of the backend', { tag: '@all' }, async ({ page }) => {
    await page.goto('/signup')
    await signUp(page, { ...newcomer, Username: demo.username })
    await expect(alert(page, 'Unprocessable Entity. Username Already Exists.')).toBeVisible()
  })
})

visitorTest.describe('Sign-up, lost response', () => {
  visitorTest.use({ lab: { fault: 'Dropped connection', only: 'SignUp', often: 'Once' } })

  visitorTest('is sent again and starts the session', { tag: '@all' }, async ({ page }) => {
    await page.goto('/signup')
    await signUp(page)
    await expect(notice(page, 'Welcome to Weft, nora!')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})
