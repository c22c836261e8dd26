import { button, count, expectAuthors, heading, ownProfileLink, people, post, posts } from './app.ts'
import { expect, userTest } from './fixtures.ts'
import { holdResponses } from './lab.ts'

userTest(
  'following a user in the panel adds their posts to the feed, which lacks those of unfollowed users when it is opened',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/home')
    await expect(posts(page)).toHaveCount(3)
    await button(people(page), 'Follow @freyalund').click()
    await expect(button(people(page), 'Unfollow @freyalund')).toBeVisible()
    await expectAuthors(page, ['@asharao', '@freyalund', '@kenjimori', '@tomasvela'])
    await button(people(page), 'Unfollow @freyalund').click()
    await button(people(page), 'Unfollow @kenjimori').click()
    await expect(page.getByRole('article').filter({ hasText: 'Unfollowed' })).toHaveCount(2)
    await ownProfileLink(page).click()
    // The responses have arrived.
    await expect(count(page, 'Following')).toHaveText('1')
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expectAuthors(page, ['@asharao', '@tomasvela'])
    await page.reload()
    await expectAuthors(page, ['@asharao', '@tomasvela'])
    await expect(button(people(page), 'Follow @kenjimori')).toBeVisible()
  },
)

userTest(
  'following from a post card updates all follow buttons and the feed',
  { tag: '@no-server' },
  async ({ page }) => {
    await page.goto('/explore')
    await button(post(page, '@ines_weaves'), 'Follow').click()
    await expect(button(post(page, '@ines_weaves'), 'Unfollow')).toBeVisible()
    await expect(button(people(page), 'Unfollow @ines_weaves')).toBeVisible()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expectAuthors(page, ['@asharao', '@kenjimori', '@tomasvela', '@ines_weaves'])
    await button(post(page, '@tomasvela'), 'Unfollow').click()
    await expect(button(people(page), 'Follow @tomasvela')).toBeVisible()
    await expect(button(post(page, '@tomasvela'), 'Undo')).toBeVisible()
  },
)

userTest('following from a profile changes the counts of both users', { tag: '@no-server' }, async ({ page }) => {
  await page.goto('/explore')
  await post(page, '@samuel_adu').getByRole('link', { name: 'Samuel Adu' }).click()
  const card = page.getByRole('region', { name: 'Profile of Samuel Adu' })
  await expect(count(page, 'Followers')).toHaveText('0')
  await button(card, 'Follow').click()
  await expect(button(card, 'Unfollow')).toBeVisible()
  await expect(count(page, 'Followers')).toHaveText('1')
  await expect(count(page, 'Following')).toHaveText('2')
  await ownProfileLink(page).click()
  await expect(heading(page, 'Asha Rao')).toBeVisible()
  await expect(count(page, 'Following')).toHaveText('3')
  await page.reload()
  await expect(count(page, 'Following')).toHaveText('3')
})

userTest.describe('before the response', () => {
  userTest.use({ lab: { latency: 400 } })

  userTest('five quick presses of Follow end in the state of the last one', { tag: '@no-server' }, async ({ page }) => {
    await page.goto('/explore')
    const toggle = people(page).getByRole('button', { name: /@freyalund$/ })
    await expect(toggle).toBeVisible()
    const responses = await holdResponses(page)
    await toggle.click({ clickCount: 5 })
    await responses.release()
    await expect(toggle).toHaveAccessibleName('Unfollow @freyalund')
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(heading(page, 'Home')).toBeVisible()
    await expect(post(page, '@freyalund')).toBeVisible()
  })
})

userTest("the viewer's own profile has no follow button", { tag: '@no-server' }, async ({ page }) => {
  await page.goto('/userprofile')
  await expect(heading(page, 'Asha Rao')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: /^(Follow|Unfollow)$/ })).toHaveCount(0)
})
