import { RetryLaterError } from '../../resolvers/services/errorCatalogue.ts'
import type { TextMeter } from '../../resolvers/store/meteredReads.ts'

/**
 * How many bytes the requests of one client, and of all clients, may hold: of bodies that have not arrived in full, and
 * of responses that have not been sent. What is read for a response counts one for each character, until it is bytes.
 * Beyond the first, further requests of the client are refused. Beyond the second, connections are closed that wait for
 * a client.
 */
const MAX_OF_CLIENT = 40_000_000
const MAX_OF_ALL = 160_000_000

/** A client that holds less is never refused for what others hold. */
const MIN_OF_CLIENT = 1_000_000

const RETRY_SECONDS = 1

/** The connection of a request. */
export interface Connection {
  /** Returns whether the rest of the request has yet to arrive, or that of the response has yet to be read. */
  waitsForClient(): boolean
  close(): void
}

/** What one request holds, in bytes as above. */
export interface Held extends TextMeter {
  readonly length: number
  release(): void
}

/**
 * Counts what the requests of this process hold. Returns a function that begins the count of one request. It throws
 * `TOO_MANY_REQUESTS` if the client holds too much, and `UNAVAILABLE` if all together do.
 */
export function createHeldMemory(): (client: string, connection: Connection) => Held {
  /** The oldest first. */
  const requests = new Set<{ client: string; connection: Connection; held: Held }>()
  const clients = new Map<string, number>()
  let all = 0
  const ofClient = (client: string) => clients.get(client) ?? 0
  const count = (client: string, length: number) => {
    all += length
    const sum = ofClient(client) + length
    if (sum === 0) clients.delete(client)
    else clients.set(client, sum)
  }

  /** Closes the oldest connection of the client that holds the most. Returns false if none waits for its client. */
  const closeOne = (): boolean => {
    const waiting = [...requests].filter(({ connection, held }) => held.length > 0 && connection.waitsForClient())
    const largest = Math.max(...waiting.map(({ client }) => ofClient(client)))
    const request = waiting.find(({ client }) => ofClient(client) === largest)
    request?.held.release()
    request?.connection.close()
    return request !== undefined
  }

  const makeRoom = () => {
    for (;;) if (all <= MAX_OF_ALL || !closeOne()) return
  }

  return (client, connection) => {
    const check = () => {
      if (ofClient(client) > MAX_OF_CLIENT) throw new RetryLaterError('TOO_MANY_REQUESTS', RETRY_SECONDS)
      makeRoom()
      if (all > MAX_OF_ALL && ofClient(client) >= MIN_OF_CLIENT) throw new RetryLaterError('UNAVAILABLE', RETRY_SECONDS)
    }
    check()
    let length = 0
    const held: Held = {
      get length() {
        return length
      },
      check,
      add(added) {
        // The response was sent, or its client has disconnected, while rows were read.
        if (!requests.has(request)) return
        length += added
        count(client, added)
        makeRoom()
      },
      release() {
        if (requests.delete(request)) count(client, -length)
      },
    }
    const request = { client, connection, held }
    requests.add(request)
    return held
  }
}
