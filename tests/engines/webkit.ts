import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { vi } from 'vitest'
import { freePort } from '../../tools/freePort.mjs'
import { longestWait, type Browser, type Key, type Tab } from './browser.ts'
import { elementIn, startSession, WebDriverError, type WebDriverSession } from './webdriver.ts'

export interface WebKitPrograms {
  /** Path of WebKitWebDriver. */
  driver: string
  /** Path of MiniBrowser, the browser that comes with WebKitGTK. */
  browser: string
  /** Path of Xvfb, a display in memory. */
  display: string
}

/** https://www.w3.org/TR/webdriver2/#keyboard-actions */
const keys: Record<Key, readonly string[]> = {
  ArrowDown: ['\uE015'],
  Enter: ['\uE007'],
  Escape: ['\uE00C'],
  SelectAll: ['\uE009', 'a'],
}

const size = { width: 1440, height: 900 }

interface WebKitOptions {
  /** Whether a page that is left stays in memory, as it does in Safari. */
  backForwardCache: boolean
}

/** Starts WebKitGTK on a display of its own, over WebDriver. Its sessions are private: nothing is kept on disk. */
export async function openWebKit(programs: WebKitPrograms, { backForwardCache }: WebKitOptions): Promise<Browser> {
  const processes: ChildProcess[] = []
  const stop = () => processes.toReversed().forEach(endGroup)
  process.once('exit', stop)
  try {
    const screen = spawn(programs.display, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    processes.push(screen)
    const env = { ...process.env, DISPLAY: await displayOf(screen) }
    const port = await freePort()
    const driver = spawn(programs.driver, [`--port=${port}`], { detached: true, stdio: 'ignore', env })
    processes.push(driver)
    const isRunning = () => driver.exitCode === null && driver.signalCode === null
    const session = await startSession(
      { port, isRunning },
      {
        // `goto` waits itself, so that it watches the console before the app runs.
        pageLoadStrategy: 'none',
        'webkitgtk:browserOptions': {
          binary: programs.browser,
          args: ['--automation', `--enable-page-cache=${backForwardCache}`],
        },
      },
    )
    await session.resize(size.width, size.height)
    return browserOf(session, stop)
  } catch (error) {
    stop()
    throw error
  }
}

function browserOf(session: WebDriverSession, stop: () => void): Browser {
  let isOpened = false
  let current = ''

  const open = (handle: string): Tab => {
    const switchHere = async () => {
      if (current !== handle) await session.switchTo(handle)
      current = handle
    }
    const evaluate = async (expression: string) => {
      await switchHere()
      return session.execute(`return ${expression}`)
    }
    return {
      goto: async (url) => {
        await evaluate('void (window.isLeaving = true)')
        await session.navigate(url)
        await vi.waitUntil(() => evaluate('!window.isLeaving').catch(isNoDocument), { timeout: longestWait })
      },
      evaluate,
      element: async (expression) => {
        const element = elementIn(await evaluate(expression))
        if (!element) return undefined
        return {
          click: () => session.click(element),
          type: (text) => session.sendKeys(element, text),
          swipeDown: () => session.dragDown(element, size.height / 3),
          upload: (path) => session.sendKeys(element, path),
        }
      },
      press: async (key) => {
        await switchHere()
        await session.press(keys[key])
      },
      close: async () => {
        await switchHere()
        await session.closeWindow()
        current = ''
      },
    }
  }

  return {
    newTab: async () => {
      // WebKitGTK shows only the tab that it starts with. It paints no other, and loads no lazy picture there.
      const handle = isOpened ? await session.newWindow() : await session.currentWindow()
      isOpened = true
      return open(handle)
    },
    close: async () => {
      await session.end().catch(() => undefined)
      stop()
    },
  }
}

/** Between two documents a command fails, and is tried again. A driver that is gone fails the test at once. */
function isNoDocument(error: unknown): false {
  if (error instanceof WebDriverError) return false
  throw error
}

/** Xvfb writes the number of the display it has chosen. */
async function displayOf(screen: ChildProcess): Promise<string> {
  const output = screen.stdio[3]
  if (!output) throw new Error('Xvfb has no pipe to write its display to.')
  const [number] = await Promise.race([
    once(output, 'data'),
    once(screen, 'exit').then(() => Promise.reject(new Error('Xvfb did not start.'))),
  ])
  return `:${String(number).trim()}`
}

/** Ends a process and those that it has started: each was spawned as the head of a group. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGTERM')
  } catch {
    // It has ended already.
  }
}
