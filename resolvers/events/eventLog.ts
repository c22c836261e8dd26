import type { EventsReader } from '../store/port.ts'
import type { EventRow } from '../store/rows.ts'
import { eventOf, MAX_LOGGED_EVENTS, NEW_EVENTS, type Event, type Topic } from './events.ts'

/** The last events of a store. All subscriptions of a backend read them here, so none has a queue of its own. */
export interface EventLog {
  /** Returns the id of the last event that is known: its number. Null before the first reader or signal. */
  lastId(): string | null
  /** Reads the events up to now, so that `lastId` knows them. */
  update(): Promise<void>
  /** Reads the events after the one with this id, or from now on. Resolves once it is clear where that is. */
  read(after: string | null): Promise<EventReader>
  /** The number of readers that have not ended. */
  readonly readerCount: number
}

export interface EventReader {
  /**
   * Resolves to the next event, to `missed` if the events up to now are not in the log any more, or to null after `end`.
   * Of equal events that were not read yet only the last is returned.
   */
  next(): Promise<Event | 'missed' | null>
  /** The id of the last event that `next` resolved to, or the last one at `moveToEnd`. */
  lastId(): string
  /** Whether an event was in the log before the reader: it continues after an earlier one. */
  isReplayed(event: Event): boolean
  /** Returns whether the log has a later event that is equal. */
  isRepeated(event: Event): boolean
  /** Continues with the next event that is logged. */
  moveToEnd(): void
  end(): void
}

export interface EventLogOptions {
  /** Receives `NEW_EVENTS` when the store has new events. */
  signal: EventTarget
  /** Called before subscriptions get new events. */
  onEvents: () => void
  report: (error: unknown) => void
}

/**
 * Creates a log over the events of a store, of which it holds the last `MAX_LOGGED_EVENTS`. It reads nothing before the
 * first reader or signal.
 */
export function createEventLog(store: EventsReader, options: EventLogOptions): EventLog {
  return new StoreEventLog(store, options)
}

class StoreEventLog implements EventLog {
  readonly #store: EventsReader
  readonly #options: EventLogOptions
  /** One after the other, without gaps. */
  #events: EventRow[] = []
  /** By topic and payload, the number of the last event that is equal. */
  readonly #latest = new Map<string, number>()
  readonly #readers = new Set<LogReader>()
  #lastNumber = 0
  #hasStarted = false
  #reading: Promise<void> | undefined
  #past: Promise<void> | undefined
  #isOutdated = false

  constructor(store: EventsReader, options: EventLogOptions) {
    this.#store = store
    this.#options = options
    options.signal.addEventListener(NEW_EVENTS, () => {
      this.update().catch(options.report)
    })
  }

  get lastNumber(): number {
    return this.#lastNumber
  }

  /** The number of the last event that is not in the log any more. */
  get droppedNumber(): number {
    return this.#lastNumber - this.#events.length
  }

  get readerCount(): number {
    return this.#readers.size
  }

  lastId(): string | null {
    return this.#hasStarted ? String(this.#lastNumber) : null
  }

