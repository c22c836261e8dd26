import { expect, test as base, type Browser, type Page } from '@playwright/test'
import { at, textAt } from '../values.ts'
import { demo } from './app.ts'
import { startSeededServer, type AppServer } from './appServer.ts'
import { settingsKey } from '../../resolvers/lab/savedSettings.ts'
import { generate, labSettings, type LabChoice } from './lab.ts'
import { readState, restoreState, withRow, type StoredState } from './storedState.ts'

/** Logged by Playwright on the first load of a page, because the config blocks service workers. */
const noServiceWorker = 'Service Worker registration blocked by Playwright'

/** Logged by Chromium if a busy machine takes seconds from the load to the first text. */
const lateFonts = 'was preloaded using link preload but not used within a few seconds'

interface TestFixtures {
  /** The settings of the lab when the test starts, except in a `freshTest`. By default there is no latency and no fault. */
  lab: LabChoice
  problems: ConsoleTexts
  /** Declares a text that must appear in the console until the test ends. Any other error or warning fails the test. */
  expectConsole: (text: string) => void
  /** Declares a text that may appear in the console, or not. Use it only if chance decides. */
  allowConsole: (text: string) => void
  /** The server of the test, with the seed. Null for data in the browser. */
  server: AppServer | null
}

interface ServerSeed {
  /** Starts a server with a copy of the seed. */
  startCopy: () => Promise<AppServer>
  /** The storage of a browser in which the demo user is signed in. */
  user: StoredState
}

interface ConsoleTexts {
  expected: string[]
  allowed: string[]
}

export interface WorkerFixtures {
  /** Where the app has its data: in the browser, or on a server of its own for each test (serverFlows.ts). */
  host: 'browser' | 'server'
  /** The data of a server with the seed, of which each test gets a copy. Null for data in the browser. */
  serverSeed: ServerSeed | null
  /** The storage of a visitor's browser: the seed. */
  visitorState: StoredState
  /** The storage right after 'Test Login': the session and the seed. */
  userState: StoredState
  /** The storage of the demo user with 500 posts, most of them generated. */
  longState: StoredState
}

/**
 * A test as a visitor with empty storage. Console errors and warnings, violations of the content security policy and
 * requests to other hosts fail it.
 */
export const freshTest = base.extend<TestFixtures, WorkerFixtures>({
  lab: [{}, { option: true }],
  host: ['browser', { option: true, scope: 'worker' }],
  serverSeed: [
    async ({ host }, use) => {
      if (host === 'browser') return use(null)
      const { first, startCopy, remove } = await startSeededServer()
      const user = await logInAt(first.url)
      await first.stop()
      await use({ startCopy, user })
      await remove()
    },
    { scope: 'worker' },
  ],
  server: async ({ serverSeed }, provide) => {
    if (!serverSeed) return provide(null)
    const server = await serverSeed.startCopy()
    await provide(server)
    await server.stop()
    await server.remove()
  },
  baseURL: ({ baseURL, server }, provide) => provide(server?.url ?? baseURL),
  problems: [
    async ({ context }, use) => {
      const texts: ConsoleTexts = { expected: [], allowed: [] }
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
      await use(texts)
      const known = [...texts.expected, ...texts.allowed]
      expect(problems.filter((problem) => !known.some((text) => problem.includes(text)))).toEqual([])
      const missing = () => texts.expected.filter((text) => !problems.some((problem) => problem.includes(text)))
      await expect.poll(missing, 'texts that the console lacks').toEqual([])
    },
    { auto: true },
  ],
  expectConsole: ({ problems }, provide) => provide((text) => problems.expected.push(text)),
  allowConsole: ({ problems }, provide) => provide((text) => problems.allowed.push(text)),
  visitorState: [
    async ({ browser, serverSeed }, use, { project }) => {
      if (serverSeed) return use(emptyState)
      const reach = async (page: Page) => {
        await page.goto('/post/none')
        await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
      }
      await use(await stateAfter(browser, project.use.baseURL, emptyState, reach))
    },
    { scope: 'worker' },
  ],
  userState: [
    async ({ browser, visitorState, serverSeed }, use, { project }) => {
      if (serverSeed) return use(serverSeed.user)
      const reach = async (page: Page) => {
        await page.goto('/login')
        await page.getByRole('button', { name: 'Test Login' }).click()
        await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
      }
      await use(await stateAfter(browser, project.use.baseURL, visitorState, reach))
    },
    { scope: 'worker' },
  ],
  // Here, because tests with other worker fixtures would need other workers.
  longState: [
    async ({ browser, userState }, use, { project }) => {
      const reach = async (page: Page) => {
        await page.goto('/lab')
        await generate(page, { users: 40, posts: 500 })
      }
      await use(await stateAfter(browser, project.use.baseURL, withLab(userState, {}), reach))
    },
    { scope: 'worker' },
  ],
})

/** A test as a visitor, with the seed and the settings in `lab`. */
export const visitorTest = freshTest.extend({
  context: async ({ context, visitorState, lab }, provide) => {
    await restoreState(context, withLab(visitorState, lab))
    await provide(context)
  },
})

/** A test as the signed-in demo user, with the seed and the settings in `lab`. */
export const userTest = freshTest.extend({
  context: async ({ context, userState, lab }, provide) => {
    await restoreState(context, withLab(userState, lab))
    await provide(context)
  },
})

/** A test as the signed-in demo user, with the seed and generated posts. */
export const longTest = freshTest.extend({
  context: async ({ context, longState }, provide) => {
    await restoreState(context, longState)
    await provide(context)
  },
})

export { expect }

const emptyState: StoredState = { local: [], databases: [] }

/** Logs the demo user in at a server. Returns what the app then stores. */
async function logInAt(url: string): Promise<StoredState> {
  const response = await fetch(`${url}/api/auth/login`, { method: 'POST', body: JSON.stringify(demo) })
  const json: unknown = await response.json()
  return {
    local: [
      ['data', textAt(json, 'encodedToken')],
      ['curr_user', JSON.stringify(at(json, 'foundUser'))],
    ],
    databases: [],
  }
}

/** Returns what a browser that starts with `state` stores once `reach` has resolved. */
async function stateAfter(
  browser: Browser,
  baseURL = '',
  state: StoredState,
  reach: (page: Page) => Promise<void>,
): Promise<StoredState> {
  const context = await browser.newContext({ baseURL, serviceWorkers: 'block' })
  await restoreState(context, state)
  const page = await context.newPage()
  await reach(page)
  const reached = await readState(page)
  await context.close()
  return reached
}

/** Returns the state with these settings of the lab. */
function withLab(state: StoredState, choice: LabChoice): StoredState {
  const value = labSettings(choice)
  // Before a server there is no latency by default.
  const local: StoredState['local'] = Object.keys(choice).length > 0 ? [[settingsKey, JSON.stringify(value)]] : []
  return withRow({ ...state, local: [...state.local, ...local] }, 'meta', { key: settingsKey, value })
}

function isToOtherHost(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return /^(http|ws)s?:$/.test(protocol) && hostname !== 'localhost'
}
