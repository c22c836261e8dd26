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
  /** Its owner's affair alone. */
  bookmarkChanged: { userId: string; postId: string }
  /** The follower's affair alone. */
  followingChanged: { followerId: string; followeeId: string }
  /** All of the data at once: whatever was read may be out of date, or gone. */
  dataReplaced: Record<string, never>
}

export type Topic = keyof Topics

/** Announces what has happened. */
export type Announce = <T extends Topic>(topic: T, what: Topics[T]) => void

/** Through an `EventTarget`, the port: one that only this backend hears, `broadcastTarget()`, or one over a server's bus. */
export function announceTo(events: EventTarget): Announce {
  return (topic, what) => void events.dispatchEvent(new CustomEvent(topic, { detail: what }))
}

/** One thing that was announced. */
export interface Announcement<What> {
  what: What
  /** Whether the same has been announced again since: whatever was read for this one may be out of date. */
  isOutdated: () => boolean
}

/** What is announced on one topic, in the order it happened. */
export interface Announcements<What> {
  /** The next one, as soon as there is one; null after `end`. Of several that say the same only the last is answered. */
  next(): Promise<Announcement<What> | null>
  /** Stops listening. */
  end(): Promise<void>
}

/** Listens from now on. However slowly it is read, nothing is missed. */
export function announcements<T extends Topic>(events: EventTarget, topic: T): Announcements<Topics[T]> {
  const listening = new AbortController()
  /** The last announcement of each thing that has not been forgotten. */
  const latest = new Map<string, Announcement<Topics[T]>>()
  const stream = new ReadableStream<Announcement<Topics[T]>>({
    start(controller) {
      const hear = ({ detail: what }: CustomEventInit<Topics[T]>) => {
        if (!what) return
        const key = JSON.stringify(what)
        const announcement = { what, isOutdated: () => latest.get(key) !== announcement }
        latest.set(key, announcement)
        controller.enqueue(announcement)
      }
      events.addEventListener(topic, hear, { signal: listening.signal })
    },
    cancel: () => listening.abort(),
  })
  const reader = stream.getReader()
  let last: Announcement<Topics[T]> | undefined
  return {
    async next() {
      if (last && !last.isOutdated()) latest.delete(JSON.stringify(last.what))
      do {
        last = (await reader.read()).value
      } while (last?.isOutdated())
      return last ?? null
    },
    end: () => reader.cancel(),
  }
}