  async read(after: string | null): Promise<EventReader> {
    await this.update()
    const number = after === null ? this.#lastNumber : numberOf(after)
    if (number < this.droppedNumber) await (this.#past ??= this.#readPast())
    const reader = new LogReader(this, number, () => this.#readers.delete(reader))
    this.#readers.add(reader)
    return reader
  }

  /** Returns the first event after the one with this number that is not repeated. */
  after(number: number): EventRow | undefined {
    for (let index = number - this.droppedNumber; index < this.#events.length; index += 1) {
      const event = this.#events[index]
      if (event && !this.isRepeated(event)) return event
    }
    return undefined
  }

  isRepeated(event: Pick<EventRow, 'topic' | 'payload' | 'number'>): boolean {
    return (this.#latest.get(keyOf(event)) ?? 0) > event.number
  }

  /** Resolves once the events that the backend knows of have been read. */
  async untilRead(): Promise<void> {
    await this.#reading?.catch(() => undefined)
  }

  /** Reads the new events of the store. A call while it reads makes it read again. */
  update(): Promise<void> {
    this.#isOutdated = true
    this.#reading ??= this.#readNew().finally(() => (this.#reading = undefined))
    return this.#reading
  }

  async #readNew(): Promise<void> {
    if (!this.#hasStarted) {
      this.#isOutdated = false
      this.#clear(await this.#store.lastNumber())
      this.#hasStarted = true
    }
    while (this.#isOutdated) {
      this.#isOutdated = false
      const rows = await this.#store.after(this.#lastNumber, MAX_LOGGED_EVENTS)
      if (rows.length === 0) continue
      this.#isOutdated ||= rows.length === MAX_LOGGED_EVENTS
      this.#add(rows)
      this.#options.onEvents()
      for (const reader of this.#readers) reader.wake()
    }
  }

  /** Reads the events before those of the log, once. */
  async #readPast(): Promise<void> {
    const first = this.droppedNumber
    const rows = await this.#store.after(first - MAX_LOGGED_EVENTS, MAX_LOGGED_EVENTS)
    // Meanwhile others were dropped.
    if (this.droppedNumber !== first) return
    const past = rows.filter(({ number }) => number <= first)
    const gap = past.findLastIndex(({ number, topic }, index) => {
      const next = past[index + 1]?.number ?? first + 1
      return number !== next - 1 || topic === ('dataReplaced' satisfies Topic)
    })
    const known = past.slice(gap + 1)
    for (const row of known.toReversed()) if (!this.#latest.has(keyOf(row))) this.#latest.set(keyOf(row), row.number)
    this.#events.unshift(...known)
  }

  #clear(lastNumber: number): void {
    this.#events = []
    this.#latest.clear()
    this.#lastNumber = lastNumber
  }

  #add(rows: readonly EventRow[]): void {
    for (const row of rows) {
      // Old events are removed from the store.
      if (row.number !== this.#lastNumber + 1) this.#clear(row.number - 1)
      if (row.topic === ('dataReplaced' satisfies Topic)) {
        this.#clear(row.number)
        continue
      }
      this.#events.push(row)
      this.#latest.set(keyOf(row), row.number)
      this.#lastNumber = row.number
    }
    for (const dropped of this.#events.splice(0, this.#events.length - MAX_LOGGED_EVENTS))
      if (!this.isRepeated(dropped)) this.#latest.delete(keyOf(dropped))
  }
}

/** Returns the number in the id of an event, NaN if it is none of a log. */
function numberOf(id: string): number {
  return /^\d+$/.test(id) ? Number(id) : NaN
}

function keyOf({ topic, payload }: Pick<EventRow, 'topic' | 'payload'>): string {
  return JSON.stringify([topic, payload])
}

class LogReader implements EventReader {
  readonly #log: StoreEventLog
  readonly #onEnd: () => void
  /** The number of the last event when the reader was created. */
  readonly #firstNumber: number
  /** The number of the last event that was read; NaN for an id that is not known. */
  #number: number
  #hasEnded = false
  /** Resolve the calls of `next` that wait. */
  #waiting: (() => void)[] = []

  constructor(log: StoreEventLog, start: number, onEnd: () => void) {
    this.#log = log
    this.#onEnd = onEnd
    this.#firstNumber = log.lastNumber
    this.#number = start
  }

  async next(): Promise<Event | 'missed' | null> {
    for (;;) {
      // Of equal events that are being read, only the last one counts.
      await this.#log.untilRead()
      if (this.#hasEnded) return null
      const taken = this.#take()
      if (taken) return taken
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  #take(): Event | 'missed' | undefined {
    const { droppedNumber, lastNumber } = this.#log
    if (!(this.#number >= droppedNumber && this.#number <= lastNumber)) {
      this.moveToEnd()
      return 'missed'
    }
    const row = this.#log.after(this.#number)
    if (!row) return undefined
    this.#number = row.number
    return eventOf(row) ?? this.#take()
  }

  lastId(): string {
    return String(this.#number)
  }

  isReplayed({ number }: Event): boolean {
    return number <= this.#firstNumber
  }

  isRepeated(event: Event): boolean {
    return this.#log.isRepeated(event)
  }

  moveToEnd(): void {
    this.#number = this.#log.lastNumber
  }

  end(): void {
    if (this.#hasEnded) return
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
