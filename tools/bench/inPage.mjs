// Functions that run in the page of a benchmark in a browser: they may use nothing of this module.

/**
 * An init script. Adds `painted(isShown)`, which resolves with the time of the first frame that shows what `isShown`
 * looks for, `firstPostAt`, such a time for the first post, and `postsShown()`, the position of the last post.
 */
export function watchFrames() {
  globalThis.postsShown = () => {
    const articles = [...document.querySelectorAll('article')]
    // A windowed list has few articles, with their positions.
    return Math.max(articles.length, ...articles.map(({ ariaPosInSet }) => Number(ariaPosInSet)))
  }
  globalThis.painted = (isShown) =>
    new Promise((resolve) => {
      const observer = new MutationObserver(() => check())
      const check = () => {
        if (!isShown()) return
        observer.disconnect()
        requestAnimationFrame(() => {
          // A message arrives after the frame.
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => resolve(performance.now()), { once: true })
          port1.start()
          port2.postMessage(null)
        })
      }
      observer.observe(document, { childList: true, subtree: true, attributes: true, characterData: true })
      check()
    })
  globalThis.firstPostAt = globalThis.painted(() => document.querySelector('article'))
}

/** Resolves to whether the page draws a frame within 10 s. */
export async function drawsFrame() {
  const drawn = new Promise((resolve) => {
    requestAnimationFrame(() => resolve(true))
  })
  const late = new Promise((resolve) => {
    setTimeout(() => resolve(false), 10_000)
  })
  return Promise.race([drawn, late])
}

/** Watches for the next input event, for `sinceInput`. */
export function watchInput(type) {
  addEventListener(type, ({ timeStamp }) => (globalThis.inputAt = timeStamp), { capture: true, once: true })
}

/**
 * Scrolls to the end of the list in each frame until a post after the first `pages` pages is painted. Resolves with the
 * mean time per page, or null after 20 s. A mean, because the list loads pages ahead.
 */
export async function timePages({ pages, pageSize }) {
  const start = performance.now()
  const isOver = () => performance.now() - start > 20_000
  const last = pages * pageSize
  const shown = globalThis.painted(() => globalThis.postsShown() > last)
  while (globalThis.postsShown() <= last && !isOver()) {
    scrollTo(0, document.documentElement.scrollHeight)
    await new Promise((resolve) => {
      requestAnimationFrame(resolve)
    })
  }
  return isOver() ? null : ((await shown) - start) / pages
}

/**
 * Scrolls down, two thirds of a screen in each frame, until `target` posts were shown, the list ends, or the time is up.
 * Resolves with the number of posts shown and the longest task in ms: null if none took 50 ms, below which a browser
 * does not report it.
 */
export async function scrollThrough({ target, timeLimit }) {
  let longest = null
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest ?? 0, duration)
  })
  observer.observe({ type: 'longtask' })
  const root = document.documentElement
  const end = performance.now() + timeLimit
  let posts = globalThis.postsShown()
  let grewAt = performance.now()
  while (posts < target && performance.now() < end && performance.now() - grewAt < 3000) {
    scrollBy(0, Math.min(innerHeight / 1.5, root.scrollHeight))
    await new Promise((resolve) => {
      requestAnimationFrame(resolve)
    })
    const now = globalThis.postsShown()
    if (now > posts) grewAt = performance.now()
    posts = now
  }
  observer.disconnect()
  return { posts, longest }
}
