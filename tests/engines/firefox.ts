import { ElementHandle, launch, type Page } from 'puppeteer-core'
import type { Browser, Key, Tab } from './browser.ts'

/** What Firefox logs of a load that a navigation cancels while the service worker answers it: decision 12. */
const cancelledLoad = 'A ServiceWorker intercepted the request and encountered an unexpected error.'

/** Starts Firefox without a window and drives it over WebDriver BiDi. */
export async function openFirefox(executablePath: string): Promise<Browser> {
  const problems: string[] = []
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    protocol: 'webDriverBiDi',
    headless: true,
    defaultViewport: { width: 1440, height: 900 },
  })
  return {
    newTab: async () => {
      const page = await browser.newPage()
      await page.evaluateOnNewDocument(logErrorsAsText)
      page.on('console', (message) => {
        if (['error', 'warn', 'assert'].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`)
      })
      page.on('pageerror', (error) => problems.push(`uncaught: ${String(error)}`))
      return tabOf(page)
    },
    takeProblems: async () => problems.splice(0).filter((problem) => !problem.includes(cancelledLoad)),
    close: () => browser.close(),
  }
}

/** Runs in the page before the app: WebDriver BiDi says of a logged error only that it is one. */
function logErrorsAsText(): void {
  for (const level of ['error', 'warn'] as const) {
    const write = console[level]
    console[level] = (...values: unknown[]) =>
      write(...values.map((value) => (value instanceof Error ? String(value) : value)))
  }
}

function tabOf(page: Page): Tab {
  return {
    goto: async (url) => {
      await page.goto(url, { waitUntil: 'domcontentloaded' })
    },
    evaluate: (expression) => page.evaluate(expression),
    element: async (expression) => {
      const handle = await page.evaluateHandle<[], () => HTMLElement | null>(expression)
      if (!(handle instanceof ElementHandle)) return undefined
      return {
        click: () => handle.click(),
        type: (text) => handle.type(text),
        upload: async (path) => {
          const input = await handle.toElement('input')
          await input.uploadFile(path)
        },
      }
    },
    press: (key) => press(page, key),
    close: () => page.close(),
  }
}

async function press({ keyboard }: Page, key: Key): Promise<void> {
  if (key !== 'SelectAll') return keyboard.press(key)
  await keyboard.down('Control')
  await keyboard.press('a')
  await keyboard.up('Control')
}
