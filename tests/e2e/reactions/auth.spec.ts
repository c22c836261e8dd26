import { alert, button, notice, signUp } from '../app.ts'
import { expect, visitorTest } from '../fixtures.ts'
import { lostConnection } from './consoleTexts.ts'

/** Log-in and sign-up in the table of docs/lab.md that need a fault of the lab. */

visitorTest.describe('Log-in, thrown error', () => {
  visitorTest.use({ lab: { fault: 'Dropped connection', only: 'LogIn' } })

  visitorTest('shows that there was no response', async ({ page }) => {
    await page.goto('/login')
    await button(page, 'Test Login').click()
    await expect(alert(page, lostConnection)).toBeVisible()
  })
})

visitorTest.describe('Sign-up, lost response', () => {
  visitorTest.use({ lab: { fault: 'Dropped connection', only: 'SignUp', often: 'Once' } })

  visitorTest('is sent again and starts the session', async ({ page }) => {
    await page.goto('/signup')
    await signUp(page)
    await expect(notice(page, 'Welcome to Weft, nora!')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})
