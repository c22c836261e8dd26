import { fieldsOf } from '../../shared/json.ts'

/**
 * Creates an `EventTarget` whose events reach this page or worker and every other one of this origin that uses the same
 * name. Events stay in this page or worker if the browser has no `BroadcastChannel` or forbids it.
 */
export function broadcastTarget(name = 'weft'): BroadcastTarget {
  return new BroadcastTarget(openChannel(name))
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

  constructor(channel: Channel | null) {
    super()
    this.#channel = channel
    // Narrows the type: in Node's types a channel is no `EventTarget`.
    if (!(channel instanceof EventTarget)) return
    channel.addEventListener('message', (event: Event) => {
      if (isMessage(event)) this.#deliver(event.data)
    })
  }

  override dispatchEvent({ type, detail }: CustomEvent): boolean {
    this.#channel?.postMessage({ type, detail })
    return this.#deliver({ type, detail })
  }

  #deliver({ type, detail }: Message): boolean {
    return super.dispatchEvent(new CustomEvent(type, { detail }))
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
  return typeof fieldsOf(data)['type'] === 'string'
}
