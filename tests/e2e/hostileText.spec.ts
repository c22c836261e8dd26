import type { Locator } from '@playwright/test'
import {
  button,
  expectNoSideScroll,
  found,
  heading,
  likeOf,
  newcomer,
  ownProfileLink,
  post,
  search,
  signUp,
  writePost,
} from './app.ts'
import { expect, userTest, visitorTest } from './fixtures.ts'
import { layoutProblems } from './layoutProblems.ts'

const texts = [
  '<script>document.title = "pwned"</script>',
  '<img src=x onerror="document.title = \'pwned\'">',
  '{{7*7}} ${7*7} &lt;b&gt; %00 \\u0041',
  'זה טקסט מימין לשמאל ‮reversed‬ and back',
  '👩🏽‍🌾'.repeat(100),
  'Wovenwithoutasinglespace'.repeat(30),
  '𒐫'.repeat(60),
  'Z̸̡̛͔͕͉̗̺̰̩̪͍̥͚̃͐̀͊͆a̵͎͝l̷͙̈g̶̻͝o̴̰̒',
]

userTest('any text is shown literally and stays within its column', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/home')
  for (const text of texts) {
    await writePost(page, text)
    await expect(page.getByRole('article').first().getByText(text, { exact: true })).toBeVisible()
  }
  await expectNoSideScroll(page)
  await page.getByRole('article').first().getByRole('time').click()
  await expect(page).toHaveTitle(/^Asha Rao on Weft: /)
  await expectNoSideScroll(page)
})

userTest('line breaks and spaces are kept', async ({ page }) => {
  await page.goto('/home')
  await writePost(page, 'warp\n\n    weft')
  const lines = page.getByRole('article').first().getByText('warp')
  expect(await lines.evaluate((text: HTMLElement) => text.innerText)).toBe('warp\n\n    weft')
})

userTest('the longest text does not break the page', async ({ page }) => {
  await page.goto('/home')
  await writePost(page, 'W'.repeat(5000))
  const large = page.getByRole('article').first()
  await expect(large).toContainText('WWWW')
  await expectNoSideScroll(page)
  await page.reload()
  await expect(large).toContainText('WWWW')
  await likeOf(post(page, '@kenjimori')).click()
  await expect(button(post(page, '@kenjimori'), 'Unlike')).toHaveText('105')
})

userTest(
  'any bio and link are shown literally and stay within the profile',
  { tag: ['@no-server', '@phone'] },
  async ({ page }) => {
    await page.goto('/userprofile')
    await button(page, 'Edit profile').click()
    await page.getByLabel('Bio:').fill(texts.join('\n'))
    await page
      .getByLabel('Portfolio URL:')
      .fill(`https://weft.example/${texts.filter(({ length }) => length < 700).join('/')}`)
    await button(page, 'Update Profile').click()
    const card = page.getByRole('region', { name: 'Profile of Asha Rao' })
    await button(card, 'Show more').click()
    for (const text of texts) await expect(card.getByRole('paragraph').filter({ hasText: text })).toBeVisible()
    await expect(card.getByRole('link', { name: 'weft.example' })).toHaveAttribute('href', /^https:\/\/weft\.example\//)
    await expectNoSideScroll(page)
  },
)

visitorTest(
  'any name and username are shown literally and stay within every page',
  { tag: ['@no-server', '@phone'] },
  async ({ page, isMobile }) => {
    await page.goto('/signup')
    const name = '<b>Nora</b>'.repeat(18)
    await signUp(page, {
      ...newcomer,
      'First name': name,
      'Last name': 'Q'.repeat(200),
      Username: '‮'.concat('u'.repeat(199)),
    })
    await expect(heading(page, 'Home')).toBeVisible()
    await writePost(page, 'A thread')
    await expectNoSideScroll(page)
    const own = page.getByRole('article').first()
    const linesOf = async (text: Locator) =>
      Math.round(
        await text.evaluate((element) => element.clientHeight / parseFloat(getComputedStyle(element).lineHeight)),
      )
    expect(await linesOf(own.getByText(name))).toBe(2)
    // A phone cuts it off.
    expect(await linesOf(own.getByText('uuu'))).toBe(isMobile ? 1 : 2)
    await ownProfileLink(page).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
    await expectNoSideScroll(page)
    await search(page).fill('nora')
    await expect(found(page)).toContainText(name)
    await expectNoSideScroll(page)

    await page.goto('/home')
    await likeOf(own).click()
    await own.getByRole('time').click()
    await expect(page.getByRole('link', { name: /likes this$/ })).toBeVisible()
    expect(await layoutProblems(page)).toEqual([])
    for (const path of [`/user/${'u'.repeat(60)}`, `/tag/${'t'.repeat(60)}`, `/search?q=${'s'.repeat(60)}`]) {
      await page.goto(path)
      await expect(page.getByText(/^No (one|posts)/)).toBeVisible()
      expect(await layoutProblems(page)).toEqual([])
    }
  },
)
