import { expect, test as base, type BrowserContext } from '@playwright/test'
import { setLab } from './lab.ts'

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** Logged by Playwright on the first load of a page, because the config blocks service workers. */
const noServiceWorker = 'Service Worker registration blocked by Playwright'

/** Logged by Chromium if a busy machine takes seconds from the load to the first text. */
const lateFonts = 'was preloaded using link preload but not used within a few seconds'

interface TestFixtures {
  /** Declares a text that the test expects in the console. Any other error or warning there fails the test. */
  expectConsole: (text: string) => void
}

interface WorkerFixtures {
  /** The storage of a visitor's browser: the seed, and a latency of 0. */
  visitorState: StorageState
  /** The storage right after 'Test Login': the session, the seed, and a latency of 0. */
  userState: StorageState
}

/**
 * A test as a visitor with empty storage. Console errors and warnings, violations of the content security policy and
 * requests to other hosts fail it.
 */
export const freshTest = base.extend<TestFixtures, WorkerFixtures>({
  expectConsole: [
    async ({ context }, use) => {
      const expected: string[] = []
      const problems: string[] = []
      context.on('console', (message) => {
        if (message.text() === noServiceWorker || message.text().includes(lateFonts)) return
        if (['error', 'warning', 'assert'].includes(message.type()))
          problems.push(`${message.type()}: ${message.text()}`)
      })
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
          console.error(`violation of ${effectiveDirective}: ${blockedURI} ${sample}`)
        })
      })
      context.on('weberror', (fault) => problems.push(`uncaught: ${fault.error()}`))
      context.on('request', (request) => {
        if (isToOtherHost(request.url())) problems.push(`request to ${request.url()}`)
      })
      await use((text) => expected.push(text))
      expect(problems.filter((problem) => !expected.some((text) => problem.includes(text)))).toEqual([])
    },
    { auto: true },
  ],
  visitorState: [
    async ({ browser }, use, { project }) => {
      const context = await browser.newContext({ baseURL: project.use.baseURL ?? '', serviceWorkers: 'block' })
      await setLab(await context.newPage(), { latency: 0 })
      const state = await context.storageState({ indexedDB: true })
      await context.close()
      await use(state)
    },
    { scope: 'worker' },
  ],
  userState: [
    async ({ browser, visitorState }, use, { project }) => {
      const context = await browser.newContext({
        baseURL: project.use.baseURL ?? '',
        serviceWorkers: 'block',
        storageState: visitorState,
      })
      const page = await context.newPage()
      await page.goto('/login')
      await page.getByRole('button', { name: 'Test Login' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
      const state = await context.storageState({ indexedDB: true })
      await context.close()
      await use(state)
    },
    { scope: 'worker' },
  ],
})

/** A test as a visitor, with a latency of 0. */
export const test = freshTest.extend({
  storageState: ({ visitorState }, provide) => provide(visitorState),
})

/** A test as the signed-in demo user, with the seed and a latency of 0. */
export const userTest = freshTest.extend({
  storageState: ({ userState }, provide) => provide(userState),
})

export { expect }

function isToOtherHost(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return /^(http|ws)s?:$/.test(protocol) && hostname !== 'localhost'
}
