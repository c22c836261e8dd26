import { expect, type Page } from '@playwright/test'
import { visitorTest } from '../fixtures.ts'
import { serveSite, type Site } from './site.ts'

/** Waits until the service worker controls this page. A failure shows how far its registration came. */
export async function expectWorker(page: Page): Promise<void> {
  const readProgress = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      return {
        isControlled: !!navigator.serviceWorker.controller,
        document: document.readyState,
        hasContent: !!document.querySelector('main') && !document.querySelector('[data-skeleton]'),
        installing: registration?.installing?.state,
        waiting: registration?.waiting?.state,
        active: registration?.active?.state,
        caches: await caches.keys(),
      }
    })
  await expect.poll(readProgress).toMatchObject({ isControlled: true })
}

/** Returns the cached files of GraphiQL and its editor. */
export function keptExtras(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const cache = await caches.open('weft-extras')
    return (await cache.keys()).map(({ url }) => new URL(url).pathname)
  })
}

/** Waits until what GraphiQL needs offline is cached. The formatters, which are large, come late. */
export async function expectExtras(page: Page): Promise<void> {
  await expect.poll(async () => (await keptExtras(page)).filter((path) => path.includes('standalone-')).length).toBe(2)
}

/** A test with its own server. */
export const siteTest = visitorTest.extend<{ site: Site }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
  site: async ({}, provide) => {
    const site = await serveSite()
    await provide(site)
    site.close()
  },
  serviceWorkers: 'allow',
})
