import { expect, test as base, type BrowserContext } from '@playwright/test'
import { setLab } from './lab.ts'

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** Playwright's own word on the first load of every page for which the config blocks service workers. */
const noServiceWorker = 'Service Worker registration blocked by Playwright'

interface TestFixtures {
  /** Declares a text that the test expects in the console; any other error or warning there fails it. */
  expectConsole: (text: string) => void
}

interface WorkerFixtures {
  /** What a browser keeps in which only the lab has been visited, to set the latency to 0. */
  visitorState: StorageState
  /** What a browser keeps right after 'Test Login': the session, and the database as sown. */
  memberState: StorageState
}

/** For a visitor on a device where nothing has ever been. Errors and warnings in the console, and requests that leave this machine, fail a test. */
export const freshTest = base.extend<TestFixtures, WorkerFixtures>({
  expectConsole: [
    async ({ context }, use) => {
      const expected: string[] = []
      const problems: string[] = []
      context.on('console', (message) => {
        if (message.text() === noServiceWorker) return
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
      await setLab(context, { latency: 0 })
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

/** For a visitor whose backend answers without delay. */
export const test = freshTest.extend({
  storageState: ({ visitorState }, provide) => provide(visitorState),
})

/** For the demo member, signed in on a device where nothing else has happened yet. */
export const memberTest = freshTest.extend({
  storageState: ({ memberState }, provide) => provide(memberState),
})

export { expect }

function leavesThisMachine(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return /^(http|ws)s?:$/.test(protocol) && hostname !== 'localhost'
}
