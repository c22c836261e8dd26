import { partitionPoint } from '../lib/partitionPoint.ts'
import { loggedTopics, MAX_LOGGED_EVENTS, type LoggedTopic, type Events } from './events.ts'

/** The last events of a backend. All its subscriptions read them here, so none has a queue of its own. */
export interface EventLog {
  /** Returns the id of the last event. Clients cannot tell what it means. */
  lastId(): string
  /** Reads the events after the one with this id, or from now on. */
  read(after: string | null): EventReader
  /** The number of readers that have not ended. */
  readonly readerCount: number
}

export interface EventReader {
  /**
   * Resolves to the next event, to `missed` if the events up to now are not in the log any more, or to null after `end`.
   * Of equal events that were not read yet only the last is returned.
   */
  next(): Promise<LoggedEvent | 'missed' | null>
  /** The id of the last event that `next` resolved to. */
  lastId(): string
  end(): void
}

export interface LoggedEvent<T extends LoggedTopic = LoggedTopic> {
  readonly topic: T
  readonly payload: Events[T]
  /** Counts up from 1. */
  readonly position: number
  /** Whether an equal event was published later. */
  isRepeated: boolean
}

/**
 * Logs the events of a target from now on, at most `MAX_LOGGED_EVENTS` without those that were repeated.
 *
 * @param intervalMs The shortest time between two equal events in the log, in milliseconds. The first is logged at once,
 *   and all that follow within this time as one, at its end.
 */
export function createEventLog(target: EventTarget, intervalMs = 0): EventLog {
  /** Part of each id: another process, or this one before a restart, has another log. */
  const logId = crypto.randomUUID()
  const latest = new Map<string, LoggedEvent>()
  /** By position. Contains `latest`, and events that were repeated. */
  let events: LoggedEvent[] = []
  let lastPosition = 0
  /** The last position whose event was dropped. */
  let droppedPosition = 0
  /** The topics and payloads of the last interval. The value is true if the event was published again meanwhile. */
  const recent = new Map<string, boolean>()
  /** Each resolves what a reader waits for. */
  const waiting = new Set<() => void>()
  let readerCount = 0

  const wakeReaders = () => {
    for (const wake of waiting) wake()
    waiting.clear()
  }
  const log = (topic: LoggedTopic, payload: Events[LoggedTopic], key: string) => {
    const former = latest.get(key)
    if (former) former.isRepeated = true
    latest.delete(key)
    lastPosition += 1
    const event = { topic, payload, position: lastPosition, isRepeated: false }
    latest.set(key, event)
    events.push(event)
    const [oldest] = latest
    if (oldest && latest.size > MAX_LOGGED_EVENTS) {
      latest.delete(oldest[0])
      droppedPosition = oldest[1].position
    }
    if (events.length > 2 * MAX_LOGGED_EVENTS) events = [...latest.values()]
    wakeReaders()
  }
  const logOncePerInterval = (topic: LoggedTopic, payload: Events[LoggedTopic]) => {
    const key = JSON.stringify([topic, payload])
    if (recent.has(key)) {
      recent.set(key, true)
      return
    }
    log(topic, payload, key)
    if (intervalMs === 0) return
    recent.set(key, false)
    setTimeout(() => {
      const isRepeated = recent.get(key)
      recent.delete(key)
      if (isRepeated) logOncePerInterval(topic, payload)
    }, intervalMs)
  }
  const dropAll = () => {
    latest.clear()
    events = []
    lastPosition += 1
    droppedPosition = lastPosition
    wakeReaders()
  }

  for (const topic of loggedTopics) {
    target.addEventListener(topic, (event) => {
      if (event instanceof CustomEvent) logOncePerInterval(topic, event.detail)
    })
  }
  target.addEventListener('dataReplaced', dropAll)

  const idOf = (position: number) => `${logId}/${position}`
  const positionOf = (id: string) => {
    const [name, position] = id.split('/')
    return name === logId ? Number(position) : -1
  }
  return {
    lastId: () => idOf(lastPosition),
    get readerCount() {
      return readerCount
    },
    read(after) {
      let position = after === null ? lastPosition : positionOf(after)
      const ended = new AbortController()
      readerCount += 1
      const take = () => {
        if (!(position >= droppedPosition)) {
          position = lastPosition
          return 'missed'
        }
        const isAhead = (event: LoggedEvent) => event.position > position
        for (let index = partitionPoint(events, isAhead); index < events.length; index += 1) {
          const event = events[index]
          if (!event || event.isRepeated) continue
          position = event.position
          return event
        }
        return undefined
      }
      return {
        async next() {
          while (!ended.signal.aborted) {
            const taken = take()
            if (taken) return taken
            await new Promise<void>((resolve) => waiting.add(resolve))
          }
          return null
        },
        lastId: () => idOf(position),
        end() {
          if (ended.signal.aborted) return
          ended.abort()
          readerCount -= 1
          wakeReaders()
        },
      }
    },
  }
}
