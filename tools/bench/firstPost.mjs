// What bench:start runs in a page, and how it traces one.

/** Runs in the page: resolves `firstPostAt` when the first `article` has been painted. */
export function watchFirstPost() {
  globalThis.firstPostAt = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('article')) return
      observer.disconnect()
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => resolve(performance.now()))
        port1.start()
        port2.postMessage(null)
      })
    })
    observer.observe(document, { childList: true, subtree: true })
  })
}

/**
 * Opens a page that was open before. Returns when its first post showed, and lines of text with the requests and the long
 * tasks until then.
 */
export async function requestsAndTasks(browser, { address, storageState }) {
  const context = await browser.newContext({ serviceWorkers: 'block', storageState })
  const warm = await context.newPage()
  await warm.goto(address)
  await warm.getByRole('article').first().waitFor()
  await warm.close()
  const page = await context.newPage()
  await page.addInitScript(watchFirstPost)
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing'],
  })
  await page.goto(address)
  const shownAt = await page.evaluate(() => globalThis.firstPostAt)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString())
  const requests = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name, startTime, responseEnd, initiatorType }) => ({ name, startTime, responseEnd, initiatorType })),
  )
  await context.close()

  const navigation = traceEvents.find(
    ({ name, args }) => name === 'navigationStart' && args?.data?.documentLoaderURL === address,
  )
  const at = (event) => (event.ts - navigation.ts) / 1000
  const main = traceEvents.filter(({ tid, pid, ph }) => tid === navigation.tid && pid === navigation.pid && ph === 'X')
  const steps = [
    ...requests.map(({ name, startTime, responseEnd, initiatorType }) => ({
      start: startTime,
      end: responseEnd,
      what: `request ${new URL(name).pathname} (${initiatorType})`,
    })),
    ...main
      .filter(({ name, tdur, ts }) => name.endsWith('RunTask') && tdur >= 5000 && ts >= navigation.ts)
      .map((task) => ({ start: at(task), end: at(task) + task.dur / 1000, what: describeTask(task, main) })),
  ]
  const lines = steps
    .filter(({ start }) => start <= shownAt)
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, what }) => `${format(start)} - ${format(end)}  ${what}`)
  return { shownAt, lines }
}

/** Describes a task by its processor time and its longest parts. */
function describeTask(task, events) {
  const parts = events
    .filter(
      (part) => part !== task && part.ts >= task.ts && part.ts + part.dur <= task.ts + task.dur && part.tdur >= 2000,
    )
    .map(({ name, tdur, args }) => {
      const file = (args?.data?.url ?? args?.fileName ?? '').split('/').pop()
      return `${name} ${Math.round(tdur / 1000)}${file && ` ${file}`}`
    })
  return `TASK ${Math.round(task.tdur / 1000)} ms ${parts.slice(0, 4).join(', ')}`.trim()
}

function format(milliseconds) {
  return String(Math.round(milliseconds)).padStart(5)
}
