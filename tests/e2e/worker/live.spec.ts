import type { Page } from '@playwright/test'
import { button, count, heading, people, post, writePost } from '../app.ts'
import { expect, userTest } from '../fixtures.ts'
import { expectWorker } from './app.ts'

userTest.use({ serviceWorkers: 'allow' })

/** Logs another user in over /api. */
async function otherUser(page: Page, username: string) {
  const call = (path: string, init: { method?: string; body?: object; token?: string } = {}) =>
    page.evaluate(
      async ([address, { method = 'POST', body, token = '' }]) => {
        const response = await fetch(`/api${address}`, {
          method,
          headers: { authorization: token },
          ...(body && { body: JSON.stringify(body) }),
        })
        return response.json()
      },
      [path, init] as const,
    )
  const { encodedToken: token } = await call('/auth/login', { body: { username, password: 'jasmine-half-drop' } })
  return {
    call: (path: string, body?: object) => call(path, { token, ...(body && { body }) }),
    remove: (postId: string) => call(`/posts/${postId}`, { token, method: 'DELETE' }),
    async share(content: string): Promise<string> {
      const { posts } = await call('/posts', { token, body: { postData: { content } } })
      return posts.at(-1)._id
    },
  }
}

userTest(
  'changes of other users over /api show at once, and their new posts are offered by a button',
  async ({ page, context }) => {
    await page.goto('/home')
    await expectWorker(page)
    await expect(page.getByRole('article')).toHaveCount(3)
    const console = await context.newPage()
    await console.goto('/explore')
    await expect(console.getByRole('article')).toHaveCount(6)
    const [kenji, ines] = [await otherUser(console, 'kenjimori'), await otherUser(console, 'ines_weaves')]

    // The viewer does not follow Ines, so her post is offered only on Explore.
    await ines.share('From Ines')
    await expect(button(console, '1 new post')).toBeVisible()
    const postId = await kenji.share('From Kenji')
    await expect(button(console, '2 new posts')).toBeVisible()
    await expect(button(page, '1 new post')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(3)
    await button(page, '1 new post').click()
    await expect(page.getByRole('article').first()).toContainText('From Kenji')
    await expect(page.getByRole('article')).toHaveCount(4)

    await kenji.call(`/posts/edit/${postId}`, { postData: { content: 'From Kenji, better said' } })
    await expect(post(page, 'From Kenji, better said')).toBeVisible()
    await ines.call(`/posts/like/${postId}`)
    await expect(button(post(page, 'From Kenji'), 'Like')).toHaveText('1')
    await kenji.remove(postId)
    await expect(post(page, 'From Kenji')).toHaveCount(0)

    // A press by pointer would do nothing: the post has just moved.
    await post(page, '@kenjimori')
      .getByRole('link', { name: /Kenji Mori/ })
      .first()
      .press('Enter')
    await expect(heading(page, 'Kenji Mori')).toBeVisible()
    const followers = Number(await count(page, 'Followers').textContent())
    const kenjisId = new URL(page.url()).pathname.split('/').pop() ?? ''
    await ines.call(`/users/follow/${kenjisId}`)
    await expect(count(page, 'Followers')).toHaveText(String(followers + 1))
    await kenji.call('/users/edit', { userData: { bio: 'Lives by the sea' } })
    await expect(page.getByText('Lives by the sea')).toBeVisible()
  },
)

userTest('new posts are added sorted by time, and only to the lists they belong to', async ({ page, context }) => {
  await page.goto('/home')
  await expectWorker(page)
  await expect(page.getByRole('article')).toHaveCount(3)
  const kenji = await otherUser(page, 'kenjimori')
  await kenji.share('First, from Kenji')
  await expect(button(page, '1 new post')).toBeVisible()
  await writePost(page, 'Second, from Asha')
  await button(page, '1 new post').click()
  await expect(page.getByRole('article').nth(0)).toContainText('Second, from Asha')
  await expect(page.getByRole('article').nth(1)).toContainText('First, from Kenji')

  await kenji.share('Third, from Kenji')
  await expect(button(page, '1 new post')).toBeVisible()
  await button(people(page), 'Unfollow @kenjimori').click()
  await expect(button(page, '1 new post')).toHaveCount(0)
  await expect(post(page, 'Third, from Kenji')).toHaveCount(0)
  await button(people(page), 'Follow @kenjimori').click()
  await expect(post(page, 'Third, from Kenji')).toBeVisible()

  // Explore shows its newest page, so there is nothing to offer.
  const reader = await context.newPage()
  await reader.goto('/home')
  await expect(reader.getByRole('article').first()).toBeVisible()
  for (let number = 1; number <= 24; number += 1) await kenji.share(`Number ${number}`)
  await expect(button(reader, '24 new posts')).toBeVisible()
  await reader.getByRole('link', { name: 'Explore' }).click()
  await expect(reader.getByRole('article').first()).toContainText('Number 24')
  await expect(button(reader, /new posts?/)).toHaveCount(0)
})

userTest('a picture that cannot be shown is replaced by the next one', async ({ page, expectConsole }) => {
  expectConsole('404')
  await page.goto('/home')
  await expectWorker(page)
  await expect(page.getByRole('article')).toHaveCount(3)
  const kenji = await otherUser(page, 'kenjimori')
  const { posts } = await kenji.call('/posts', {
    postData: { content: 'Framed', post_img: '/media/none', media_type: 'image' },
  })
  const { _id: id } = posts.at(-1)
  await button(page, '1 new post').click()
  await expect(post(page, 'Framed')).toContainText('This picture cannot be shown.')
  await kenji.call(`/posts/edit/${id}`, { postData: { post_img: '/art/post-hills.svg' } })
  await expect(post(page, 'Framed').getByRole('img', { name: 'Shared by Kenji Mori' })).toBeVisible()
})

userTest('a profile edited over /api updates the stored session', async ({ page }) => {
  await page.goto('/userprofile')
  await expectWorker(page)
  await expect(heading(page, 'Asha Rao')).toBeVisible()
  await page.evaluate(async () => {
    const body = JSON.stringify({ userData: { bio: 'Said over HTTP' } })
    await fetch('/api/users/edit', {
      method: 'POST',
      headers: { authorization: localStorage.getItem('data') ?? '' },
      body,
    })
  })
  await expect(page.getByText('Said over HTTP')).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('curr_user'))).toContain('Said over HTTP')
})
