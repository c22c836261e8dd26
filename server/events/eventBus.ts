import { array, parseJson, pipe, safeParse, string, tuple, unknown } from 'valibot'
import { EVENTS_LOST, LOG_POSITION, newLog, type LogPosition } from '../../resolvers/events/events.ts'
import { BoundedMap } from '../../shared/BoundedMap.ts'

/** A part of what is sent: entries as one text of less than 8,000 bytes. */
export interface Notice {
  text: string
  /** The number of entries, each of which takes a position. A notice without entries is a heartbeat. */
  count: number
}

/** A connection to the broker, Postgres or Redis, which delivers notices to all processes, this one too, in one order. */
export interface BusConnection {
  /** Sends notices. Each arrives with what `received` returns for its text. */
  send(notices: readonly Notice[]): Promise<void>
  /** Ends the connection at once. */
  close(): void
}

export interface BusListener {
  /**
   * Receives a notice as `LOG FIRST TEXT`. FIRST is the position of its first entry: positions follow those of the notice
   * before, of any process. LOG is the name of their log. When positions begin again, the log has another name.
   */
  onNotice(received: string): void
  /** Called when the connection is lost. */
  onLost(error: unknown): void
}

export type ConnectBus = (listener: BusListener) => Promise<BusConnection>

/** Why the streams of this process get `EVENTS_MISSED`. */
export type MissedReason = 'connection' | 'gap' | 'lost' | 'process'

export interface EventBusObserver {
  onConnection(isConnected: boolean): void
  onReceived(events: number): void
  onMissed(reason: MissedReason): void
  /** Called when a notice of this process has come back, with the time since its oldest event was published. */
  onReturned(seconds: number): void
  /** Receives why a connection was lost or could not be opened, once until there is one again. */
  onLost(error: unknown): void
}

/** The most bytes of the entries of a notice: Postgres takes 8,000, with the name of the log and the position. */
const MAX_NOTICE_BYTES = 7900
/** The most events in one send, so that other processes get their turn. */
const MAX_SENT_EVENTS = 1000
/** The most events that wait for a connection. If there are more, they are dropped: all processes miss events. */
export const MAX_WAITING_EVENTS = 10_000
/** The shortest time from one send to the next. */
const SEND_INTERVAL_MS = 10
/** The interval of heartbeats. */
const HEARTBEAT_MS = 2000
/** How long the broker may take to return a notice to this process before the connection counts as lost. */
const MAX_RETURN_MS = 6000
/** How long another process may be silent before it counts as killed, perhaps before it had sent its last events. */
const MAX_SILENCE_MS = 10_000
/** How many killed processes are remembered. */
const MAX_KILLED = 100
/** The first and the longest pause between two attempts to connect. */
const MIN_PAUSE_MS = 100
const MAX_PAUSE_MS = 1000
/** How long `start` waits for the first notice. */
const MAX_START_MS = 2000
/** How long `close` waits until what waits is sent. */
const MAX_CLOSE_MS = 500

/** The types of the entries that are not events. */
const STOPPED = 'processStopped'
const KILLED = 'processKilled'

type At = Pick<LogPosition, 'log' | 'position'>

/** The type of an event, and its payload. */
type Entry = readonly [type: string, payload: unknown]
const entriesShape = pipe(string(), parseJson(), array(tuple([string(), unknown()])))

/**
 * Delivers the events of a process to all processes over the same data, itself included, in one order and with the same
 * positions, which are part of the ids that clients continue from (`eventLog.ts`). An event is published after its commit,
 * so every process that receives it can read the change.
 *
 * Without a connection, events reach this process only, with ids of its own. When it is connected again, the events that
 * waited are sent. The streams of this process get `EVENTS_MISSED` if others were published meanwhile, after a gap in the
 * positions, and after another process was killed.
 */
