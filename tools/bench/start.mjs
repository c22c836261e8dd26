// `npm run bench:start`: times the start of the built app in Chromium, beside a blank page that waits 400 ms, and lists
// the requests and tasks from navigation to the first post. Run `npm run build` first. With --dry it prints the section
// and writes nothing; --only=NAME (a condition) and --measure=NAME select what is measured and imply --dry.
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { findChromium } from '../chromium.mjs'
import { requestsAndTasks, watchFirstPost } from './firstPost.mjs'
import { table, verdict, writeSection } from './report.mjs'
import { blankPath, serveSite } from './site.mjs'

const { values } = parseArgs({
  options: {
    dry: { type: 'boolean' },
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

const blankPage = 'Blank page, to its text'
/** How long after the blank page's text the first post may show. */
const MAX_DELAY_MS = 100
/** How long the page may render before a press. */
const SETTLING_MS = 500

/** `aims` by condition. A measure with `afterBlank` is also compared with the blank page. */
const measures = [
  { name: blankPage, measure: (how) => firstPost(blankPath, how) },
  {
    name: 'First contentful paint, landing, cold',
    aims: { fast: 200, worker: 200 },
    measure: (how) => firstPaint('/', { ...how, cold: true }),
  },
  {
    name: 'First contentful paint, log-in, cold',
    aims: { fast: 200, worker: 200 },
    measure: (how) => firstPaint('/login', { ...how, cold: true }),
  },
  {
    name: 'First contentful paint, /explore',
    aims: { fast: 150, worker: 150 },
    measure: (how) => firstPaint('/explore', { ...how, signedIn: true }),
  },
  {
    name: '/explore to first post',
    aims: { fast: 500, worker: 500, slow: 690 },
    afterBlank: true,
    measure: (how) => firstPost('/explore', { ...how, signedIn: true }),
  },
  {
    name: 'Test Login pressed to first post',
    aims: { fast: 550, worker: 550, slow: 900 },
    measure: testLogin,
  },
  { name: 'Like to paint', aims: { fast: 16, worker: 16 }, measure: (how) => like(how) },
]

const conditions = [
  { id: 'fast', name: 'This machine', how: {} },
  { id: 'worker', name: 'With the service worker', how: { worker: true } },
  { id: 'slow', name: 'Processor four times slower', how: { cpu: 4 } },
  { id: 'network', name: 'Slow 4G, cold', how: { network: slow4G, cold: true } },
]

const chosen = measures.filter(({ name }) => name.includes(values.measure))

/** The medians of each measure, by condition. */
const medians = new Map()
for (const { id, name, how } of conditions) {
  if (!name.includes(values.only)) continue
  console.log(`\n${name}`)
  const ofCondition = {}
  medians.set(id, ofCondition)
  for (const { name: what, measure } of chosen) {
    const times = []
    for (let run = 0; run < runs; run += 1) times.push(await measure(how))
    ofCondition[what] = Math.round(median(times))
    console.log(`${String(ofCondition[what]).padStart(7)} ms  ${what.padEnd(42)} ${times.map(Math.round).join(' ')}`)
  }
}
const chain = await requestsAndTasks(browser, { address: `${site.origin}/explore`, storageState: userState })
const version = browser.version()
await browser.close()
site.close()
report()

function report() {
  const measured = conditions.filter(({ id }) => medians.has(id))
  const aimRows = chosen.flatMap(({ name, aims, afterBlank }) => {
    if (!aims) return []
    const row = [name].concat(measured.map(({ id }) => aimCell(medians.get(id)[name], aims[id])))
    const delays = [`${name}, after the text of the blank page`].concat(measured.map(({ id }) => delayCell(id, name)))
    return afterBlank ? [row, delays] : [row]
  })
  const body = `
The built app in Chromium at 1440 × 900, with the latency of 400 ms: medians of ${runs}. Unless a row or column says
cold, the same page was open once before in the same browser. The blank page waits 400 ms and then shows a text.

${table(
  ['', ...measured.map(({ name }) => name)],
  chosen.map(({ name }) => [name].concat(measured.map(({ id }) => `${medians.get(id)[name]} ms`))),
)}

### Aims

${table(['', ...measured.map(({ name }) => name)], aimRows)}

### From navigation to the first post of /explore

Without the service worker: the requests, and the tasks of at least 5 ms of processor time on the page's main thread,
with their longest parts. Milliseconds from navigation; the first post shows at ${Math.round(chain.shownAt)}.

\`\`\`text
${chain.lines.join('\n')}
\`\`\`
`
  const content = {
    title: 'The start of the app',
    body,
    environment: [`Chromium ${version}`],
    packages: ['react', '@apollo/client', 'graphql'],
  }
  if (values.only || values.measure) console.log(body)
  else writeSection('start', content)
}

function aimCell(time, aim) {
  return Number.isNaN(time) || aim === undefined ? '–' : verdict(time <= aim, `${time} ms`, `${aim} ms`)
}

function delayCell(id, name) {
  const { [name]: time, [blankPage]: blank = Number.NaN } = medians.get(id)
  return id === 'fast' || id === 'worker' ? aimCell(time - blank, MAX_DELAY_MS) : '–'
}

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
    // A scroll at the same time as the press would mount posts.
    await button.scrollIntoViewIfNeeded()
    await page.waitForTimeout(SETTLING_MS)
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
    if (worker) await stopWorkers(devtools)
    if (cpu) await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
    if (network) await devtools.send('Network.emulateNetworkConditions', network)
    await page.goto(site.origin + path)
    return await measure(page)
  } finally {
    await context.close()
  }
}

/** As in a browser that has just started: a page that needs the service worker waits until it runs. */
async function stopWorkers(devtools) {
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
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

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
}
