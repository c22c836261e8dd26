// `npm run bench:scale`: times the built app in Chromium with 6, 1,000, 10,000 and 100,000 posts. With --dry it prints the
// figures and writes nothing; --sizes=6,1000 measures these only and implies --dry.
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { findChromium } from '../chromium.mjs'
import { browserIdle } from './browserIdle.mjs'
import { heapGrowth, heapSize, ROUNDS } from './hourOfUse.mjs'
import { drawsFrame, scrollThrough, timePages, watchFrames, watchInput } from './inPage.mjs'
import { lines } from './plots.mjs'
import { count, duration, plotLink, significant, table, verdict, writeSection } from './report.mjs'
import { serveSite } from './site.mjs'

const { values } = parseArgs({ options: { dry: { type: 'boolean' }, sizes: { type: 'string' } } })
const allSizes = [6, 1000, 10_000, 100_000]
const sizes = values.sizes?.split(',').map(Number) ?? allSizes

const RUNS = 5
/** The posts of the first page of a list. */
const PAGE_SIZE = 20
/** The time per page is the mean of this many pages. */
const TIMED_PAGES = 10
const TARGET_POSTS = 2000
const SCROLL_LIMIT_MS = 40_000
const GENERATION_LIMIT_MS = 600_000
/** How long the page may render before a press. */
const SETTLING_MS = 500
/** How often to check whether a page still draws frames. */
const FRAME_CHECK_MS = 5000
const MAX_STALLS = 10
const STALLED = Symbol('stalled')

const site = await serveSite()
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
})
/** How often a page has stopped drawing frames. */
let stalls = 0
const measured = new Map()
for (const size of sizes) measured.set(size, await measureSize(size))
const version = browser.version()
await browser.close()
site.close()
report()

async function measureSize(size) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' })
  await context.addInitScript(watchFrames)
  // Otherwise each new document would restore the scroll position of the one before.
  await context.addInitScript(() => sessionStorage.clear())
  const page = await context.newPage()
  console.log(`${count(size)} posts: filling`)
  await signIn(page)
  await fill(page, size)
  await browserIdle(browser)

  const figures = {}
  for (const [name, measure] of Object.entries({ firstPost, like, nextPage, profile, search })) {
    console.log(`${count(size)} posts: ${name}`)
    const times = []
    for (let run = 0; run < RUNS && !times.includes(null); run += 1) times.push(await measure(page, size))
    figures[name] = times.includes(null) ? undefined : median(times)
  }
  await page.close()
  console.log(`${count(size)} posts: scrolling`)
  Object.assign(figures, await inNewPage(context, (fresh) => scroll(fresh, context)))
  console.log(`${count(size)} posts: an hour of use`)
  figures.heapGrowth = await inNewPage(context, async (fresh) => {
    await explore(fresh)
    return heapGrowth(fresh, context, TARGET_POSTS)
  })
  await context.close()
  return figures
}

/**
 * Measures in a new page, and again in another one if Chromium stops drawing frames: during a long scroll its compositor
 * can wait for ever for a frame to be ready, while the scripts of the page go on.
 */
async function inNewPage(context, measure) {
  for (;;) {
    const page = await context.newPage()
    const figures = await Promise.race([measure(page), stall(page)])
    await page.close()
    if (figures !== STALLED) return figures
    stalls += 1
    if (stalls > MAX_STALLS) throw new Error('Chromium keeps stopping to draw frames.')
    console.log('No more frames: measuring again in a new page')
  }
}

/** Resolves to `STALLED` when the page draws no more frames, or is closed. */
async function stall(page) {
  let isDrawing = true
  while (isDrawing && !page.isClosed()) {
    await delay(FRAME_CHECK_MS)
    // A navigation ends the check.
    isDrawing = await page.evaluate(drawsFrame).catch(() => true)
  }
  return STALLED
}

async function signIn(page) {
  await page.goto(`${site.origin}/login`)
  await page.getByRole('button', { name: 'Test Login' }).click()
  await page.getByRole('article').first().waitFor()
}

