import type { Server, ServerRequest } from 'srvx'
import type { Connection } from './heldMemory.ts'

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

/** Returns the connection of a request. */
export function connectionOf(request: ServerRequest): Connection {
  const { req: incoming, res: response } = request.runtime?.node ?? {}
  return {
    waitsForClient: () => incoming?.complete === false || response?.headersSent === true,
    close: () => void response?.destroy(),
  }
}

/** Calls `onEnd` once the response has been sent, or the client has disconnected. */
export function onceSent(request: ServerRequest, onEnd: () => void): void {
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
