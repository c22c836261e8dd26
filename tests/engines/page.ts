import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as TestingLibrary from '@testing-library/dom'
import { expect, vi } from 'vitest'
import type { Browser, Control, Key } from './browser.ts'

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
  /** Replaces the text of a field. */
  type(target: Target, text: string): Promise<void>
  upload(target: Target, path: string): Promise<void>
  press(key: Key): Promise<void>
  close(): Promise<void>
  /** Expects this number of elements; without a number, at least one. */
  expectElements(target: Target, count?: number): Promise<void>
  /** Expects the elements like this, in the order of the page, to contain these texts. */
  expectTexts(target: Target, texts: string[]): Promise<void>
  /** Expects an attribute of the first element like this. */
  expectAttribute(target: Target, name: string, value: string): Promise<void>
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

/** How long an action or an expectation waits. A machine may have much else to do. */
const waiting = { timeout: 30_000, interval: 100 }

/** Opens a tab. `origin` is where the app is served. */
export async function openPage(browser: Browser, origin: string): Promise<Page> {
  const tab = await browser.newTab()

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

  return {
    goto: (path) => tab.goto(`${origin}${path}`),
    click: (target) => act(target, (control) => control.click()),
    type: (target, text) =>
      act(target, async (control) => {
        await control.click()
        await tab.press('SelectAll')
        await control.type(text)
      }),
    upload: (target, path) => act(target, (control) => control.upload(path)),
    press: (key) => tab.press(key),
    close: () => tab.close(),
    expectElements: (target, count) =>
      count === undefined ? poll(target, 'found.length > 0').toBe(true) : poll(target, 'found.length').toBe(count),
    expectTexts: (target, texts) =>
      poll(target, 'found.map((element) => element.textContent)').toEqual(
        texts.map((text) => expect.stringContaining(text)),
      ),
    expectAttribute: (target, name, value) =>
      poll(target, `found[0]?.getAttribute(${JSON.stringify(name)}) ?? null`).toBe(value),
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
