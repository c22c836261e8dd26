import { expect, test as base, type BrowserContext } from '@playwright/test'
import { setLab } from './lab.ts'

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** What Playwright logs on the first load of a page for which the config blocks service workers. */
const noServiceWorker = 'Service Worker registration blocked by Playwright'

/** What Chromium logs when a busy machine takes seconds from the load to the first text. */
const lateFonts = 'was preloaded using link preload but not used within a few seconds'

interface TestFixtures {
  /** Declares a text that the test expects in the console; any other error or warning there fails it. */
  expectConsole: (text: string) => void
}

interface WorkerFixtures {
  /** Storage of a visitor's browser: the seed, and a latency of 0. */
  visitorState: StorageState
  /** Storage right after 'Test Login': the session, the seed, and a latency of 0. */
  memberState: StorageState
}

/** A visitor with empty storage. Errors and warnings in the console, and requests to other hosts, fail a test. */
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
      context.on('weberror', (fault) => problems.push(`uncaught: ${fault.error()}`))
      context.on('request', (request) => {
        if (leavesThisMachine(request.url())) problems.push(`request to ${request.url()}`)
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
  memberState: [
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

/** A visitor; the latency is 0. */
export const test = freshTest.extend({
  storageState: ({ visitorState }, provide) => provide(visitorState),
})

/** The demo user, signed in, with the seed untouched; the latency is 0. */
export const memberTest = freshTest.extend({
  storageState: ({ memberState }, provide) => provide(memberState),
})

export { expect }

function leavesThisMachine(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return /^(http|ws)s?:$/.test(protocol) && hostname !== 'localhost'
}