export class EventBus extends EventTarget {
  readonly #connect: ConnectBus
  readonly #observer: EventBusObserver
  readonly #process = crypto.randomUUID().slice(0, 8)
  #connection: BusConnection | undefined
  /** Where this process is in the common log; undefined until the first notice of a connection. */
  #at: At | undefined
  /** Where it was when it lost the last connection. */
  #leftAt: At | undefined
  /** By their text: of equal ones the last. */
  #waiting = new Map<string, { entry: Entry; since: number }>()
  /** Whether to send a heartbeat if nothing waits. */
  #isHeartbeatDue = false
  #isSending = false
  /** For each notice that has not come back, when its oldest event was published. */
  #sentSince: number[] = []
  #returnedAt = 0
  /** When the last notice of each other process arrived. */
  readonly #peers = new Map<string, number>()
  /** The processes that were reported as killed, and have sent nothing since. */
  readonly #killed = new BoundedMap<string, true>(MAX_KILLED)
  readonly #closed = new AbortController()
  #heartbeat: ReturnType<typeof setInterval> | undefined
  #onJoined: (() => void) | undefined
  #lose: ((error: unknown) => void) | undefined

  constructor(connect: ConnectBus, observer: EventBusObserver) {
    super()
    this.#connect = connect
    this.#observer = observer
  }