/** Sets the latency to 0, and generates users and posts beside the seed: ten posts for each user. */
async function fill(page, size) {
  await page.goto(`${site.origin}/lab`)
  await page.getByRole('group', { name: 'Latency' }).getByLabel('Value').fill('0')
  // The badge shows what is saved.
  await page.getByRole('link', { name: /^Lab: 0 ms/ }).waitFor()
  const data = page.getByRole('region', { name: 'Data' })
  await data.getByText('6 users, 6 posts').waitFor()
  if (size <= 6) return
  await page.getByRole('textbox', { name: 'Users' }).fill(String(size / 10))
  await page.getByLabel('Posts').fill(String(size))
  await page.getByRole('button', { name: 'Generate', exact: true }).click()
  await data.getByRole('status').filter({ hasText: 'Generated.' }).waitFor({ timeout: GENERATION_LIMIT_MS })
}

/** Opens Explore with a new document. */
async function explore(page) {
  await page.goto(`${site.origin}/explore`)
  return page.evaluate(() => globalThis.firstPostAt)
}

/** Opens Explore and waits until its first page of posts is shown as a whole. */
async function exploreSettled(page) {
  await explore(page)
  await page.waitForTimeout(SETTLING_MS)
}

async function firstPost(page) {
  return explore(page)
}

async function like(page) {
  await exploreSettled(page)
  return likeInView(page)
}

/** Presses a heart once it is in view: a scroll at the same time would mount posts. */
async function likeInView(page) {
  const buttons = page.getByRole('article').getByRole('button', { name: 'Like', exact: true })
  const index = await buttons.evaluateAll((all) =>
    all.findIndex((button) => button.getBoundingClientRect().top > innerHeight / 3),
  )
  const button = await buttons.nth(index).elementHandle()
  await button.scrollIntoViewIfNeeded()
  await page.waitForTimeout(SETTLING_MS)
  await page.evaluate(watchInput, 'click')
  const shownAt = page.evaluate(() => {
    const pressed = document.querySelectorAll('article [aria-label="Unlike"]')
    return globalThis.painted(() => document.querySelectorAll('article [aria-label="Unlike"]').length > pressed.length)
  })
  await button.click()
  return sinceInput(page, await shownAt)
}

/** Returns null if there are fewer pages than it measures. */
async function nextPage(page, size) {
  if (size <= TIMED_PAGES * PAGE_SIZE) return null
  await exploreSettled(page)
  return page.evaluate(timePages, { pages: TIMED_PAGES, pageSize: PAGE_SIZE })
}

async function profile(page) {
  await exploreSettled(page)
  const link = page.locator('article a[href^="/userprofile/"]:not([aria-hidden])').first()
  await page.evaluate(watchInput, 'click')
  const shownAt = page.evaluate(() => {
    const heading = document.querySelector('h1')?.textContent
    return globalThis.painted(
      () =>
        location.pathname.startsWith('/userprofile/') &&
        document.querySelector('h1')?.textContent !== heading &&
        document.querySelector('article'),
    )
  })
  await link.click()
  return sinceInput(page, await shownAt)
}

async function search(page) {
  await exploreSettled(page)
  const field = page.getByRole('combobox', { name: 'Search Users...' })
  await field.focus()
  await page.evaluate(watchInput, 'keydown')
  const shownAt = page.evaluate(() => globalThis.painted(() => document.querySelector('[role="option"]')))
  await field.press('a')
  return sinceInput(page, await shownAt)
}

async function sinceInput(page, shownAt) {
  return shownAt - (await page.evaluate(() => globalThis.inputAt))
}

async function scroll(page, context) {
  await explore(page)
  const { posts, longest } = await page.evaluate(scrollThrough, { target: TARGET_POSTS, timeLimit: SCROLL_LIMIT_MS })
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)
  await page.waitForTimeout(SETTLING_MS)
  const likes = []
  // A list of one page has too few posts that are not liked.
  if (posts > PAGE_SIZE) for (let run = 0; run < RUNS; run += 1) likes.push(await likeInView(page))
  return { posts, longest, elements, likeAtEnd: median(likes), heap: await heapSize(page, context) }
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
}

