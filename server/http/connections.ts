import { setImmediate } from 'node:timers/promises'
import type { Server, ServerRequest } from 'srvx'

/** Closes connections on which nothing moves for this long: a client does not send its request, or does not read. */
export function closeStalled({ node }: Server, ms: number): void {
  node?.server?.setTimeout(ms)
}

/** Closes the connection of a request that has not arrived in full within this time. */
export function closeLate(request: ServerRequest, ms: number): void {
  const incoming = request.runtime?.node?.req
  unlessSent(request, ms, () => {
    if (!incoming?.complete) incoming?.destroy()
  })
}

/** The requests of a connection whose responses have not been sent. */
interface Unsent {
  count: number
  /** Resolves when the response to the last of them has been sent. */
  last: Promise<void>
}

const unsent = new WeakMap<object, Unsent>()

/** The most unanswered requests of a connection. Each takes some kB. */
const MAX_UNSENT = 1000

/**
 * Waits until the former requests of the connection have been answered, so that a client that sends hundreds at once does
 * not hold up the others. Closes the connection if it has too many. Resolves to false if the connection is closed: Node never
 * closes the responses that wait then.
 */
export async function waitForTurn(request: ServerRequest): Promise<boolean> {
  const socket = request.runtime?.node?.req.socket
  if (!socket) return true
  const former = unsent.get(socket)
  const last = new Promise<void>((resolve) => onceSent(request, resolve))
  const own: Unsent = { count: (former?.count ?? 0) + 1, last }
  unsent.set(socket, own)
  onceSent(request, () => {
    const latest = unsent.get(socket)
    if (latest) latest.count -= 1
    if (latest === own) unsent.delete(socket)
  })
  if (!former) return true
  if (own.count > MAX_UNSENT) {
    socket.destroy()
    return false
  }
  await former.last
  // Over PGlite no call waits for the system, so other connections would be read only after the last request.
  await setImmediate()
  return !socket.destroyed
}

/** Calls `onEnd` once the response has been sent, or the client has disconnected. */
function onceSent(request: ServerRequest, onEnd: () => void): void {
  const response = request.runtime?.node?.res
  if (!response || response.closed) onEnd()
  else response.once('close', onEnd)
}

/** Closes the connection of a response that is not sent within this time. */
export function closeUnsent(request: ServerRequest, ms: number): void {
  unlessSent(request, ms, () => request.runtime?.node?.res?.destroy())
}

/** Calls `onLate` if the response is not sent within this time, and the client has not disconnected. */
function unlessSent(request: ServerRequest, ms: number, onLate: () => void): void {
  const timer = setTimeout(onLate, ms)
  onceSent(request, () => clearTimeout(timer))
}
