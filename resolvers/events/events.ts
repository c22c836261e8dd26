/**
 * The events that are published after a change is committed, with their payloads: ids, never rows. A listener reads the
 * rows as its own viewer, so an event reveals no more than a query.
 */
export interface Events {
  postCreated: { postId: string }
  postChanged: { postId: string }
  postDeleted: { postId: string; authorId: string }
  /** Also published for a new user. */
  userChanged: { userId: string }
  /** For the bookmark's owner only. */
  bookmarkChanged: { userId: string; postId: string }
  /** For the follower only. */
  followingChanged: { followerId: string; followeeId: string }
  /** All data was replaced: anything read before may be out of date or deleted. */
  dataReplaced: Record<string, never>
}

export type Topic = keyof Events

export type Publish = <T extends Topic>(topic: T, payload: Events[T]) => void

/**
 * Returns a function that publishes to an `EventTarget`: a plain one reaches this backend, `broadcastTarget()` every
 * tab and worker; a server would use one over its message bus.
 */
export function createPublisher(events: EventTarget): Publish {
  return (topic, payload) => void events.dispatchEvent(new CustomEvent(topic, { detail: payload }))
}

export interface QueuedEvent<Payload> {
  payload: Payload
  /** Whether the same payload has been published again since: rows that were read for this event may be out of date. */
  isOutdated: () => boolean
}

/** Returns the events of one topic in the order of publication. */
export interface EventQueue<Payload> {
  /** Resolves to the next event, or null after `end`. Of equal events in the queue only the last is returned. */
  next(): Promise<QueuedEvent<Payload> | null>
  /** Stops listening. */
  end(): Promise<void>
}

/** Subscribes to a topic. Events stay in the queue until they are read. */
export function subscribeTo<T extends Topic>(events: EventTarget, topic: T): EventQueue<Events[T]> {
  const listening = new AbortController()
  /** The last event of each payload. `next` removes it. */
  const latest = new Map<string, QueuedEvent<Events[T]>>()
  const stream = new ReadableStream<QueuedEvent<Events[T]>>({
    start(controller) {
      const enqueue = (published: Event) => {
        if (!(published instanceof CustomEvent)) return
        const payload: Events[T] = published.detail
        const key = JSON.stringify(payload)
        const event = { payload, isOutdated: () => latest.get(key) !== event }
        latest.set(key, event)
        controller.enqueue(event)
      }
      events.addEventListener(topic, enqueue, { signal: listening.signal })
    },
    cancel: () => listening.abort(),
  })
  const reader = stream.getReader()
  let last: QueuedEvent<Events[T]> | undefined
  return {
    async next() {
      if (last && !last.isOutdated()) latest.delete(JSON.stringify(last.payload))
      do {
        last = (await reader.read()).value
      } while (last?.isOutdated())
      return last ?? null
    },
    end: () => reader.cancel(),
  }
}
