import type { Page } from '@playwright/test'
import { count, demo, heading } from '../app.ts'
import { allRows, type Rows } from '../databases.ts'
import { inconsistenciesIn } from '../inconsistencies.ts'
import { expect, userTest } from '../fixtures.ts'
import type { SignedInUser, Outcome, ChangePlan } from '../inPage/randomChanges.ts'
import { addBackend } from '../inPage/bundle.ts'
import { seed } from '../../seed.ts'
import { expectWorker } from './app.ts'
import { contradictionsIn } from './contradictions.ts'

userTest.use({ serviceWorkers: 'allow' })

type Tabs = Record<'home' | 'profile' | 'explore' | 'bookmarks', Page>

/** The users as whom every tab and the worker make changes. */
const sharedUsernames = ['asharao', 'kenjimori']

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

function logInAs(page: Page, username: string): Promise<SignedInUser> {
  return page.evaluate(async ([name, password]) => (await backendInPage).logIn(name, password), [
    username,
    demo.password,
  ] as const)
}

function makeChanges(page: Page, plan: ChangePlan, via: 'page' | 'worker'): Promise<Outcome[]> {
  return page.evaluate(async ([givenPlan, target]) => (await backendInPage).makeChanges(givenPlan, target), [
    plan,
    via,
  ] as const)
}

/** Expects that every post on the page exists in the database with the same text and likes. */
async function expectUpToDate(page: Page, { posts }: Rows): Promise<void> {
  const now = new Map(
    posts.map(({ id, content, likeCount }) => [id, { id, content, likes: likeCount > 0 ? String(likeCount) : '' }]),
  )
  await expect(async () => {
    const shown = await shownOn(page)
    expect(shown.length).toBeGreaterThan(0)
    expect(shown).toEqual(shown.map(({ id }) => now.get(id)))
  }).toPass()
}

/** Returns the id, text and likes of each post on the page. */
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

userTest('concurrent changes by four tabs and the service worker are serialisable', async ({ page, allowConsole }) => {
  // Requested for the picture of a post that was deleted while a page showed it.
  allowConsole('the server responded with a status of 404')
  console.log(`SEED=${seed}`)
  const tabs = await openTabs(page)
  const sharedUsers = await Promise.all(sharedUsernames.map((name) => logInAs(page, name)))
  const before = await allRows(page)
  const changeInTab = async (tab: Page, name: string, at: number) => {
    const users = [...sharedUsers, await logInAs(tab, name)]
    return makeChanges(tab, { name, seed: seed + at, users, count: 200, concurrency: 1 }, 'page')
  }
  const results = await Promise.all([
    makeChanges(page, { name: 'worker', seed, users: sharedUsers, count: 200, concurrency: 25 }, 'worker'),
    changeInTab(tabs.home, 'tomasvela', 1),
    changeInTab(tabs.profile, 'ines_weaves', 2),
    changeInTab(tabs.explore, 'freyalund', 3),
    changeInTab(tabs.bookmarks, 'samuel_adu', 4),
  ])

  const after = await allRows(page)
  const outcomes = results.flat()
  expect(outcomes).toHaveLength(1000)
  expect(inconsistenciesIn(after)).toEqual([])
  expect(contradictionsIn(before, after, outcomes)).toEqual([])
  for (const tab of [tabs.home, tabs.explore]) await expectUpToDate(tab, after)
  await expectCounts(tabs.profile, after, 'asharao')

  // Tests the check itself: if one of these outcomes is left out, it must find a contradiction.
  for (const mutation of ['likePost', 'addBookmark', 'followUser', 'createPost', 'deletePost'] as const) {
    const isDone = (outcome: Outcome) => outcome.mutation === mutation && outcome.errorCode === null
    const isThere = ({ of }: Outcome) =>
      mutation === 'followUser' || after.posts.some(({ id }) => id === of) === (mutation !== 'deletePost')
    const one = outcomes.find((outcome) => isDone(outcome) && isThere(outcome))
    expect(
      contradictionsIn(
        before,
        after,
        outcomes.filter((outcome) => outcome !== one),
      ),
      mutation,
    ).not.toEqual([])
  }
})
