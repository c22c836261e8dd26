import type { Page } from '@playwright/test'
import { button, post } from '../app.ts'
import { expect, userTest } from '../fixtures.ts'
import { expectWorker } from './app.ts'

declare global {
  /** The number of open streams of the worker. */
  var openStreams: () => number
}

userTest.use({ serviceWorkers: 'allow' })

/** Likes the post with this text in another tab. */
async function likeInAnotherTab(page: Page, text: string): Promise<void> {
  const other = await page.context().newPage()
  await other.goto('/explore')
  await button(post(other, text), 'Like').click()
  await expect(button(post(other, text), 'Unlike')).toBeVisible()
}

userTest(
  'a subscription over HTTP receives a like made in another tab, and ends with its request',
  async ({ page, context }) => {
    await page.goto('/home')
    await expectWorker(page)
    const [worker] = context.serviceWorkers()
    /** Counts the open streams of the worker by their heartbeats. */
    await worker?.evaluate(() => {
      const { setInterval: start, clearInterval: stop } = globalThis
      const open = new Set<unknown>()
      Object.assign(globalThis, {
        openStreams: () => open.size,
        setInterval: (...call: Parameters<typeof start>) => {
          const timer = start(...call)
          if (call[1] === 12_000) open.add(timer)
          return timer
        },
        clearInterval: (timer: number) => {
          open.delete(timer)
          stop(timer)
        },
      })
    })
    const openStreams = () => worker?.evaluate(() => globalThis.openStreams())

    const received = page.evaluate(async () => {
      const query = encodeURIComponent(
        'subscription { changes { ... on PostChange { post { likeCount viewerHasLiked } } } }',
      )
      const leaving = new AbortController()
      const { body } = await fetch(`/graphql?query=${query}`, {
        headers: { accept: 'text/event-stream', authorization: localStorage.getItem('data') ?? '' },
        signal: leaving.signal,
      })
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      for (;;) {
        text += (await reader?.read())?.value ?? 'event: the end\n\n'
        const [event] = /^event[^]*?\n\n/m.exec(text) ?? []
        if (event === undefined) continue
        leaving.abort()
        return event.replace(/^id: .*\n/m, '')
      }
    })
    await expect.poll(openStreams).toBe(1)
    await likeInAnotherTab(page, 'kenjimori')
    expect(await received).toBe(
      'event: next\ndata: {"data":{"changes":{"post":{"likeCount":105,"viewerHasLiked":true}}}}\n\n',
    )
    await expect.poll(openStreams).toBe(0)
  },
)

userTest("GraphiQL's subscription over HTTP receives a like made in another tab", async ({ page }) => {
  await page.goto('/graphiql')
  await expectWorker(page)
  await page.getByRole('combobox', { name: 'Run operations' }).selectOption('/graphql over HTTP')
  await page.getByRole('tab', { name: 'Changes' }).click()
  await expect(page.locator('.graphiql-editor .view-lines').first()).toContainText('Changes')
  await button(page, /^Execute query/).click()
  await expect(button(page, /^Stop query/)).toBeVisible()
  const waiting = page.getByText('Subscribed. Waiting for events…')
  await expect(waiting).toBeVisible()
  await likeInAnotherTab(page, 'kenjimori')
  await expect(page.locator('.result-window')).toContainText('"likeCount": 105')
  await button(page, /^Stop query/).click()
  await expect(button(page, /^Execute query/)).toBeVisible()
  await expect(waiting).toHaveCount(0)
})