function report() {
  const times = {
    firstPost: 'Navigation to first post',
    like: 'Like to paint',
    nextPage: `Next page, mean of ${TIMED_PAGES}`,
    profile: 'Open a profile',
    search: 'Search by a letter',
  }
  const cells = (format) => sizes.map((size) => format(measured.get(size)))
  const growthOf = (name) => measured.get(100_000)?.[name] / measured.get(1000)?.[name]
  const growthCell = (name) => {
    const growth = growthOf(name)
    return Number.isFinite(growth) ? verdict(growth <= 1.5, `${significant(growth)} times`, '1.5') : '–'
  }
  const stalled = stalls > 0 ? ` Pages measured again, because Chromium had stopped drawing frames: ${stalls}.` : ''
  const longest = Math.max(...[...measured.values()].map((figures) => figures.longest ?? 0))
  const elements = Math.max(...[...measured.values()].map((figures) => figures.elements))
  const body = `
The built app in Chromium at 1440 × 900, signed in, with latency 0 and without the service worker: medians of ${RUNS}.
Data of two kinds: the seed as on a first visit (6 posts), and beside it what the lab's generator makes with seed 1, ten
posts for each user, likes, follows and bookmarks. Measured once the browser has ordered what it has stored. The last
column compares 100,000 posts with 1,000.

${table(
  ['', ...sizes.map((size) => `${count(size)} posts`), 'growth'],
  Object.entries(times).map(([name, title]) =>
    [title].concat(
      cells((figures) => duration(figures[name])),
      growthCell(name),
    ),
  ),
)}

${plotLink('scale', 'times', 'Times in the app by number of posts')}

### After scrolling down Explore

Two thirds of a screen in each frame, until ${count(TARGET_POSTS)} posts were shown, the list ended, or ${
    SCROLL_LIMIT_MS / 1000
  }
seconds were over. The heap is that of the page after a garbage collection. The hour of use is compressed to ${ROUNDS} rounds
of scrolling on, likes, profiles, a search and a change of pages.${stalled}

${table(
  ['', ...sizes.map((size) => `${count(size)} posts`), 'growth'],
  [
    ['Posts shown'].concat(
      cells(({ posts }) => count(posts)),
      '–',
    ),
    ['Elements in the document'].concat(
      cells((figures) => count(figures.elements)),
      '–',
    ),
    ['Like to paint there'].concat(
      cells(({ likeAtEnd }) =>
        likeAtEnd === undefined ? '–' : verdict(likeAtEnd <= 16, duration(likeAtEnd), '16 ms'),
      ),
      growthCell('likeAtEnd'),
    ),
    ['Heap'].concat(
      cells(({ heap }) => `${significant(heap)} MB`),
      growthCell('heap'),
    ),
    ['Heap after an hour, as a multiple of that after five minutes'].concat(
      cells((figures) => verdict(figures.heapGrowth <= 1.5, significant(figures.heapGrowth), '1.5')),
      '–',
    ),
    ['Longest task'].concat(
      cells((figures) => (figures.longest === null ? 'under 50 ms' : duration(figures.longest))),
      growthCell('longest'),
    ),
  ],
)}

No task over 50 ms: ${verdict(longest <= 50, longest === 0 ? 'none' : duration(longest), '50 ms')}. At most 2,000 elements:
${verdict(elements <= 2000, count(elements), '2,000')}.
`
  const content = {
    title: 'The app at any size',
    body,
    environment: [`Chromium ${version}`],
    packages: ['react', '@apollo/client'],
    plots: {
      times: lines({
        title: 'Times in the app',
        unit: 'ms',
        labels: sizes.map((size) => `${count(size)} posts`),
        series: Object.entries(times).map(([name, title]) => ({
          name: title,
          values: cells((figures) => figures[name]),
        })),
      }),
    },
  }
  if (values.sizes) console.log(body)
  else writeSection('scale', content)
}
