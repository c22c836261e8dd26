import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { readResults } from '../../src/backend/graphqlOverHttp.ts'
import { at } from '../values.ts'

/** How long a client waits before it connects again. */
const RETRY_MS = 100

interface StreamSetup {
  url: string
  /** Reads the texts of all posts, as a client does that missed events. */
  readPosts: () => Promise<string[]>
  /** Ends the stream. */
  signal: AbortSignal
}

/** What a client of a stream knows. */
export interface FollowedPosts {
  /** The texts of new posts that it received or read. */
  known: Set<string>
  /** How often it was told that it missed events. */
  missed: number
  /** How often it connected. */
  connections: number
  /** Resolves once it has connected. */
  opened: Promise<void>
  /** Resolves once it has ended. */
  ended: Promise<void>
}

/** Follows new posts on a stream. Connects again after its last event whenever the stream ends. */
export function followPosts({ url, readPosts, signal }: StreamSetup): FollowedPosts {
  // Each request adds a listener. By default Node prints a warning of a leak when there are many.
  setMaxListeners(0, signal)
  let open = () => {}
  const followed: FollowedPosts = {
    known: new Set(),
    missed: 0,
    connections: 0,
    opened: new Promise((resolve) => (open = resolve)),
    ended: Promise.resolve(),
  }
  /** As the app does, it begins with the events after its first query. */
  let lastId: string | undefined

  const follow = async () => {
    const query = 'subscription { changes { ... on PostCreation { postEdge { node { content } } } } }'
    const accept = 'text/event-stream'
    lastId ??= await idOfLastEvent(url, signal)
    const headers = {
      'content-type': 'application/json',
      accept,
      ...(lastId !== undefined && { 'last-event-id': lastId }),
    }
    const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }), signal })
    if (!response.ok) return
    followed.connections += 1
    open()
    for await (const result of readResults(response, (id) => (lastId = id))) {
      const content = at(result, 'data.changes.postEdge.node.content')
      if (typeof content === 'string') followed.known.add(content)
      if (at(result, 'errors.0.extensions.code') === 'EVENTS_MISSED') {
        for (const text of await readPosts()) followed.known.add(text)
        followed.missed += 1
      }
    }
  }
  const followAlways = async () => {
    while (!signal.aborted) {
      // A broken connection is what this client is for.
      await follow().catch(() => {})
      await pause(RETRY_MS)
    }
  }
  followed.ended = followAlways()
  return followed
}

async function idOfLastEvent(url: string, signal: AbortSignal): Promise<string | undefined> {
  const response = await fetch(`${url}/graphql?query={__typename}`, { signal })
  await response.body?.cancel()
  return response.headers.get('last-event-id') ?? undefined
}

/** Reads the texts of all posts from the database at `url`, once it answers. */
export async function readStoredPosts(url: string, untilRunning = async () => {}): Promise<string[]> {
  for (;;) {
    const database = new pg.Client(url)
    // It may be killed meanwhile.
    database.on('error', () => {})
    try {
      await untilRunning()
      await database.connect()
      const { rows } = await database.query<{ content: string }>("select content from weft.posts where state = 'shown'")
      return rows.map(({ content }) => content)
    } catch {
      continue
    } finally {
      await database.end().catch(() => {})
    }
  }
}
