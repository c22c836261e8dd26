import { expect, type Page } from '@playwright/test'

/** The service worker answers what this page asks for. */
export async function expectWorker(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => !!navigator.serviceWorker.controller)).toBe(true)
}

/** GraphiQL and its editor are kept too. */
export async function expectExtras(page: Page): Promise<void> {
  const kept = () => page.evaluate(async () => (await (await caches.open('weft-extras')).keys()).map(({ url }) => url))
  await expect.poll(async () => (await kept()).some((url) => url.includes('standalone'))).toBe(true)
}
