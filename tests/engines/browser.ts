/** How many milliseconds a page, an action or an expectation is given. A machine may have much else to do. */
export const longestWait = 60_000

/** A running browser with an empty profile. */
export interface Browser {
  newTab(): Promise<Tab>
  /** Ends every process that was started and removes its files. */
  close(): Promise<void>
}

/** One tab of a browser. */
export interface Tab {
  goto(url: string): Promise<void>
  /** Evaluates an expression in the page, awaits it, and returns the result, which must be JSON. */
  evaluate(expression: string): Promise<unknown>
  /** Evaluates an expression in the page that yields an element or null. */
  element(expression: string): Promise<Control | undefined>
  press(key: Key): Promise<void>
  close(): Promise<void>
}

export type Key = 'ArrowDown' | 'Enter' | 'Escape' | 'SelectAll'

/** One element of a page. */
export interface Control {
  /** Clicks the centre of the element, which is in view. */
  click(): Promise<void>
  /** Types into the element, which has the focus. */
  type(text: string): Promise<void>
  /** Moves a finger down by a third of the window's height, from the centre of the element. */
  swipeDown(): Promise<void>
  /** Chooses a file in a file input. */
  upload(path: string): Promise<void>
}
