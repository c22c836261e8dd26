/** An `EventTarget` whose events reach every tab and worker of this origin, and those who listen here. */
export function broadcastTarget(name = 'weft'): EventTarget {
  return typeof BroadcastChannel === 'undefined' ? new EventTarget() : new BroadcastTarget(new BroadcastChannel(name))
}

interface Message {
  type: string
  detail: unknown
}

class BroadcastTarget extends EventTarget {
  readonly #channel: BroadcastChannel

  constructor(channel: BroadcastChannel) {
    super()
    this.#channel = channel
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      super.dispatchEvent(new CustomEvent(data.type, { detail: data.detail }))
    })
  }

  override dispatchEvent(event: CustomEvent): boolean {
    const message: Message = { type: event.type, detail: event.detail }
    this.#channel.postMessage(message)
    return super.dispatchEvent(event)
  }
}
