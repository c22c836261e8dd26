import { ElementHandle, launch, type Page } from 'puppeteer-core'
import { longestWait, type Browser, type Key, type Tab } from './browser.ts'
import { takeConsoleProblems } from './console.ts'

const size = { width: 1440, height: 900 }

/** Starts Firefox without a window and drives it over WebDriver BiDi. */
export async function openFirefox(executablePath: string): Promise<Browser> {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    protocol: 'webDriverBiDi',
    headless: true,
    defaultViewport: size,
    timeout: longestWait,
  })
  return {
    newTab: async () => {
      const page = await browser.newPage()
      await page.evaluateOnNewDocument(takeConsoleProblems)
      return tabOf(page)
    },
    close: () => browser.close(),
  }
}

function tabOf(page: Page): Tab {
  return {
    goto: async (url) => {
      await page.goto(url, { waitUntil: 'domcontentloaded', timeout: longestWait })
    },
    evaluate: (expression) => page.evaluate(expression),
    element: async (expression) => {
      // Firefox renders only the tab in front.
      await page.bringToFront()
      const handle = await page.evaluateHandle<[], () => HTMLElement | null>(expression)
      if (!(handle instanceof ElementHandle)) return undefined
      return {
        click: () => handle.click(),
        type: (text) => handle.type(text),
        swipeDown: async () => {
          const { x, y } = await handle.clickablePoint()
          const touch = await page.touchscreen.touchStart(x, y)
          for (let step = 1; step <= 4; step += 1) await touch.move(x, y + (step * size.height) / 12)
          await touch.end()
        },
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
