import type { Locator } from '@playwright/test'
import { expectAuthors, heading, sort } from './app.ts'
import { expect, userTest } from './fixtures.ts'

const latest = ['@asharao', '@samuel_adu', '@freyalund', '@kenjimori', '@tomasvela', '@ines_weaves']
const trending = ['@kenjimori', '@ines_weaves', '@tomasvela', '@asharao', '@freyalund', '@samuel_adu']
const ownAndFollowed = (authors: string[]) =>
  authors.filter((author) => ['@asharao', '@kenjimori', '@tomasvela'].includes(author))

userTest('Home shows the posts of the viewer and of the users they follow, and no others', async ({ page }) => {
  await page.goto('/home')
  await expect(heading(page, 'Home')).toBeVisible()
  await expect(sort(page).getByRole('option')).toHaveText(['Latest Posts', 'Trending'])
  await expectAuthors(page, ownAndFollowed(latest))
  await sort(page).selectOption('Trending')
  await expectAuthors(page, ownAndFollowed(trending))
})

userTest('Explore shows all posts', async ({ page }) => {
  await page.goto('/explore')
  await expect(heading(page, 'Explore')).toBeVisible()
  await expectAuthors(page, latest)
  await sort(page).selectOption('Trending')
  await expectAuthors(page, trending)
})

userTest(
  'a card shows author, long date, text, picture, and a like count above 0',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/explore')
    const kenji = page.getByRole('article', { name: 'Post by Kenji Mori' })
    await expect(kenji).toContainText('Six metres of cotton, three dips in the vat.')
    await expect(kenji.getByRole('time')).toHaveText(/^\d{1,2} [A-Z][a-z]+ \d{4}$/)
    await kenji.scrollIntoViewIfNeeded()
    await expect(kenji.getByRole('img', { name: 'Indigo-dyed cloths drying on a line by the sea' })).toBeVisible()
    await expectButtons(kenji, [
      'Unfollow',
      'Indigo-dyed cloths drying on a line by the sea',
      'Like',
      'Share',
      'Bookmark',
    ])
    await expect(kenji.getByRole('button', { name: 'Like' })).toHaveText('104')
    const samuel = page.getByRole('article', { name: 'Post by Samuel Adu' })
    await expect(samuel.getByRole('button', { name: 'Like' })).toHaveText('')
    const own = page.getByRole('article', { name: 'Post by Asha Rao' })
    await expectButtons(own, ['Edit post', 'Delete post', 'Like', 'Share', 'Bookmark'])
  },
)

userTest("an author's name links to their profile, the viewer's to /userprofile", async ({ page }) => {
  await page.goto('/explore')
  await page.getByRole('article').getByRole('link', { name: 'Asha Rao' }).click()
  await expect(page).toHaveURL('/userprofile')
  await page.goBack()
  await page.getByRole('article').getByRole('link', { name: 'Freya Lund' }).click()
  await expect(heading(page, 'Freya Lund')).toBeVisible()
  await expect(page).toHaveURL(/\/userprofile\/[\w-]+$/)
})

async function expectButtons(card: Locator, names: string[]): Promise<void> {
  await expect(card.getByRole('button')).toHaveCount(names.length)
  for (const [at, name] of names.entries()) await expect(card.getByRole('button').nth(at)).toHaveAccessibleName(name)
}
