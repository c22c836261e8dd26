import { MAX_QUEUED_EVENTS } from './events.ts'

/**
 * Creates an `EventTarget` whose events reach this page or worker and every other one of this origin that uses the same
 * name. Events stay in this page or worker if the browser has no `BroadcastChannel` or forbids it. The first listener of
 * a type in `keeps`, and the first one after each `keepEvents`, also receives the earlier events. If they were too many,
 * an event with the detail null comes in the place of the dropped ones.
 */
export function broadcastTarget(name = 'weft', keeps: readonly string[] = []): BroadcastTarget {
  return new BroadcastTarget(openChannel(name), keeps)
}

type Channel = InstanceType<typeof BroadcastChannel>

/** Firefox throws a `SecurityError` if the user blocks cookies. */
function openChannel(name: string): Channel | null {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}

class BroadcastTarget extends EventTarget {
  #channel: Channel | null
  readonly #keeps: readonly string[]
  /**
   * The details of the events of each type that is kept and has had no listener, by their JSON. Of equal details only the
   * last is kept, as in the queue of a subscription.
   */
  #kept = new Map<string, Map<string, unknown>>()

  constructor(channel: Channel | null, keeps: readonly string[]) {
    super()
    this.#channel = channel
    this.#keeps = keeps
    this.keepEvents()
    // Narrows the type: in Node's types a channel is no `EventTarget`.
    if (!(channel instanceof EventTarget)) return
    channel.addEventListener('message', (event: Event) => {
      if (isMessage(event)) this.#deliver(event.data)
    })
  }

  override addEventListener(...args: Parameters<EventTarget['addEventListener']>): void {
    super.addEventListener(...args)
    const [type] = args
    const kept = this.#kept.get(type)?.values() ?? []
    this.#kept.delete(type)
    for (const detail of kept) this.#deliver({ type, detail })
  }

  override dispatchEvent({ type, detail }: CustomEvent): boolean {
    this.#channel?.postMessage({ type, detail })
    return this.#deliver({ type, detail })
  }

  #deliver({ type, detail }: Message): boolean {
    const kept = this.#kept.get(type)
    if (kept) {
      const key = JSON.stringify(detail)
      kept.delete(key)
      if (kept.size === MAX_QUEUED_EVENTS) {
        kept.clear()
        kept.set('null', null)
      }
      kept.set(key, detail)
    }
    return super.dispatchEvent(new CustomEvent(type, { detail }))
  }

  /** Drops the events that were kept, and keeps the later ones until the next listener of their type. */
  keepEvents(): void {
    this.#kept = new Map(this.#keeps.map((type) => [type, new Map()]))
  }

  /** Disconnects from other pages and workers. Later events stay in this one. */
  close(): void {
    this.#channel?.close()
    this.#channel = null
  }
}

interface Message {
  type: string
  detail: unknown
}

/** Whether a `BroadcastTarget` sent this message. */
function isMessage(event: Event): event is Event & { data: Message } {
  if (!('data' in event)) return false
  const { data } = event
  return typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string'
}
