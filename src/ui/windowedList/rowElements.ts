/** Returns whether a row must not be unmounted: it has the focus, unsaved input, or a video that plays. */
export function mustStay(row: HTMLElement): boolean {
  return (
    row.contains(document.activeElement) ||
    row.querySelector('[data-unsaved]') !== null ||
    [...row.querySelectorAll('video')].some((video) => !video.paused)
  )
}

/** Sets a length in px, if it has changed. */
export function setStyle(element: HTMLElement, property: 'marginTop' | 'paddingBottom', height: number): void {
  const value = height > 0 ? `${height}px` : ''
  if (element.style[property] !== value) element.style[property] = value
}
