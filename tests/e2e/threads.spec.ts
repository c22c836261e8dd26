import { heading, post, writePost } from './app.ts'
import { axeProblems } from './axeProblems.ts'
import { expect, userTest } from './fixtures.ts'

/** The page of a post as a thread: what only a browser shows of it. */

userTest(
  'a reply is sent, opens below the posts that it answers, and Back returns',
  { tag: '@quick' },
  async ({ page }) => {
    await page.goto('/home')
    await writePost(page, 'Warp')
    await post(page, 'Warp').getByRole('link', { name: 'Reply', exact: true }).click()
    const field = page.getByRole('textbox', { name: /^Reply to / })
    await expect(field).toBeFocused()
    // Long enough that the page of the next reply scrolls.
    for (const text of ['One', 'Two', 'Three']) {
      await field.fill(`${text}\n`.repeat(20))
      await page.getByRole('button', { name: 'Post', exact: true }).click()
      const sent = post(page, text)
      await expect(sent).toBeFocused()
      await expect(field).toHaveValue('')
      await expect(sent).toBeInViewport()
      await sent.getByRole('link', { name: 'Reply', exact: true }).click()
      await expect(page.getByRole('region', { name: 'Post' }).getByRole('article').last()).toContainText(text)
      await expect(field).toBeFocused()
    }
    const address = page.url()
    await page.goto('/home')
    await page.goto(address)
    const here = post(page, 'Three')
    await expect(here).toBeInViewport()
    await expect(heading(page, 'Post')).not.toBeInViewport()
    await post(page, 'Two').getByRole('time').click()
    await expect(page).not.toHaveURL(address)
    await expect(post(page, 'Three')).toBeVisible()
    expect(await axeProblems(page)).toEqual([])
    await page.goBack()
    await expect(page).toHaveURL(address)
    await expect(here).toBeInViewport()
  },
)
