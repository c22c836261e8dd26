/**
 * The connection was lost before a response arrived, or code of the backend did not load. In a page the caller gets this
 * error, over HTTP a network error.
 */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError'

  constructor(options?: ErrorOptions) {
    super('No response: the connection was lost.', options)
  }
}
