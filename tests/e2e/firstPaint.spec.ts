import type { Locator, Page } from '@playwright/test'
import { button, heading, logIn, post, testLogin } from './app.ts'
import { expect, freshTest, userTest, visitorTest, type WorkerFixtures } from './fixtures.ts'
import { expectRecording } from './lab.ts'

/** What a page shows before its scripts have run, and when it requests them. */

// Without a stored state: it takes a script to store one.
freshTest.describe('without scripts', () => {
  freshTest.use({ javaScriptEnabled: false })

  for (const [path, title] of [
    ['/', 'Share - Explore - Connect'],
    ['/login', 'Welcome back'],
    ['/signup', 'Create your account'],
  ] as const) {
    freshTest(`${path} shows its text`, async ({ page }) => {
      await page.goto(path)
      await expect(heading(page, title)).toBeVisible()
      await expect(page).toHaveTitle(/ · Weft$/)
    })
  }
})

interface HeldScripts {
  requested: () => string[]
  release: () => void
}

/** Holds the responses of scripts. `release` lets those through that have been requested so far. */
async function holdScripts(page: Page): Promise<HeldScripts> {
  let held: { name: string; release: () => void }[] = []
  await page.route('**/assets/*.js', async (route) => {
    const name = chunkName(route.request().url())
    await new Promise<void>((resolve) => held.push({ name, release: resolve }))
    await route.continue()
  })
  return {
    requested: () => held.map(({ name }) => name).toSorted(),
    release: () => {
      for (const { release } of held) release()
      held = []
    },
  }
}

function chunkName(url: string): string {
  return /assets\/([\w.]+)-/.exec(url)?.[1] ?? ''
}

/** Expects `content` with no other scripts than those that the document requests, this chunk among them. */
async function expectNoLaterScript(
  page: Page,
  { requested, release }: HeldScripts,
  { host, chunk, content }: { host: WorkerFixtures['host']; chunk: string; content: Locator },
): Promise<void> {
  const backend = host === 'server' ? ['serverBackend'] : ['backend', 'inPageBackend']
  await expect.poll(requested).toEqual(expect.arrayContaining(['app', 'base', 'index', ...backend, chunk]))
  const named = page.locator('script[src], link[rel=modulepreload]')
  const urls = await named.evaluateAll((elements) =>
    elements.map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? ''),
  )
  await expect.poll(requested).toEqual(urls.map(chunkName).toSorted())
  // Those of the backend. On a server only the lab needs them.
  if (host === 'server' && chunk !== 'LabPage') expect(requested()).not.toContain('libraries')
  release()
  // A script that is requested later stays held.
  await expect(content).toBeVisible()
}

freshTest(
  '/explore shows its shell and requests all that its posts need before a script runs',
  { tag: '@quick' },
  async ({ page, context, host }) => {
    await page.goto('/login')
    await testLogin(page)
    // A tab of its own: Home goes on loading scripts when it is idle.
    const tab = await context.newPage()
    const scripts = await holdScripts(tab)
    await tab.goto('/explore', { waitUntil: 'commit' })
    await expect(heading(tab, 'Explore')).toBeVisible()
    // The style sheet that hides the tab bar may load after the heading is in the document.
    await expect(tab.getByRole('link', { name: 'Explore' })).toHaveCount(1)
    await expect(tab.getByRole('link', { name: 'Explore' })).toHaveAttribute('aria-current', 'page')
    await expectNoLaterScript(tab, scripts, { host, chunk: 'app', content: post(tab, '@kenjimori') })
  },
)

freshTest('every page requests all that it needs before a script runs', async ({ page, context, host }) => {
  visitorTest.slow()
  await page.goto('/login')
  await testLogin(page)
  const kenji = post(page, '@kenjimori')
  const profilePath = await kenji.getByRole('link', { name: 'Kenji Mori' }).first().getAttribute('href')
  const postPath = await kenji.locator('a[href^="/post/"]').first().getAttribute('href')
  const pages: { path: string; chunk: string; contentOf: (tab: Page) => Locator }[] = [
    { path: '/home', chunk: 'app', contentOf: (tab) => post(tab, '@kenjimori') },
    { path: '/bookmarks', chunk: 'app', contentOf: (tab) => tab.getByText('No Bookmarks') },
    { path: '/settings', chunk: 'SettingsPage', contentOf: (tab) => button(tab, 'Delete my account') },
    { path: '/userprofile', chunk: 'ProfilePage', contentOf: (tab) => post(tab, '@asharao') },
    {
      path: `${profilePath}/followers`,
      chunk: 'PeoplePages',
      contentOf: (tab) => tab.getByRole('main').getByText('@samuel_adu'),
    },
    { path: '/tag/indigo', chunk: 'TagPage', contentOf: (tab) => tab.getByText('No posts with #indigo') },
    { path: '/search?q=wool', chunk: 'SearchPage', contentOf: (tab) => tab.getByText('No posts with “wool”') },
    { path: `${postPath}`, chunk: 'PostPage', contentOf: (tab) => post(tab, '@kenjimori') },
    { path: `${postPath}/likes`, chunk: 'PeoplePages', contentOf: (tab) => tab.getByText('No names to show') },
    { path: '/lab', chunk: 'LabPage', contentOf: (tab) => tab.getByRole('group', { name: 'Latency' }) },
  ]
  for (const { path, chunk, contentOf } of pages) {
    await visitorTest.step(path, async () => {
      const tab = await context.newPage()
      const scripts = await holdScripts(tab)
      await tab.goto(path, { waitUntil: 'commit' })
      await expectNoLaterScript(tab, scripts, { host, chunk, content: contentOf(tab) })
      await tab.close()
    })
  }
})

