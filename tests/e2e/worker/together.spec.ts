import type { Page } from '@playwright/test'
import { count, demo, heading } from '../app.ts'
import { allRows, type Rows } from '../databases.ts'
import { inconsistenciesIn } from '../inconsistencies.ts'
import { expect, memberTest as test } from '../fixtures.ts'
import type { Member, Outcome, Part } from '../inPage/actor.ts'
import { addBackend } from '../inPage/bundle.ts'
import { expectWorker } from './app.ts'
import { contradictionsIn } from './contradictions.ts'

test.use({ serviceWorkers: 'allow' })

type Tabs = Record<'home' | 'profile' | 'explore' | 'bookmarks', Page>

const shared = ['asharao', 'kenjimori']

/** Opens four tabs of the demo user, each on its own page and with a second backend. */
async function openTabs(home: Page): Promise<Tabs> {
  const open = async (page: Page, path: string, title: string) => {
    await page.goto(path)
    await expect(heading(page, title)).toBeVisible()
    await addBackend(page)
    return page
  }
  const context = home.context()
  await open(home, '/home', 'Home')
  await expectWorker(home)
  return {
    home,
    profile: await open(await context.newPage(), '/userprofile', 'Asha Rao'),
    explore: await open(await context.newPage(), '/explore', 'Explore'),
    bookmarks: await open(await context.newPage(), '/bookmarks', 'Bookmarks'),
  }
}

function logInAs(page: Page, username: string): Promise<Member> {
  return page.evaluate(async ([name, password]) => (await backendInPage).logIn(name, password), [
    username,
    demo.password,
  ] as const)
}

function act(page: Page, part: Part, through: 'page' | 'worker'): Promise<Outcome[]> {
  return page.evaluate(async ([given, door]) => (await backendInPage).act(given, door), [part, through] as const)
}

/** Every post on the page exists in the database with the same text and likes. */
async function expectUpToDate(page: Page, { posts }: Rows): Promise<void> {
  const now = new Map(
    posts.map(({ id, content, likeCount }) => [id, { id, content, likes: likeCount > 0 ? String(likeCount) : '' }]),
  )
  await expect(async () => {
    const shown = await shownOn(page)
    expect(shown.length).toBeGreaterThan(0)
    expect(shown).toEqual(shown.map(({ id }) => now.get(id)))
  }).toPass({ timeout: 20_000 })
}

/** Id, text and likes of each post on the page. */
function shownOn(page: Page): Promise<{ id: string; content: string; likes: string }[]> {
  return page.getByRole('article').evaluateAll((articles) =>
    articles.map((article) => ({
      id: article.querySelector('a[href^="/post/"]')?.getAttribute('href')?.slice('/post/'.length) ?? '',
      content: article.querySelector('p')?.textContent ?? '',
      likes: article.querySelector('[aria-label=Like], [aria-label=Unlike]')?.textContent ?? '',
    })),
  )
}

async function expectCounts(profile: Page, { users }: Rows, username: string): Promise<void> {
  const { postCount, followerCount, followingCount } = users.find((user) => user.username === username) ?? {}
  await expect(count(profile, 'Posts')).toHaveText(String(postCount))
  await expect(count(profile, 'Followers')).toHaveText(String(followerCount))
  await expect(count(profile, 'Following')).toHaveText(String(followingCount))
}

// The machine may have much else to do.
test.describe.configure({ timeout: 180_000 })

test('a thousand changes by four tabs and the service worker at once', async ({ page, expectConsole }) => {
  // The picture of a post that was deleted while it was shown.
  expectConsole('the server responded with a status of 404')
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
  const tabs = await openTabs(page)
  const everyones = await Promise.all(shared.map((name) => logInAs(page, name)))
  const before = await allRows(page)
  const actInTab = async (tab: Page, name: string, at: number) =>
    act(tab, { name, seed: seed + at, members: [...everyones, await logInAs(tab, name)], times: 200, lanes: 1 }, 'page')

  const acted = await Promise.all([
    act(page, { name: 'worker', seed, members: everyones, times: 200, lanes: 25 }, 'worker'),
    actInTab(tabs.home, 'tomasvela', 1),
    actInTab(tabs.profile, 'ines_weaves', 2),
    actInTab(tabs.explore, 'freyalund', 3),
    actInTab(tabs.bookmarks, 'samuel_adu', 4),
  ])

  const after = await allRows(page)
  const outcomes = acted.flat()
  await test.step(`with SEED=${seed}`, async () => {
    expect(outcomes).toHaveLength(1000)
    expect(inconsistenciesIn(after)).toEqual([])
    expect(contradictionsIn(before, after, outcomes), `SEED=${seed}`).toEqual([])
    for (const tab of [tabs.home, tabs.explore]) await expectUpToDate(tab, after)
    await expectCounts(tabs.profile, after, 'asharao')
  })

  // The check itself works: without one of these outcomes it finds a contradiction.
  for (const deed of ['likePost', 'addBookmark', 'followUser', 'createPost', 'deletePost'] as const) {
    const isDone = (outcome: Outcome) => outcome.deed === deed && outcome.refused === null
    const isThere = ({ of }: Outcome) =>
      deed === 'followUser' || after.posts.some(({ id }) => id === of) === (deed !== 'deletePost')
    const one = outcomes.find((outcome) => isDone(outcome) && isThere(outcome))
    expect(
      contradictionsIn(
        before,
        after,
        outcomes.filter((outcome) => outcome !== one),
      ),
      deed,
    ).not.toEqual([])
  }
})
