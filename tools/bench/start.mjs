// `npm run bench:start`: times the start of the built app in Chromium, beside a blank page that waits 400 ms. Prints
// medians, and the chain of requests and tasks from navigation to the first post.
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { findChromium } from '../chromium.mjs'
import { blankPath, serveSite } from './site.mjs'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    measure: { type: 'string', default: '' },
  },
})
const runs = Number(values.runs)

/** DevTools' profile 'Slow 4G'. */
const slow4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }

const site = await serveSite()
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
})

/** A session with the seed in its browser, for pages of signed-in users. */
const userState = await signedInState()

const measures = [
  { name: 'Blank page, to its text', aim: null, measure: (how) => firstPost(blankPath, how) },
  {
    name: 'First contentful paint, landing, cold',
    aim: 200,
    measure: (how) => firstPaint('/', { ...how, cold: true }),
  },
  {
    name: 'First contentful paint, /login, cold',
    aim: 200,
    measure: (how) => firstPaint('/login', { ...how, cold: true }),
  },
  {
    name: 'First contentful paint, /explore',
    aim: 150,
    measure: (how) => firstPaint('/explore', { ...how, signedIn: true }),
  },
  {
    name: '/explore to first post',
    aim: 500,
    slowAim: 690,
    measure: (how) => firstPost('/explore', { ...how, signedIn: true }),
  },
  { name: 'Test Login pressed to first post', aim: 550, slowAim: 900, measure: testLogin },
  { name: 'Like to paint', aim: 16, measure: (how) => like(how) },
]

const conditions = [
  { name: 'This machine', how: {} },
  { name: 'This machine, with the service worker', how: { worker: true } },
  { name: 'Processor four times slower', how: { cpu: 4 }, isSlow: true },
  { name: 'Slow 4G, cold', how: { network: slow4G, cold: true } },
]

for (const { name, how, isSlow } of conditions) {
  if (values.only && !name.includes(values.only)) continue
  console.log(`\n${name}`)
  for (const { name: what, aim, slowAim, measure } of measures) {
    if (!what.includes(values.measure)) continue
    const times = []
    for (let run = 0; run < runs; run += 1) times.push(await measure(how))
    const target = isSlow ? slowAim : how.network ? undefined : aim
    const aimText = target ? `aim ${target}` : ''
    console.log(
      `${String(Math.round(median(times))).padStart(7)} ms  ${what.padEnd(42)} ${aimText.padEnd(8)} ${times.map(Math.round).join(' ')}`,
    )
  }
}
await printChain('/explore')
await browser.close()
site.close()

async function firstPaint(path, how) {
  return onPage(path, how, (page) =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          new PerformanceObserver((list) => {
            const [paint] = list.getEntriesByName('first-contentful-paint')
            if (paint) resolve(paint.startTime)
          }).observe({ type: 'paint', buffered: true })
        }),
    ),
  )
}

async function firstPost(path, how) {
  return onPage(path, how, (page) => page.evaluate(() => globalThis.firstPostAt))
}

async function testLogin(how) {
  return onPage('/login', how, async (page) => {
    await page.waitForTimeout(how.cpu || how.network ? 4000 : 1500)
    await page.evaluate(() => addEventListener('click', ({ timeStamp }) => (globalThis.pressedAt = timeStamp), true))
    await page.getByRole('button', { name: 'Test Login' }).click()
    return page.evaluate(async () => (await globalThis.firstPostAt) - globalThis.pressedAt)
  })
}

async function like(how) {
  return onPage('/explore', { ...how, signedIn: true }, async (page) => {
    const button = page.getByRole('button', { name: 'Like', exact: true }).first()
    await button.waitFor()
    await page.waitForTimeout(500)
    await page.evaluate(() => {
      globalThis.likedAfter = new Promise((resolve) => {
        addEventListener(
          'click',
          ({ timeStamp }) =>
            requestAnimationFrame(() => {
              const { port1, port2 } = new MessageChannel()
              port1.addEventListener('message', () => resolve(performance.now() - timeStamp))
              port1.start()
              port2.postMessage(null)
            }),
          { capture: true },
        )
      })
    })
    await button.click()
    return page.evaluate(() => globalThis.likedAfter)
  })
}

