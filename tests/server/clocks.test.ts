/** What processes whose clocks differ do over one Postgres. */

import pg from 'pg'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { EventFeed } from '../../resolvers/events/eventFeed.ts'
import { openPostgresStore } from '../../resolvers/store/postgres/store.ts'
import { openBackend, type TestBackend, type TestUser } from '../backend.ts'
import { at, listAt, textAt } from '../values.ts'
import { createPostgresDatabase } from './databases.ts'
import { runServer, startServer } from './serverProcess.ts'

/** Moves the clock of a server by this many milliseconds. */
function clockOff(milliseconds: number): { NODE_OPTIONS: string } {
  const script = `const { now } = Date; Date.now = () => now() + ${milliseconds}`
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(script)}` }
}

const START = Date.parse('2026-05-04T09:30:00Z')
const AHEAD_MS = 500
const PAGE = 4

/** Reads the posts page by page, the newest first. */
async function* pagesOf({ gql }: TestBackend): AsyncGenerator<string[]> {
  const query = `query ($after: String) {
    posts(first: ${PAGE}, after: $after) { pageInfo { hasNextPage endCursor } edges { node { id } } }
  }`
  for (let after: string | null = null; ;) {
    const result = await gql(query, { after })
    yield listAt(result, 'data.posts.edges').map((edge) => textAt(edge, 'node.id'))
    if (at(result, 'data.posts.pageInfo.hasNextPage') === false) return
    after = textAt(result, 'data.posts.pageInfo.endCursor')
  }
}

/** Creates a post. Returns its id. */
async function createPost({ gql }: TestBackend, { token }: TestUser): Promise<string> {
  const mutation = 'mutation { createPost(input: { content: "Weft" }) { postEdge { node { id } } } }'
  return textAt(await gql(mutation, {}, token), 'data.createPost.postEdge.node.id')
}

describe.runIf(inject('postgresUrl'))('a server whose clock is', () => {
  it.each([
    [1500, 'ahead of'],
    [-1500, 'behind'],
  ])('%s ms off that of the database refuses to start', async (offset, where) => {
    const env = { DATABASE_URL: await createPostgresDatabase(), ...clockOff(offset) }
    expect(await runServer({ env })).toEqual({
      code: 1,
      output: expect.stringMatching(
        new RegExp(`^The clock of this machine is 1\\.[45] s ${where} that of the database\\. .+\\n$`),
      ),
    })
  })

  it('500 ms off starts', async () => {
    await startServer({ env: { DATABASE_URL: await createPostgresDatabase(), ...clockOff(AHEAD_MS) } })
  })
})

describe.runIf(inject('postgresUrl'))('two processes, one with a clock 500 ms ahead', () => {
  async function openTwo() {
    const url = await createPostgresDatabase()
    const report = (error: unknown) => expect.fail(String(error))
    const open = async (ahead: number) => {
      const store = await openPostgresStore({ source: url, schemaChanges: 'create' })
      const events = new EventFeed(store, { report })
      onTestFinished(async () => {
        await events.close()
        await store.close()
      })
      const startAt = new Date(START + ahead).toISOString()
      return openBackend(async () => store, { store, events, startAt })
    }
    const [here, ahead] = [await open(0), await open(AHEAD_MS)]
    const advance = (milliseconds: number) => {
      here.setClock(new Date(START + milliseconds).toISOString())
      ahead.setClock(new Date(START + AHEAD_MS + milliseconds).toISOString())
    }
    return { url, here, ahead, advance }
  }

  it('skip no post in a list: it is on a page, or its event arrives', async () => {
    const { url, here, ahead, advance } = await openTwo()
    const ada = await here.signUpUser('ada')
    const grace = await here.signUpUser('grace')
    for (let number = 0; number < 10; number += 1) {
      advance(10 * number)
      await createPost(here, ada)
    }
    const newest = await createPost(ahead, ada)
    const before = (await here.store.read.posts.page('LATEST', { limit: 100 })).map(({ row }) => row.id)

    const stream = await here.subscribe('subscription { changes { ... on PostCreation { postEdge { node { id } } } } }')
    const pages = pagesOf(here)
    const readIds = [...((await pages.next()).value ?? [])]
    expect(readIds[0]).toBe(newest)

    advance(200)
    // Its id follows that of the newest, although the clock of its process is behind.
    const between = await createPost(here, grace)
    // Has its id now, and is committed when pages of posts with smaller ids have been read.
    const held = new pg.Client(url)
    await held.connect()
    await held.query('begin')
    await held.query('select from weft.users where id = $1 for share', [grace.id])
    const late = createPost(here, grace)
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => (await held.query(waiting)).rowCount).toBe(1)
    readIds.push(...((await pages.next()).value ?? []))
    await held.query('commit')
    await held.end()
    const lateId = await late
    for await (const page of pages) readIds.push(...page)

    expect(readIds).toEqual(before)
    // Perhaps after events that had no number yet when the stream began.
    const announced: string[] = []
    while (announced.at(-1) !== lateId) {
      announced.push(textAt(await stream.next(), 'data.changes.postEdge.node.id'))
    }
    expect(announced.slice(-2)).toEqual([between, lateId])
    expect(between > newest).toBe(true)
    // Whoever reads again finds them in the order of ids.
    const all: string[] = []
    for await (const page of pagesOf(ahead)) all.push(...page)
    expect(all).toEqual([...before, between, lateId].toSorted().toReversed())
  })
})
