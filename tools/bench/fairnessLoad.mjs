// The loads of `npm run bench:fairness`, in a process of its own: what is measured does not wait for them.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Agent, request } from 'undici'

const CONNECTIONS = 20
const STREAMS = 60

const page = (first) => `(first: ${first}) { edges { node { id } } }`
const lists = ['followers', 'following', 'posts']

/** Reads as many lists as the limits allow: 17 of each of 100 users. */
const dearest = `{ users(first: 100) { edges { node {
  id ${Array.from({ length: 14 }, (_, at) => `a${at}: ${lists[at % 3]}${page(4 + Math.floor(at / 3))}`).join(' ')}
  ${lists.map((list) => `${list}${page(10)}`).join(' ')}
} } } }`

/** Reads what a subscription may read for an event: what its viewer has to do with it, and 20 lists. */
const dearestSubscription = `subscription { changes { ... on PostChange { post {
  id content likeCount viewerHasLiked viewerHasBookmarked viewerHasDisliked
  ${Array.from({ length: 10 }, (_, at) => `l${at}: likedBy${page(1 + at)}`).join(' ')}
  author { id viewerIsFollowing followers${page(10)} following${page(10)} posts${page(10)}
    ${Array.from({ length: 5 }, (_, at) => `p${at}: posts${page(1 + at)}`).join(' ')} }
} } } }`

export const LOADS = {
  queries: { title: `${CONNECTIONS} connections with the dearest query`, run: sendQueries },
  streams: { title: `${STREAMS} streams with the dearest document`, run: openStreams },
}

/** Sends the dearest query on each connection as soon as the last one was answered. Returns the number of each status. */
async function sendQueries({ url, address, until }) {
  const statuses = {}
  const connection = async () => {
    const dispatcher = new Agent({ connections: 1, pipelining: 1 })
    while (performance.now() < until) {
      const status = await send(url, { address, query: dearest, dispatcher })
      statuses[status] = (statuses[status] ?? 0) + 1
    }
    await dispatcher.destroy()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
  return statuses
}

async function send(url, { address, query, dispatcher }) {
  try {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
    const body = JSON.stringify({ query })
    const response = await request(`${url}/graphql`, { method: 'POST', headers, body, dispatcher })
    await response.body.dump({ limit: 10_000_000 })
    return response.statusCode
  } catch (error) {
    return error.code ?? error.message
  }
}

/** Opens the streams: ten of visitors, the others of accounts. Returns the number of each status, and of the events. */
async function openStreams({ url, address, tokens, until }) {
  const counts = { events: 0 }
  const closed = new AbortController()
  const owners = [undefined, ...tokens]
  const open = async (_, index) => {
    const token = owners[index % owners.length]
    const headers = {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      'x-forwarded-for': address,
      ...(token && { authorization: token }),
    }
    const body = JSON.stringify({ query: dearestSubscription })
    const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body, signal: closed.signal })
    counts[response.status] = (counts[response.status] ?? 0) + 1
    for await (const chunk of response.body)
      counts.events += Buffer.from(chunk).toString().split('event: next').length - 1
  }
  const streams = Array.from({ length: STREAMS }, open).map((stream) => stream.catch(() => {}))
  await sleep(until - performance.now())
  closed.abort()
  await Promise.all(streams)
  return counts
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [{ load, seconds, ...options }] = await once(process, 'message')
  const result = await LOADS[load].run({ ...options, until: performance.now() + 1000 * seconds })
  process.send(result, () => process.exit())
}
