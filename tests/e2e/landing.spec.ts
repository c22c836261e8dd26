import { button, expectNoSideScroll, heading } from './app.ts'
import { expect, visitorTest } from './fixtures.ts'

visitorTest.beforeEach(async ({ page }) => {
  await page.goto('/')
})

visitorTest('shows logo, tagline and description', { tag: '@phone' }, async ({ page }) => {
  await expect(page.getByRole('img', { name: 'Weft' })).toBeVisible()
  await expect(heading(page, 'Share - Explore - Connect')).toBeVisible()
  await expect(page.getByText('Weaving a digital tapestry of creativity and community!')).toBeVisible()
  await expect(page.getByText('Already have an Account?')).toBeVisible()
  await expectNoSideScroll(page)
})

for (const { link, path, action } of [
  { link: 'Become a Member', path: '/signup', action: 'Sign Up' },
  { link: 'Log In', path: '/login', action: 'Login' },
]) {
  visitorTest(`'${link}' links to ${path}`, async ({ page }) => {
    await page.getByRole('link', { name: link, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(button(page, action)).toBeVisible()
  })
}
