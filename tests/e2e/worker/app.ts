import { readdirSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { visitorTest } from '../fixtures.ts'
import { serveSite, type Site } from './site.ts'

/** Waits until the service worker controls this page and has filled its caches. A failure shows how far it came. */
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
  await expect.poll(readProgress).toMatchObject({ isControlled: true, active: 'activated' })
}

/** Returns the cached files of GraphiQL and its editor. */
export function keptExtras(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const cache = await caches.open('weft-extras')
    return (await cache.keys()).map(({ url }) => new URL(url).pathname)
  })
}

/** Waits until the worker has cached every file of the build, those of GraphiQL included. */
export async function expectExtras(page: Page): Promise<void> {
  const cachedPaths = async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname.replace('/second-', '/'))
  }
  const missing = async () => {
    const cached = new Set(await page.evaluate(cachedPaths))
    const files = readdirSync('dist/assets').filter((name) => !/\.(br|gz)$/.test(name))
    return files.filter((name) => !cached.has(`/assets/${name}`))
  }
  await expect.poll(missing, 'files that are not cached').toEqual([])
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
