import { MAX_QUEUED_EVENTS, type Events, type Topic } from './events.ts'

export interface QueuedEvent<Payload> {
  /** Null if events were dropped here, because too many were waiting. */
  payload: Payload | null
  /**
   * Returns whether to skip what was read for this event, because the same payload has been published again since and a
   * newer result follows. Never skips two in a row, so that a record that changes all the time is delivered too.
   */
  skip: () => boolean
}

/** Returns the events of one topic in the order of publication. */
export interface EventQueue<Payload> {
  /** Resolves to the next event, or null after `end`. Of equal events in the queue only the last is returned. */
  next(): Promise<QueuedEvent<Payload> | null>
  /** Stops listening. */
  end(): void
}

/**
 * Subscribes to those events of a topic whose payload passes `accepts`. Events stay in the queue until they are read.
 * When `MAX_QUEUED_EVENTS` of them wait, the next one replaces them all. An event with the detail null says that the
 * target has dropped events.
 */
export function subscribeTo<T extends Topic>(
  events: EventTarget,
  topic: T,
  accepts: (payload: Events[T]) => boolean,
): EventQueue<Events[T]> {
  const listening = new AbortController()
  /** The payloads by their JSON. */
  const queue = new Map<string, Events[T]>()
  /** The payloads in the queue whose previous result was skipped. */
  const skipped = new Set<string>()
  let hasDropped = false
  const waiting = new Set<() => void>()

  const enqueue = (published: Event) => {
    if (!(published instanceof CustomEvent)) return
    const payload: Events[T] | null = published.detail
    if (payload === null) drop()
    else if (accepts(payload)) {
      const key = JSON.stringify(payload)
      queue.delete(key)
      if (queue.size === MAX_QUEUED_EVENTS) drop()
      queue.set(key, payload)
    }
    wake()
  }
  const drop = () => {
    queue.clear()
    skipped.clear()
    hasDropped = true
  }
  const wake = () => {
    for (const resolve of waiting) resolve()
    waiting.clear()
  }
  const take = (): QueuedEvent<Events[T]> | undefined => {
    if (hasDropped) {
      hasDropped = false
      return { payload: null, skip: () => false }
    }
    for (const [key, payload] of queue) {
      queue.delete(key)
      const wasSkipped = skipped.delete(key)
      const skip = () => {
        if (wasSkipped || !queue.has(key)) return false
        skipped.add(key)
        return true
      }
      return { payload, skip }
    }
    return undefined
  }

  events.addEventListener(topic, enqueue, { signal: listening.signal })
  return {
    async next() {
      while (!listening.signal.aborted) {
        const event = take()
        if (event) return event
        await new Promise<void>((resolve) => waiting.add(resolve))
      }
      return null
    },
    end() {
      listening.abort()
      wake()
    },
  }
}
