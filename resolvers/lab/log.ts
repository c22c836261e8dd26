import type { Clock } from '../lib/clock.ts'

/** An operation or call as it was sent. */
export interface Sent {
  /** Where it is executed: in a tab, or behind HTTP. */
  via: 'tab' | 'http'
  /** What the lab singles it out by: `LikePost`, `POST /posts/like/{postId}`; empty for an operation without a name. */
  name: string
  method: string
  /** `/graphql` for a GraphQL operation. */
  path: string
  /** The variables of a GraphQL operation, the body of a call. */
  variables?: unknown
  /** The document of a GraphQL operation. */
  query?: () => string
}

/** How it ended: an answer's status and errors, without a status that of GraphQL; what was thrown; nobody waited any more; a subscription has begun. */
export type End =
  { status?: number; errors?: readonly unknown[] | undefined } | { thrown: unknown } | 'abandoned' | 'listening'

/** What is remembered of one that has ended. */
export interface Noted {
  id: string
  at: number
  ms: number
  sent: Sent
  end: End
}

export interface RequestLog {
  /** Begins an entry, whose `sent` may still be filled in; the answer ends it. Of several ends the first counts. */
  begin(sent: Sent): (end: End) => void
}

/** So many are remembered. */
const size = 200

/**
 * Remembers the last requests of this backend, and tells them to whoever reads the log in some tab (`requests.ts`): no
 * password leaves this page or worker with it.
 */
export function createLog(events: EventTarget, clock: Clock): RequestLog {
  const name = Math.random()
  let count = 0
  let recent: Noted[] = []
  let tell: ((noted: Noted) => void) | undefined
  const beRead = async () => {
    // Few read it.
    const { tellerTo } = await import('./lab.ts')
    tell = tellerTo(events)
    recent.forEach(tell)
  }
  events.addEventListener('labRead', () => void beRead())
  events.addEventListener('labForget', () => {
    recent = []
  })
  // Whoever reads already has it be read too.
  events.dispatchEvent(new CustomEvent('labBegun'))

  return {
    begin(sent) {
      const at = clock()
      const start = performance.now()
      let open = true
      return (end) => {
        if (!open) return
        open = false
        const noted = { id: `${name} ${(count += 1)}`, at, ms: performance.now() - start, sent, end }
        recent = [...recent.slice(1 - size), noted]
        tell?.(noted)
      }
    },
  }
}
