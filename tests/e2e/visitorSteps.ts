import type { Page } from '@playwright/test'
import { alert, button, demo, heading, logIn, newcomer, notice, signUp } from './app.ts'
import { expect } from './fixtures.ts'

/** The steps of log-in and sign-up in the table in docs/lab.md. */
export const visitorSteps: Record<string, (page: Page) => Promise<void>> = {
  'Empty log-in': async (page) => {
    await openLogin(page)
    await button(page, 'Login').click()
  },
  'Log-in, 404': async (page) => {
    await openLogin(page)
    await logIn(page, { username: 'nobody', password: 'any' })
  },
  'Log-in, 401': async (page) => {
    await openLogin(page)
    await logIn(page, { ...demo, password: 'wrong' })
  },
  'Log-in, thrown error': async (page) => {
    await openLogin(page)
    await button(page, 'Test Login').click()
  },
  'Sign-up, 422': async (page) => {
    await openSignup(page)
    await signUp(page, { ...newcomer, Username: demo.username })
  },
  'Sign-up, lost response': async (page) => {
    await openSignup(page)
    await signUp(page)
    await expect(alert(page, 'Something went wrong')).toBeVisible()
    await button(page, 'Sign Up').click()
    await expect(notice(page, 'Welcome to Weft, nora!')).toBeVisible()
  },
}

async function openLogin(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click()
  await expect(heading(page, 'Welcome back')).toBeVisible()
}

async function openSignup(page: Page): Promise<void> {
  await openLogin(page)
  await page.getByRole('link', { name: 'Register Now' }).click()
}
