/** The wait of all callers. Belongs to the page, which becomes idle once for every session. */
let settling: Promise<void> | undefined

/** Resolves once the page shows its content, has loaded, and is idle, or has been busy for 5 seconds more. */
export function pageSettled(): Promise<void> {
  return (settling ??= settle().finally(() => (settling = undefined)))
}

const MAX_WAIT_MS = 5000

/** Resolves when the page has settled, after 5 seconds at the latest: it may wait for a response that never comes. */
export async function pageSettledOrLate(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, MAX_WAIT_MS)))
  await Promise.race([pageSettled(), late])
  clearTimeout(timer)
}

async function settle(): Promise<void> {
  await contentShown()
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => {
      window.addEventListener('load', resolve, { once: true })
    })
  }
  await new Promise((resolve) => {
    // A page that is always busy is never idle. WebKit has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: MAX_WAIT_MS })
    else setTimeout(resolve)
  })
}

/** Resolves once the first page has rendered and shows no skeleton. */
async function contentShown(): Promise<void> {
  await new Promise<void>((resolve) => {
    const observer = new MutationObserver(check)
    observer.observe(document.body, { childList: true, subtree: true })
    check()

    function check(): void {
      if (!document.querySelector('main') || document.querySelector('[data-skeleton]')) return
      observer.disconnect()
      resolve()
    }
  })
}
