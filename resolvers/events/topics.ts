/**
 * What is announced of a change once it is committed: ids alone, never rows. Whoever hears of it reads the rows as the
 * member they are, so an event tells nobody more than a query would.
 */
export interface Topics {
  postCreated: { postId: string }
  postChanged: { postId: string }
  postDeleted: { postId: string; authorId: string }
  /** A new member, too. */
  userChanged: { userId: string }
  /** `bookmarkId` is null where it was removed. Its owner's affair alone. */
  bookmarkChanged: { userId: string; postId: string; bookmarkId: string | null }
  /** The follower's affair alone. */
  followingChanged: { followerId: string; followeeId: string }
}

export type Topic = keyof Topics

/** Announces what has happened. */
export type Announce = <T extends Topic>(topic: T, what: Topics[T]) => void

/** Through an `EventTarget`, the port: one that only this backend hears, `broadcastTarget()`, or one over a server's bus. */
export function announceTo(events: EventTarget): Announce {
  return (topic, what) => void events.dispatchEvent(new CustomEvent(topic, { detail: what }))
}

/** What is announced on one topic, in the order it happened. */
export interface Announcements<What> {
  /** The next one, as soon as there is one; done after `end`. */
  next(): Promise<{ done: false; value: What } | { done: true; value?: undefined }>
  /** Stops listening. */
  end(): Promise<{ done: true; value: undefined }>
}

/** Listens from now on. Nothing is dropped, however slowly it is read. */
export function announcements<T extends Topic>(events: EventTarget, topic: T): Announcements<Topics[T]> {
  const listening = new AbortController()
  const stream = new ReadableStream<Topics[T]>({
    start(controller) {
      const hear = (event: CustomEventInit<Topics[T]>) => {
        if (event.detail) controller.enqueue(event.detail)
      }
      events.addEventListener(topic, hear, { signal: listening.signal })
    },
    cancel: () => listening.abort(),
  })
  const reader = stream.getReader()
  return {
    async next() {
      const { done, value } = await reader.read()
      return done ? { done } : { done, value }
    },
    async end() {
      await reader.cancel()
      return { done: true, value: undefined }
    },
  }
}
