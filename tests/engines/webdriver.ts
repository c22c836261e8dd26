import { setTimeout as delay } from 'node:timers/promises'
import { longestWait } from './browser.ts'

/** The commands of a W3C WebDriver session that these tests use. https://www.w3.org/TR/webdriver2/ */
export interface WebDriverSession {
  resize(width: number, height: number): Promise<void>
  /** The handle of the current tab. */
  currentWindow(): Promise<string>
  /** Opens a tab and returns its handle. */
  newWindow(): Promise<string>
  /** Closes the current tab. */
  closeWindow(): Promise<void>
  /** Makes a tab the one that all other commands act on. */
  switchTo(handle: string): Promise<void>
  navigate(url: string): Promise<void>
  /** Runs the body of a function and returns what it returns, or what its promise resolves to. */
  execute(body: string): Promise<unknown>
  /** Clicks the element. */
  click(element: string): Promise<void>
  /**
   * Moves a pen down by this many pixels, from the centre of the element. WebKitGTK's driver sends the events of a mouse
   * for a finger. The app treats a pen like a finger.
   */
  dragDown(element: string, distance: number): Promise<void>
  /** Types a text. In a file input, chooses the file with this path. */
  sendKeys(element: string, text: string): Promise<void>
  /** Presses these keys in this order, then releases them. */
  press(keys: readonly string[]): Promise<void>
  end(): Promise<void>
}

/** A command that failed. `code` is one of the standard's, such as 'element click intercepted'. */
export class WebDriverError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** The reference to an element that a script has returned. */
export function elementIn(value: unknown): string | undefined {
  const reference = fieldOf(value, elementKey)
  return typeof reference === 'string' ? reference : undefined
}

/** The process that listens, or is about to listen, on a port of this machine. */
export interface Driver {
  port: number
  isRunning(): boolean
}

/** Starts a session. Its commands reject with a `WebDriverError`, and after the driver has ended with another error. */
export async function startSession(driver: Driver, capabilities: Record<string, unknown>): Promise<WebDriverSession> {
  const send = async (method: string, path: string, body?: Record<string, unknown>): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${driver.port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw driver.isRunning() ? error : new Error('The WebDriver process ended during the tests.', { cause: error })
    })
    const value = fieldOf(await response.json(), 'value')
    if (response.ok) return value
    throw new WebDriverError(String(fieldOf(value, 'error')), String(fieldOf(value, 'message')))
  }

  await untilReady(() => send('GET', '/status'))
  const created = await send('POST', '/session', { capabilities: { alwaysMatch: capabilities } })
  const session = `/session/${String(fieldOf(created, 'sessionId'))}`
  const post = (path: string, body: Record<string, unknown> = {}) => send('POST', `${session}${path}`, body)

  return {
    resize: async (width, height) => void (await post('/window/rect', { width, height })),
    currentWindow: async () => String(await send('GET', `${session}/window`)),
    newWindow: async () => String(fieldOf(await post('/window/new', { type: 'tab' }), 'handle')),
    closeWindow: async () => void (await send('DELETE', `${session}/window`)),
    switchTo: async (handle) => void (await post('/window', { handle })),
    navigate: async (url) => void (await post('/url', { url })),
    execute: (body) => post('/execute/sync', { script: body, args: [] }),
    click: async (element) => void (await post(`/element/${element}/click`)),
    dragDown: async (element, distance) => {
      const origin = { [elementKey]: element }
      const actions = [
        { type: 'pointerMove', duration: 0, origin, x: 0, y: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerMove', duration: 100, origin: 'pointer', x: 0, y: distance },
        { type: 'pointerUp', button: 0 },
      ]
      // A pen, because WebKitGTK has no touch here: its driver sends the events of a mouse instead.
      await post('/actions', { actions: [{ type: 'pointer', id: 'pen', parameters: { pointerType: 'pen' }, actions }] })
    },
    sendKeys: async (element, text) => void (await post(`/element/${element}/value`, { text })),
    press: async (keys) => {
      const down = keys.map((value) => ({ type: 'keyDown', value }))
      const up = keys.toReversed().map((value) => ({ type: 'keyUp', value }))
      await post('/actions', { actions: [{ type: 'key', id: 'keyboard', actions: [...down, ...up] }] })
    },
    end: async () => void (await send('DELETE', session)),
  }
}

/** A driver takes a moment to listen. */
async function untilReady(status: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + longestWait
  for (;;) {
    try {
      await status()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await delay(100)
    }
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined
}
