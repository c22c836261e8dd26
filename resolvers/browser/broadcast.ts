/**
 * An `EventTarget` whose events reach every tab and worker of this origin, and those who listen here; these alone where
 * the browser has no channels or forbids them.
 */
export function broadcastTarget(name = 'weft'): BroadcastTarget {
  return new BroadcastTarget(openChannel(name))
}

/** Firefox throws a `SecurityError` where a person has blocked cookies. */
function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}

interface Message {
  type: string
  detail: unknown
}

class BroadcastTarget extends EventTarget {
  #channel: BroadcastChannel | null

  constructor(channel: BroadcastChannel | null) {
    super()
    this.#channel = channel
    channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      super.dispatchEvent(new CustomEvent(data.type, { detail: data.detail }))
    })
  }

  override dispatchEvent(event: CustomEvent): boolean {
    const message: Message = { type: event.type, detail: event.detail }
    this.#channel?.postMessage(message)
    return super.dispatchEvent(event)
  }

  /** Neither hears nor reaches the others from now on. */
  close(): void {
    this.#channel?.close()
    this.#channel = null
  }
}
