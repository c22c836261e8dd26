import type { Page } from '@playwright/test'
import { button, post } from '../app.ts'
import { expect, userTest } from '../fixtures.ts'
import { expectWorker } from './app.ts'

declare global {
  /** The listeners of subscriptions in the worker. */
  var listeners: number
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
    /** Counts the listeners of subscriptions in the worker. */
    await worker?.evaluate(() => {
      const { addEventListener } = EventTarget.prototype
      const counter = Object.assign(globalThis, { listeners: 0 })
      EventTarget.prototype.addEventListener = function (
        this: EventTarget,
        ...call: Parameters<typeof addEventListener>
      ) {
        addEventListener.apply(this, call)
        const [topic, , options] = call
        if (topic !== 'postChanged' || typeof options !== 'object') return
        counter.listeners += 1
        options.signal?.addEventListener('abort', () => (counter.listeners -= 1))
      }
    })
    const listeners = () => worker?.evaluate(() => globalThis.listeners)

    const received = page.evaluate(async () => {
      const query = encodeURIComponent('subscription { postChanged { likeCount viewerHasLiked } }')
      const leaving = new AbortController()
      const { body } = await fetch(`/graphql?query=${query}`, {
        headers: { accept: 'text/event-stream', authorization: localStorage.getItem('data') ?? '' },
        signal: leaving.signal,
      })
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
      for (;;) {
        const event = (await reader?.read())?.value ?? 'the end'
        if (event === ':\n\n') continue
        leaving.abort()
        return event
      }
    })
    await expect.poll(listeners).toBe(1)
    await likeInAnotherTab(page, 'kenjimori')
    expect(await received).toBe(
      'event: next\ndata: {"data":{"postChanged":{"likeCount":105,"viewerHasLiked":true}}}\n\n',
    )
    await expect.poll(listeners).toBe(0)
  },
)

userTest("GraphiQL's subscription over HTTP receives a like made in another tab", { tag: '@all' }, async ({ page }) => {
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
