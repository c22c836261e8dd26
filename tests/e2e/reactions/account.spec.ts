import { alert, button, notice, post } from '../app.ts'
import { expect, userTest } from '../fixtures.ts'
import { injected, lostConnection, serverError } from './consoleTexts.ts'

/** The profile and the settings in the table of docs/lab.md. Most have a test in tests/flows, too. */

userTest.describe('Profile edit, any failure', () => {
  userTest.use({ lab: { fault: '500 before commit', only: 'EditProfile' } })

  userTest('keeps the form open, which says so without a toast', async ({ page, expectConsole }) => {
    for (const text of [injected, serverError]) expectConsole(text)
    await page.goto('/userprofile')
    await button(page, 'Edit profile').click()
    await page.getByLabel('Bio:').fill('Changed')
    await button(page, 'Update Profile').click()
    await expect(page.getByText('Not saved. Your text is still here.')).toBeVisible()
    await expect(page.getByLabel('Bio:')).toHaveValue('Changed')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

userTest.describe('Download my data, any failure', () => {
  userTest.use({ lab: { fault: 'Offline', only: 'MyPosts', often: 'Once' } })

  userTest('shows an error, and the next press downloads the file', async ({ page, expectConsole }) => {
    expectConsole(lostConnection)
    await page.goto('/settings')
    await button(page, 'Download my data').click()
    const message = 'Your data could not be read, so nothing was downloaded. Try again.'
    await expect(alert(page, message)).toBeVisible()
    const saved = page.waitForEvent('download')
    await button(page, 'Download my data').click()
    await saved
  })
})

userTest.describe('Sign out everywhere, any failure', () => {
  userTest.use({ lab: { fault: '500 before commit', only: 'SignOutEverywhere' } })

  userTest('shows an error, and the session goes on', async ({ page, expectConsole }) => {
    expectConsole(injected)
    await page.goto('/settings')
    await button(page, 'Sign out everywhere').click()
    await expect(alert(page, serverError)).toBeVisible()
    await page.goto('/home')
    await expect(post(page, '@asharao')).toBeVisible()
  })
})

userTest.describe('Delete account, lost response', () => {
  userTest.use({ lab: { fault: 'Dropped connection', only: 'DeleteAccount', often: 'Once' } })

  userTest('is sent again and ends the session without an error', async ({ page }) => {
    await page.goto('/settings')
    await button(page, 'Delete my account').click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('textbox').fill('asharao')
    await button(dialog, 'Delete my account').click()
    await expect(notice(page, 'Your account was deleted')).toBeVisible()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})
