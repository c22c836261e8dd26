import { partitionPoint } from '../lib/partitionPoint.ts'
import {
  LOG_POSITION,
  loggedTopics,
  MAX_LOGGED_EVENTS,
  newLog,
  type Events,
  type LoggedTopic,
  type LogPosition,
} from './events.ts'
import type { ReplicaEventIds } from './replicaEventIds.ts'

/** The last events of a backend. All its subscriptions read them here, so none has a queue of its own. */
export interface EventLog {
  /**
   * Returns the id of the last event. Clients cannot tell what it means, but the number at its end counts up, in all
   * backends that share a log.
   */
  lastId(): string
  /** Returns the id of the last event that what is read from a replica certainly contains. */
  replicaId(): string
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
  /**
   * The id of the last event that `next` resolved to, or the last one at `moveToEnd`. After `end` that of the last event,
   * if `next` has resolved to it.
   */
  lastId(): string
  /** Whether an event was in the log before the reader: it continues after an earlier one. */
  isReplayed(event: LoggedEvent): boolean
  /** Continues with the next event that is logged. */
  moveToEnd(): void
  end(): void
}

export interface LoggedEvent<T extends LoggedTopic = LoggedTopic> {
  readonly topic: T
  readonly payload: Events[T]
  /** Counts up from 1 with each event that is added to this log. */
  readonly number: number
  /** What a client that has this event and those before it sends to get the next ones. */
  readonly id: string
  /** The name of the log and the position in it, which the ids contain. */
  readonly log: string
  readonly position: number
  /** Whether an equal event was published later. */
  isRepeated: boolean
}

export interface EventLogOptions {
  /**
   * The shortest time between two equal events in the log, in milliseconds. The first is logged at once, and all that
   * follow within this time as one, at its end.
   */
  intervalMs?: number | undefined
  /** Absent if the store has no replica. */
  replicaEventIds?: ReplicaEventIds | undefined
}

/** Logs the events of a target from now on, at most `MAX_LOGGED_EVENTS` without those that were repeated. */
export function createEventLog(
  target: EventTarget,
  { intervalMs = 0, replicaEventIds }: EventLogOptions = {},
): EventLog {
  /** Part of each id. Unless the target names a common log, another process, or this one before a restart, has another. */
  let log = ''
  /** The position of the last event that the target has brought. */
  let position = 0
  /** The last position of an event that was dropped, or that of the beginning of the log. */
  let droppedPosition = 0
  /** The number of the last event in the log. */
  let lastNumber = 0
  /** The last number of an event that was dropped. */
  let droppedNumber = 0
  const latest = new Map<string, LoggedEvent>()
  /** By number, and so by position. Contains `latest`, and events that were repeated. */
  let events: LoggedEvent[] = []
  /** The topics and payloads of the last interval. */
  const recent = new Set<string>()
  /** Those that were published again meanwhile, each with the position where that happened first. In that order. */
  const held = new Map<string, { topic: LoggedTopic; payload: Events[LoggedTopic]; position: number }>()
  /** Each resolves what a reader waits for. */
  const waiting = new Set<() => void>()
  let readerCount = 0

  const idAt = (at: number) => `${log}/${at}/${at}`
  const wakeReaders = () => {
    for (const wake of waiting) wake()
    waiting.clear()
  }
  /** An id has the position that a reader continues from, and that of the event. Events that are held come after both. */
  const nextId = () => {
    const [oldest] = held.values()
    const complete = oldest ? oldest.position - 1 : position
    return `${log}/${complete}/${position}`
  }
  const add = (topic: LoggedTopic, payload: Events[LoggedTopic], key: string) => {
    const former = latest.get(key)
    if (former) former.isRepeated = true
    latest.delete(key)
    lastNumber += 1
    const event = { topic, payload, number: lastNumber, id: nextId(), log, position, isRepeated: false }
    latest.set(key, event)
    events.push(event)
    const [oldest] = latest
    if (oldest && latest.size > MAX_LOGGED_EVENTS) {
      latest.delete(oldest[0])
      droppedNumber = oldest[1].number
      if (oldest[1].log === log) droppedPosition = oldest[1].position
    }
    if (events.length > 2 * MAX_LOGGED_EVENTS) events = [...latest.values()]
    wakeReaders()
  }
  const addOncePerInterval = (topic: LoggedTopic, payload: Events[LoggedTopic]) => {
    const key = JSON.stringify([topic, payload])
    if (recent.has(key)) {
      if (!held.has(key)) held.set(key, { topic, payload, position })
      return
    }
    add(topic, payload, key)
    if (intervalMs === 0) return
    recent.add(key)
    setTimeout(() => {
      recent.delete(key)
      if (held.delete(key)) addOncePerInterval(topic, payload)
    }, intervalMs)
  }
  /** Drops all events, also those that are held: who missed them reads everything again. */
  const dropAll = () => {
    latest.clear()
    held.clear()
    events = []
    lastNumber += 1
    droppedNumber = lastNumber
    droppedPosition = position
    wakeReaders()
  }
  const setPosition = (next: number) => {
    position = next
    replicaEventIds?.add(idAt(position))
  }
  const moveTo = (next: LogPosition) => {
    if (next.log !== log) {
      log = next.log
      droppedPosition = next.position
      for (const event of held.values()) event.position = next.position
      // What is read from a replica may be older than the beginning of this log. A subscription that continues after an id
      // from before the beginning gets `EVENTS_MISSED`.
      replicaEventIds?.restart(idAt(next.position - 1))
    }
    setPosition(next.position)
    if (next.hasMissed) dropAll()
  }
  moveTo(newLog())

  for (const topic of loggedTopics) {
    target.addEventListener(topic, (event) => {
      if (!(event instanceof CustomEvent)) return
      setPosition(position + 1)
      addOncePerInterval(topic, event.detail)
    })
  }
  target.addEventListener('dataReplaced', () => {
    setPosition(position + 1)
    dropAll()
  })
  target.addEventListener(LOG_POSITION, (event) => {
    if (event instanceof CustomEvent) moveTo(event.detail)
  })

  /** Returns the number of the event to continue after. */
  const numberOf = (id: string) => {
    const [name, complete] = id.split('/')
    const after = Number(complete)
    if (name !== log || !(after >= droppedPosition)) return -1
    const next = events[partitionPoint(events, (event) => event.log === log && event.position > after)]
    return next ? next.number - 1 : lastNumber
  }
  return {
    lastId: () => idAt(position),
    replicaId: () => replicaEventIds?.get() ?? idAt(position),
    get readerCount() {
      return readerCount
    },
    read(after) {
      let number = after === null ? lastNumber : numberOf(after)
      let lastId = after ?? nextId()
      const firstNumber = lastNumber
      const ended = new AbortController()
      readerCount += 1
      const moveToEnd = () => {
        number = lastNumber
        lastId = nextId()
      }
      const take = () => {
        if (number < droppedNumber) {
          moveToEnd()
          return 'missed'
        }
        const isAhead = (event: LoggedEvent) => event.number > number
        for (let index = partitionPoint(events, isAhead); index < events.length; index += 1) {
          const event = events[index]
          if (!event || event.isRepeated) continue
          number = event.number
          lastId = event.id
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
        lastId: () => lastId,
        isReplayed: (event) => event.number <= firstNumber,
        moveToEnd,
        end() {
          if (ended.signal.aborted) return
          if (number === lastNumber) moveToEnd()
          ended.abort()
          readerCount -= 1
          wakeReaders()
        },
      }
    },
  }
}