  /** Connects, and connects again whenever the connection is lost. Resolves once events arrive, or after some time. */
  async start(): Promise<void> {
    const joined = new Promise<void>((resolve) => (this.#onJoined = resolve))
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS)
    void this.#stayConnected()
    await Promise.race([joined, pause(MAX_START_MS)])
  }

  /** Publishes an event. */
  override dispatchEvent({ type, detail }: CustomEvent): boolean {
    if (!this.#at) this.#deliver(type, detail)
    this.#add([type, detail])
    return true
  }

  /** Sends what waits, tells the other processes that this one stops, and disconnects. */
  async close(): Promise<void> {
    clearInterval(this.#heartbeat)
    this.#add([STOPPED, null])
    for (let waited = 0; waited < MAX_CLOSE_MS && this.#connection; waited += SEND_INTERVAL_MS) {
      if (this.#waiting.size === 0 && !this.#isSending) break
      await pause(SEND_INTERVAL_MS)
    }
    this.#closed.abort()
    this.#lose?.(null)
  }

  #deliver(type: string, detail: unknown): void {
    super.dispatchEvent(new CustomEvent(type, { detail }))
  }

  #add(entry: Entry): void {
    const key = JSON.stringify(entry)
    const since = this.#waiting.get(key)?.since ?? performance.now()
    this.#waiting.delete(key)
    this.#waiting.set(key, { entry, since })
    if (this.#waiting.size > MAX_WAITING_EVENTS) {
      this.#waiting.clear()
      this.#add([EVENTS_LOST, null])
    }
    void this.#send()
  }

  /** Sends what waits: at once, or at the end of the interval after the last send. */
  async #send(): Promise<void> {
    const connection = this.#connection
    if (this.#isSending || !connection) return
    this.#isSending = true
    while (connection === this.#connection && (this.#waiting.size > 0 || this.#isHeartbeatDue)) {
      this.#isHeartbeatDue = false
      const batch = [...this.#waiting].slice(0, MAX_SENT_EVENTS)
      for (const [key] of batch) this.#waiting.delete(key)
      const notices = noticesOf(
        this.#process,
        batch.map(([key]) => key),
      )
      const since = Math.min(performance.now(), ...batch.map(([, waiting]) => waiting.since))
      for (const _notice of notices) this.#sentSince.push(since)
      try {
        await connection.send(notices)
      } catch (error) {
        // It may have been sent. Sending it twice does no harm.
        this.#waiting = new Map([...batch.filter(([key]) => !this.#waiting.has(key)), ...this.#waiting])
        this.#lose?.(error)
      }
      await pause(SEND_INTERVAL_MS)
    }
    this.#isSending = false
    // Perhaps another connection was opened meanwhile.
    if (connection !== this.#connection) void this.#send()
  }

  #receive(received: string): void {
    const notice = parseNotice(received)
    if (!notice) return
    const { log, first, sender, entries } = notice
    const isJoined = this.#at !== undefined
    const former = this.#at ?? this.#leftAt
    if (former?.log !== log || former.position + 1 !== first)
      this.#miss({ log, position: first - 1 }, this.#at ? 'gap' : 'connection')
    else if (!this.#at) this.#moveTo({ ...former, hasMissed: false })
    if (!isJoined) this.#observer.onConnection(true)
    const now = performance.now()
    if (sender === this.#process) {
      this.#returnedAt = now
      this.#observer.onReturned((now - (this.#sentSince.shift() ?? now)) / 1000)
    } else {
      this.#peers.set(sender, now)
      this.#killed.delete(sender)
    }

    for (const [index, [type, payload]] of entries.entries()) {
      const at = { log, position: first + index }
      if (type === STOPPED) this.#peers.delete(sender)
      else if (type === EVENTS_LOST) this.#miss(at, 'lost')
      else if (type === KILLED) {
        const killed = String(payload)
        this.#peers.delete(killed)
        // Several processes report it. The streams of a process that started after the kill may lack its last events, too.
        if (killed !== this.#process && !this.#killed.has(killed)) this.#miss(at, 'process')
        this.#killed.set(killed, true)
      } else this.#deliver(type, payload)
      this.#moveTo({ ...at, hasMissed: false })
    }
    this.#observer.onReceived(entries.length)
    this.#onJoined?.()
  }

  #miss(at: At, reason: MissedReason): void {
    this.#observer.onMissed(reason)
    this.#moveTo({ ...at, hasMissed: true })
  }

  #moveTo(position: LogPosition): void {
    this.#at = position
    this.#deliver(LOG_POSITION, position)
  }

  /** Sends a heartbeat. Checks whether those of this process, and of the others, have arrived. */
  #beat(): void {
    if (!this.#connection) return
    const now = performance.now()
    if (now - this.#returnedAt > MAX_RETURN_MS) this.#lose?.(new Error('The notices of this process do not arrive'))
    this.#isHeartbeatDue = true
    void this.#send()
    for (const [peer, arrivedAt] of this.#peers) if (now - arrivedAt > MAX_SILENCE_MS) this.#add([KILLED, peer])
  }

  async #stayConnected(): Promise<void> {
    let ms = MIN_PAUSE_MS
    while (!this.#closed.signal.aborted) {
      const error = await this.#useConnection()
      if (this.#closed.signal.aborted) return
      const wasJoined = this.#at !== undefined
      if (wasJoined || ms === MIN_PAUSE_MS) this.#observer.onLost(error)
      this.#leave()
      ms = wasJoined ? MIN_PAUSE_MS : Math.min(2 * ms, MAX_PAUSE_MS)
      await pause(ms)
    }
  }

  /** Opens a connection. Resolves with the reason when it is lost, or cannot be opened. */
  async #useConnection(): Promise<unknown> {
    let isOpen = true
    const lost = new Promise((resolve) => {
      this.#lose = (error) => {
        isOpen = false
        resolve(error)
      }
    })
    let connection: BusConnection
    try {
      connection = await this.#connect({
        onNotice: (received) => isOpen && this.#receive(received),
        // A connection may end again, after another one was opened.
        onLost: (error) => isOpen && this.#lose?.(error),
      })
    } catch (error) {
      return error
    }
    if (isOpen) {
      const now = performance.now()
      this.#returnedAt = now
      this.#sentSince = []
      for (const peer of this.#peers.keys()) this.#peers.set(peer, now)
      this.#connection = connection
      this.#isHeartbeatDue = true
      void this.#send()
    }
    const error = await lost
    this.#connection = undefined
    connection.close()
    return error
  }

  /** Continues without the others, in a log of this process alone. */
  #leave(): void {
    if (!this.#at) return
    this.#observer.onConnection(false)
    this.#leftAt = this.#at
    this.#at = undefined
    this.#deliver(LOG_POSITION, newLog())
    for (const { entry } of this.#waiting.values()) this.#deliver(...entry)
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref())
}

/** Returns the entries in as many notices as they need: one if there are none. */
function noticesOf(sender: string, entries: readonly string[]): Notice[] {
  const notices: Notice[] = []
  let texts: string[] = []
  let size = 0
  const end = () => {
    notices.push({ text: `${sender} [${texts.join(',')}]`, count: texts.length })
    texts = []
    size = 0
  }
  for (const entry of entries) {
    const bytes = Buffer.byteLength(entry) + 1
    if (size + bytes > MAX_NOTICE_BYTES) end()
    texts.push(entry)
    size += bytes
  }
  end()
  return notices
}

/** Returns the parts of a notice; undefined for a text that no process has sent. */
function parseNotice(received: string) {
  const [, log = '', first, sender = '', text = ''] = /^(\S+) (\d+) (\S+) (\[.*\])$/.exec(received) ?? []
  if (first === undefined) return undefined
  const { success, output: entries } = safeParse(entriesShape, text)
  return success ? { log, first: Number(first), sender, entries } : undefined
}
