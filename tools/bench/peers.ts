import { createMemoryStore } from '../../resolvers/store/memory/store.ts'
import { reader } from './data.ts'
import { compare, DEFAULT_LIMITS, type Limits, type Timing } from './measure.ts'
import { openFilled, type OpenedBackend } from './opened.ts'
import { calls, type Client, type Records, type Subjects } from './peers/calls.ts'
import { startMirage } from './peers/mirage.ts'
import { startMsw } from './peers/msw.ts'
import { tokenFor } from './peers/rules.ts'
import { graphqlTasks, serviceTasks } from './peers/weft.ts'

export const sizes = [6, 1000, 10_000, 100_000]

/** Timings by number of posts, call and variant. */
export type PeerTimings = Record<number, Record<string, Record<string, Timing>>>

/** The variants that run in one process: MirageJS and MSW replace `fetch`. */
export const peers = {
  weft: measureWeft,
  mirage: (size: number) => measureClient('MirageJS', size, startMirage),
  msw: (size: number) => measureClient('MSW', size, startMsw),
}

const quickLimits = { ...DEFAULT_LIMITS, time: 400 }

/** A list of 100,000 posts takes seconds. */
function limitsFor(size: number): Limits {
  return size > 10_000 ? { ...quickLimits, minRuns: 2 } : quickLimits
}

async function measureWeft(size: number): Promise<PeerTimings[number]> {
  const opened = await openFilled(createMemoryStore(), size)
  const subjects = subjectsOf(opened)
  const client: Client = async (method, path, body) => JSON.parse(await opened.rest(method, path, body))
  const graphql = graphqlTasks(opened)
  const services = serviceTasks(opened)
  const timings: PeerTimings[number] = {}
  for (const [name, { requests, run }] of Object.entries(calls)) {
    const [inGraphql, inServices] = [graphql[name], services[name]]
    const fast = {
      ...(inGraphql && { GraphQL: () => inGraphql(subjects) }),
      ...(inServices && { services: () => inServices(subjects) }),
    }
    timings[name] = perRequest(requests, {
      ...(await compare(fast, quickLimits)),
      // Apart, because it is slow and would leave no time for the others.
      ...(await compare({ facade: () => run(client, subjects) }, limitsFor(size))),
    })
  }
  return timings
}

async function measureClient(
  variant: string,
  size: number,
  start: (records: Records, token: string) => Promise<{ client: Client; close: () => void }>,
): Promise<PeerTimings[number]> {
  const opened = await openFilled(createMemoryStore(), size)
  const subjects = subjectsOf(opened)
  const token = await tokenFor(opened.readerId, reader.username)
  const { client, close } = await start(await recordsOf(opened), token)
  const timings: PeerTimings[number] = {}
  for (const [name, { requests, run }] of Object.entries(calls)) {
    const tasks = { [variant]: () => run(client, subjects) }
    timings[name] = perRequest(requests, await compare(tasks, limitsFor(size)))
  }
  close()
  return timings
}

function perRequest(requests: number, timings: Record<string, Timing>): Record<string, Timing> {
  const divided = Object.entries(timings).map(
    ([name, { median, runs }]) => [name, { median: median / requests, runs }] as const,
  )
  return Object.fromEntries(divided)
}

/** The data as `/api` returns it. */
async function recordsOf({ rest }: OpenedBackend): Promise<Records> {
  const { users }: Pick<Records, 'users'> = JSON.parse(await rest('GET', '/users'))
  const { posts }: Pick<Records, 'posts'> = JSON.parse(await rest('GET', '/posts'))
  return { users, posts }
}

/** A post in the middle of all, one of the authors, and the last user, whom the reader does not follow. */
function subjectsOf({ users, posts }: OpenedBackend): Subjects {
  const post = posts[Math.floor(posts.length / 2)]
  const [author, other] = [users[0], users.at(-1)]
  if (!post || !author || !other) throw new Error('There is too little data.')
  return { postId: post.id, userId: author.id, username: author.username, otherId: other.id }
}