freshTest('after Test Login is pressed, Home shows without another script', async ({ page, host }) => {
  const backend = host === 'server' ? [] : ['pictures', 'deferredResolvers.chunk']
  const idle = ['app', 'app.chunk', ...backend].map((chunk) =>
    page.waitForResponse((response) => chunkName(response.url()) === chunk),
  )
  await page.goto('/login')
  await Promise.all(idle)
  await holdScripts(page)
  await testLogin(page)
  await expect(post(page, '@kenjimori')).toBeVisible()
})

/** Opens Explore, and waits until it is idle: it then handles presses of links, and has loaded the pages that they open. */
async function openIdleExplore(page: Page): Promise<void> {
  const idle = ['PostPage', 'ProfilePage'].map((chunk) =>
    page.waitForResponse((response) => chunkName(response.url()) === chunk),
  )
  await page.goto('/explore')
  await Promise.all(idle)
}

userTest('once Explore is idle, posts, profiles and Home show without another script', async ({ page }) => {
  await openIdleExplore(page)
  await holdScripts(page)
  await post(page, '@kenjimori').getByRole('time').click()
  await expect(heading(page, 'Post')).toBeVisible()
  await post(page, '@kenjimori').getByRole('link', { name: 'Kenji Mori' }).first().click()
  await expect(heading(page, 'Kenji Mori')).toBeVisible()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(heading(page, 'Home')).toBeVisible()
})

userTest('a touch that starts a scroll on a link runs no query', async ({ page, context }) => {
  const lab = await context.newPage()
  await lab.goto('/lab')
  await expectRecording(lab)
  await openIdleExplore(page)
  await post(page, '@kenjimori').getByRole('time').dispatchEvent('pointerdown', { button: 0 })
  await post(page, '@kenjimori').getByRole('time').dispatchEvent('pointercancel')
  await post(page, '@tomasvela').getByRole('time').click()
  await expect(heading(page, 'Post')).toBeVisible()
  // A query of the first post would have been sent, and logged, before this call.
  await button(page.getByRole('region', { name: 'Post', exact: true }), 'Like').click()
  await expect(button(lab.getByRole('log'), 'LikePost')).toBeVisible()
  await expect(button(lab.getByRole('log'), 'PostPage')).toHaveCount(1)
})

visitorTest('the landing page loads no code of the pages for users', async ({ page }) => {
  const idle = page.waitForResponse(/assets\/idleWork-/)
  await page.goto('/')
  // Loads after everything else.
  await idle
  await page.waitForLoadState('networkidle')
  const scripts = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(scripts.filter((name) => /assets\/(app|backend)-.*\.js$/.test(name))).toEqual([])
})

userTest('the landing page never shows to a user', async ({ page }) => {
  const { release } = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(heading(page, 'Share - Explore - Connect')).toHaveCount(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  release()
  await expect(heading(page, 'Home')).toBeVisible()
})

visitorTest('a page for users shows nothing of the landing page to a visitor', async ({ page }) => {
  const { release } = await holdScripts(page)
  await page.goto('/explore', { waitUntil: 'commit' })
  await expect(page.locator('#root')).toBeEmpty()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  release()
  await expect(button(page, 'Login')).toBeVisible()
})

visitorTest(
  'keeps what is typed before hydration and repeats the press of Log In',
  { tag: '@quick' },
  async ({ page }) => {
    const { release } = await holdScripts(page)
    await page.goto('/login', { waitUntil: 'commit' })
    await logIn(page)
    await expect(page).toHaveURL('/login')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    release()
    await expect(heading(page, 'Home')).toBeVisible()
  },
)