/**
 * Opens a page under these conditions and measures it. Unless `cold`, the same address was open before in the same
 * browser profile.
 */
async function onPage(path, { cold = false, signedIn = false, worker = false, cpu, network }, measure) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: worker ? 'allow' : 'block',
    ...(signedIn && { storageState: userState }),
  })
  try {
    if (!cold) {
      const before = await context.newPage()
      await before.goto(site.origin + path)
      await before.waitForLoadState('networkidle')
      if (worker && path !== blankPath) await before.evaluate(async () => void (await navigator.serviceWorker.ready))
      await before.waitForTimeout(300)
      await before.close()
    }
    const page = await context.newPage()
    await page.addInitScript(watchFirstPost)
    const devtools = await context.newCDPSession(page)
    if (cpu) await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
    if (network) await devtools.send('Network.emulateNetworkConditions', network)
    await page.goto(site.origin + path)
    return await measure(page)
  } finally {
    await context.close()
  }
}

/** Runs in the page: resolves `firstPostAt` when the first `article` has been painted. */
function watchFirstPost() {
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

async function signedInState() {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto(`${site.origin}/login`)
  await page.getByRole('button', { name: 'Test Login' }).click()
  await page.getByRole('article').first().waitFor()
  const state = await context.storageState({ indexedDB: true })
  await context.close()
  return state
}

/** Prints the requests of a warm start, and each task of at least 5 ms on the page's main thread. */
async function printChain(path) {
  const context = await browser.newContext({ serviceWorkers: 'block', storageState: userState })
  const warm = await context.newPage()
  await warm.goto(site.origin + path)
  await warm.getByRole('article').first().waitFor()
  await warm.close()
  const page = await context.newPage()
  await page.addInitScript(watchFirstPost)
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing'],
  })
  await page.goto(site.origin + path)
  const shownAt = await page.evaluate(() => globalThis.firstPostAt)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString())
  const requests = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name, startTime, responseEnd, initiatorType }) => ({ name, startTime, responseEnd, initiatorType })),
  )
  await context.close()

  const navigation = traceEvents.find(
    ({ name, args }) => name === 'navigationStart' && args?.data?.documentLoaderURL?.endsWith(path),
  )
  const at = (event) => (event.ts - navigation.ts) / 1000
  const ofMain = ({ tid, pid }) => tid === navigation.tid && pid === navigation.pid
  const main = traceEvents.filter((event) => ofMain(event) && event.ph === 'X')
  const lines = requests.map(({ name, startTime, responseEnd, initiatorType }) => ({
    start: startTime,
    text: `${format(startTime)} - ${format(responseEnd)}  request  ${new URL(name).pathname} (${initiatorType})`,
  }))
  for (const task of main.filter(
    ({ name, dur, ts }) => name.endsWith('RunTask') && dur >= 5000 && ts >= navigation.ts,
  )) {
    const parts = main
      .filter(
        (part) => part !== task && part.ts >= task.ts && part.ts + part.dur <= task.ts + task.dur && part.dur >= 2000,
      )
      .map(
        (part) =>
          `${part.name} ${Math.round(part.dur / 1000)} ${(part.args?.data?.url ?? part.args?.fileName ?? '').split('/').pop()}`,
      )
    lines.push({
      start: at(task),
      text: `${format(at(task))} - ${format(at(task) + task.dur / 1000)}  TASK ${Math.round(task.dur / 1000)} ms  ${parts.slice(0, 6).join(', ')}`,
    })
  }
  console.log(`\nFrom navigation to the first post of ${path}, ${Math.round(shownAt)} ms`)
  for (const { text } of lines.toSorted((a, b) => a.start - b.start).filter(({ start }) => start <= shownAt))
    console.log(text)
}

function format(milliseconds) {
  return String(Math.round(milliseconds)).padStart(5)
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
}
