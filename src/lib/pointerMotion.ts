/** Whether the pointer itself has come to where it is: a page that scrolls or changes under it sends events, too. */

let position: { clientX: number; clientY: number } | undefined
let hasMoved = false

function onMove(event: PointerEvent): void {
  if (position?.clientX !== event.clientX || position.clientY !== event.clientY) hasMoved = true
  recordPosition(event)
}

function recordPosition({ clientX, clientY }: MouseEvent): void {
  position = { clientX, clientY }
}

/** Follows the pointer from now on. Call it once, before the first render. */
export function followPointer(): void {
  const options = { capture: true, passive: true }
  addEventListener('pointermove', onMove, options)
  addEventListener('wheel', recordPosition, options)
  addEventListener('scroll', forgetPointerMotion, options)
}

/** Returns whether the pointer has moved since the page under it scrolled or changed. */
export function hasPointerMoved(): boolean {
  return hasMoved
}

/** Call it when the page under the pointer changes. */
export function forgetPointerMotion(): void {
  hasMoved = false
}
