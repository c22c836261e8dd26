import type { Events, LoggedTopic } from './events.ts'

interface HeldEvent {
  topic: LoggedTopic
  payload: Events[LoggedTopic]
  /** Where it was published first since the last equal event was passed on. */
  position: number
}

/** Passes on equal events at most once in an interval: the first at once, and all that follow as one, at its end. */
export class RepeatedEvents {
  readonly #intervalMs: number
  readonly #pass: (topic: LoggedTopic, payload: Events[LoggedTopic], key: string) => void
  /** The keys of what was passed on in the last interval. */
  readonly #recent = new Set<string>()
  /** What was published again meanwhile, by its key, in the order of positions. */
  readonly #held = new Map<string, HeldEvent>()

  /** @param pass Receives an event, and a key that is the same for equal ones. */
  constructor(intervalMs: number, pass: (topic: LoggedTopic, payload: Events[LoggedTopic], key: string) => void) {
    this.#intervalMs = intervalMs
    this.#pass = pass
  }

  /** The position of the oldest event that is held. */
  get oldestPosition(): number | undefined {
    const [oldest] = this.#held.values()
    return oldest?.position
  }

  /** Passes on an event that was published at this position, or holds it. */
  add(topic: LoggedTopic, payload: Events[LoggedTopic], position: number): void {
    const key = JSON.stringify([topic, payload])
    if (this.#recent.has(key)) {
      if (!this.#held.has(key)) this.#held.set(key, { topic, payload, position })
      return
    }
    this.#pass(topic, payload, key)
    if (this.#intervalMs === 0) return
    this.#recent.add(key)
    setTimeout(() => this.#endInterval(key), this.#intervalMs)
  }

  #endInterval(key: string): void {
    this.#recent.delete(key)
    const held = this.#held.get(key)
    if (!held) return
    this.#held.delete(key)
    this.add(held.topic, held.payload, held.position)
  }

  /** Gives all events that are held this position, in another log. */
  moveTo(position: number): void {
    for (const event of this.#held.values()) event.position = position
  }

  dropAll(): void {
    this.#held.clear()
  }
}
