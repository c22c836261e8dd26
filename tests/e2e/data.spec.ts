import { SNAPSHOT_VERSION } from '../../resolvers/snapshot/format.ts'
import { allRows, withoutSessions } from './databases.ts'
import { inconsistenciesIn } from './inconsistencies.ts'
import { expect, userTest } from './fixtures.ts'
import { runInWorker } from './inPage/dataWorker.ts'

const grow = { kind: 'grow', users: 150, posts: 900, seed: 3 } as const

userTest.beforeEach(async ({ page }) => {
  await page.goto('/home')
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
})

userTest('importing a snapshot restores every row', async ({ page }) => {
  expect(await runInWorker(page, grow)).toMatchObject({ result: { counts: { users: 150, posts: 900 } } })
  const rows = await allRows(page)
  const { fingerprint } = await runInWorker(page, { kind: 'export' })
  expect(await runInWorker(page, { kind: 'scenario', scenario: 'seed', seed: 1 })).toMatchObject({
    result: { counts: { users: 6, posts: 6 } },
  })
  await runInWorker(page, { kind: 'import' })
  expect(withoutSessions(await allRows(page))).toEqual(withoutSessions(rows))
  expect((await runInWorker(page, { kind: 'export' })).fingerprint).toBe(fingerprint)
})

userTest('cancelling the generator leaves consistent data', async ({ page }) => {
  const outcome = await runInWorker(page, { ...grow, posts: 20_000 }, 4)
  expect(outcome).toMatchObject({ error: { name: 'AbortError' } })
  const rows = await allRows(page)
  expect(rows.posts.length).toBeLessThan(20_000)
  expect(inconsistenciesIn(rows)).toEqual([])
})

userTest('closing the tab while the generator runs leaves consistent data', async ({ page, context }) => {
  const other = await context.newPage()
  await other.goto('/home')
  const running = runInWorker(other, { ...grow, posts: 20_000 }).catch(() => 'closed')
  await expect(async () => expect((await allRows(page)).posts.length).toBeGreaterThan(200)).toPass()
  await other.close()
  expect(await running).toBe('closed')
  const rows = await allRows(page)
  expect(rows.posts.length).toBeLessThan(20_000)
  expect(inconsistenciesIn(rows)).toEqual([])
})

userTest('an invalid snapshot is refused with its line number and changes nothing', async ({ page }) => {
  const before = await allRows(page)
  const header = {
    weft: 'snapshot',
    version: SNAPSHOT_VERSION,
    exportedAt: '2026-05-04T09:30:00.000Z',
    counts: { users: 0, posts: 0, reactions: 0, bookmarks: 0, follows: 0, files: 0 },
  }
  const outcome = await runInWorker(page, {
    kind: 'import',
    parts: [JSON.stringify(header), '\n', '{"table":"users"}\n'],
  })
  expect(outcome).toMatchObject({ error: { name: 'BadFileError', message: 'Line 2: "row" is missing.' } })
  expect(await allRows(page)).toEqual(before)
})
