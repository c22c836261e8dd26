import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as TestingLibrary from '@testing-library/dom'
import { expect, vi } from 'vitest'
import { longestWait, type Browser, type Control, type Key } from './browser.ts'
import { takeConsoleProblems } from './console.ts'

/** Elements as a user finds them: by role and accessible name, or by the label of a field. A file input has neither. */
export type Target = ({ role: string; name?: string } | { label: string } | { selector: string }) & {
  /** A part of the element's text. */
  text?: string
  /** Only within elements like this. */
  inside?: Target
}

/** A tab of the app. An action waits for its element, an expectation for its state. */
export interface Page {
  goto(path: string): Promise<void>
  click(target: Target): Promise<void>
  swipeDown(target: Target): Promise<void>
  /** Replaces the text of a field. */
  type(target: Target, text: string): Promise<void>
  upload(target: Target, path: string): Promise<void>
  press(key: Key): Promise<void>
  close(): Promise<void>
  /**
   * Errors and warnings in the console, uncaught errors and unhandled rejections since the last call. Not those of a
   * page after the test has started to leave it: a cancelled load is an error in some engines.
   */
  takeProblems(): Promise<string[]>
  /** Expects this number of elements; without a number, at least one. */
  expectElements(target: Target, count?: number): Promise<void>
  /** Expects the elements like this, in the order of the page, to contain these texts. */
  expectTexts(target: Target, texts: string[]): Promise<void>
  /** Expects this number of rows in an object store. The screen shows some changes before they are stored. */
  expectRows(store: string, count: number): Promise<void>
  /**
   * Expects a result of a function that runs in the page. The function is sent as text: it can use nothing around it.
   */
  expectResult(script: () => unknown, result: unknown): Promise<void>
}

declare global {
  interface Window {
    TestingLibraryDom: typeof TestingLibrary
  }
}

/** Defines `TestingLibraryDom` in a page. */
const testingLibrary = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

/** How an action or an expectation waits. */
const waiting = { timeout: longestWait, interval: 100 }

/** Opens a tab. `origin` is where the app is served. */
export async function openPage(browser: Browser, origin: string): Promise<Page> {
  const tab = await browser.newTab()
  const problems: string[] = []
  const collectProblems = async () => {
    const taken = await tab.evaluate(`(${String(takeConsoleProblems)})()`)
    if (Array.isArray(taken)) problems.push(...taken.map(String))
  }

  /** Evaluates an expression over `found`, the elements like this. */
  const over = async (target: Target, expression: string) => {
    if (await tab.evaluate('!window.TestingLibraryDom')) await tab.evaluate(`(() => {${testingLibrary}})()`)
    return `((found) => ${expression})((${String(locate)})(${JSON.stringify(target)}))`
  }
  const poll = (target: Target, expression: string) =>
    expect.poll(async () => tab.evaluate(await over(target, expression)), {
      ...waiting,
      message: JSON.stringify(target),
    })
  const act = (target: Target, action: (control: Control) => Promise<void>) =>
    vi.waitFor(async () => {
      const control = await tab.element(await over(target, 'found[0] ?? null'))
      if (!control) throw new Error(`No element is like ${JSON.stringify(target)}.`)
      await action(control)
    }, waiting)
  const actOnScreen = (target: Target, action: (control: Control) => Promise<void>) =>
    act(target, async (control) => {
      const obstacle = await tab.evaluate(await over(target, `(${String(bringIntoView)})(found[0])`))
      if (obstacle !== null) throw new Error(`No click reaches ${JSON.stringify(target)}: ${JSON.stringify(obstacle)}.`)
      await action(control)
    })

  return {
    goto: async (path) => {
      await collectProblems()
      await tab.goto(`${origin}${path}`)
      await collectProblems()
    },
    click: (target) => actOnScreen(target, (control) => control.click()),
    swipeDown: (target) => actOnScreen(target, (control) => control.swipeDown()),
    type: (target, text) =>
      actOnScreen(target, async (control) => {
        await control.click()
        await tab.press('SelectAll')
        await control.type(text)
      }),
    upload: (target, path) => act(target, (control) => control.upload(path)),
    press: (key) => tab.press(key),
    close: () => tab.close(),
    takeProblems: async () => {
      await collectProblems()
      return problems.splice(0)
    },
    expectElements: (target, count) =>
      count === undefined ? poll(target, 'found.length > 0').toBe(true) : poll(target, 'found.length').toBe(count),
    expectTexts: (target, texts) =>
      poll(target, 'found.map((element) => element.textContent)').toEqual(
        texts.map((text) => expect.stringContaining(text)),
      ),
    expectRows: (store, count) =>
      expect
        .poll(() => tab.evaluate(`(${String(countRows)})(${JSON.stringify(store)})`), { ...waiting, message: store })
        .toBe(count),
    expectResult: (script, result) =>
      expect.poll(() => tab.evaluate(`(${String(script)})()`), { ...waiting, message: String(script) }).toEqual(result),
  }
}

/** Runs in the page. */
function locate({ inside, text, ...target }: Target): HTMLElement[] {
  const { queryAllByLabelText, queryAllByRole } = window.TestingLibraryDom
  const inScope = (scope: HTMLElement): HTMLElement[] => {
    if ('role' in target) return queryAllByRole(scope, target.role, target.name ? { name: target.name } : {})
    if ('label' in target) return queryAllByLabelText(scope, target.label)
    return Array.from(scope.querySelectorAll<HTMLElement>(target.selector))
  }
  const scopes = inside ? locate(inside) : [document.body]
  return scopes.flatMap(inScope).filter((element) => !text || element.textContent.includes(text))
}

/**
 * Runs in the page. Scrolls to the element and waits two frames. Returns what prevents a click on its centre, or null.
 */
async function bringIntoView(element: HTMLElement | undefined): Promise<string | null> {
  if (!element) return 'it has gone'
  const nextFrame = () => new Promise(requestAnimationFrame)
  element.scrollIntoView({ behavior: 'instant', block: 'center' })
  await nextFrame()
  const before = element.getBoundingClientRect()
  await nextFrame()
  await nextFrame()
  const { x, y, width, height } = element.getBoundingClientRect()
  if (x !== before.x || y !== before.y) return 'it moves'
  const top = document.elementFromPoint(x + width / 2, y + height / 2)
  return element.contains(top) ? null : `it is covered by ${top?.outerHTML.slice(0, 100) ?? 'nothing'}`
}

/** Runs in the page. Returns the number of rows of an object store, once earlier transactions have ended. */
function countRows(store: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('weft')
    opening.addEventListener('error', () => reject(opening.error))
    opening.addEventListener('success', () => {
      const { result: db } = opening
      const counting = db.transaction(store).objectStore(store).count()
      db.close()
      counting.addEventListener('success', () => resolve(counting.result))
      counting.addEventListener('error', () => reject(counting.error))
    })
  })
}
