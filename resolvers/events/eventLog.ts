import { EVENTS_LOST, LOG_POSITION, loggedTopics, newLog, type LogPosition } from './events.ts'
import { LoggedEvents, type LoggedEvent } from './loggedEvents.ts'
import { RepeatedEvents } from './repeatedEvents.ts'
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
  const events = new LoggedEvents()
  const readers = new Set<LogReader>()
  const wakeReaders = () => {
    for (const reader of readers) reader.wake()
  }

  const idAt = (at: number) => `${log}/${at}/${at}`
  /** An id has the position that a reader continues from, and that of the event. Events that are held come after both. */
  const nextId = () => {
    const held = repeated.oldestPosition
    return `${log}/${held === undefined ? position : held - 1}/${position}`
  }
  const repeated = new RepeatedEvents(intervalMs, (topic, payload, key) => {
    const dropped = events.add(key, { topic, payload, id: nextId(), log, position })
    if (dropped?.log === log) droppedPosition = dropped.position
    wakeReaders()
  })
  /** Drops all events, also those that are held: who missed them reads everything again. */
  const dropAll = () => {
    events.dropAll()
    repeated.dropAll()
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
      repeated.moveTo(next.position)
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
      repeated.add(topic, event.detail, position)
    })
  }
  for (const type of ['dataReplaced', EVENTS_LOST])
    target.addEventListener(type, () => {
      setPosition(position + 1)
      dropAll()
    })
  target.addEventListener(LOG_POSITION, (event) => {
    if (event instanceof CustomEvent) moveTo(event.detail)
  })

  /** Returns the number of the event to continue after; -1 if the events after it are not known. */
  const numberOf = (id: string) => {
    const [name = '', complete] = id.split('/')
    const after = Number(complete)
    return name === log && after >= droppedPosition ? events.numberAt(log, after) : -1
  }
  return {
    lastId: () => idAt(position),
    replicaId: () => replicaEventIds?.get() ?? idAt(position),
    get readerCount() {
      return readers.size
    },
    read(after) {
      const start = after === null ? events.lastNumber : numberOf(after)
      const reader = new LogReader(events, {
        start,
        lastId: after ?? nextId(),
        nextId,
        onEnd: () => readers.delete(reader),
      })
      readers.add(reader)
      return reader
    },
  }
}

interface ReaderOptions {
  /** The number of the event to continue after. */
  start: number
  /** The id of the event to continue after. */
  lastId: string
  /** Returns the id of the last event of the log. */
  nextId: () => string
  onEnd: () => void
}

class LogReader implements EventReader {
  readonly #events: LoggedEvents
  readonly #nextId: () => string
  readonly #onEnd: () => void
  /** The number of the last event when the reader was created. */
  readonly #firstNumber: number
  /** The number of the last event that was read. */
  #number: number
  #lastId: string
  #hasEnded = false
  /** Resolve the calls of `next` that wait. */
  #waiting: (() => void)[] = []

  constructor(events: LoggedEvents, { start, lastId, nextId, onEnd }: ReaderOptions) {
    this.#events = events
    this.#nextId = nextId
    this.#onEnd = onEnd
    this.#firstNumber = events.lastNumber
    this.#number = start
    this.#lastId = lastId
  }

  async next(): Promise<LoggedEvent | 'missed' | null> {
    while (!this.#hasEnded) {
      const taken = this.#take()
      if (taken) return taken
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    return null
  }

  #take(): LoggedEvent | 'missed' | undefined {
    if (this.#number < this.#events.droppedNumber) {
      this.moveToEnd()
      return 'missed'
    }
    const event = this.#events.after(this.#number)
    if (event) {
      this.#number = event.number
      this.#lastId = event.id
    }
    return event
  }

  lastId(): string {
    return this.#lastId
  }

  isReplayed({ number }: LoggedEvent): boolean {
    return number <= this.#firstNumber
  }

  moveToEnd(): void {
    this.#number = this.#events.lastNumber
    this.#lastId = this.#nextId()
  }

  end(): void {
    if (this.#hasEnded) return
    if (this.#number === this.#events.lastNumber) this.moveToEnd()
    this.#hasEnded = true
    this.#onEnd()
    this.wake()
  }

  /** Lets the calls of `next` that wait look for events again. */
  wake(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }
}
