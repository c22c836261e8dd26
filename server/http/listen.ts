import { serve, type Server, type ServerRequest } from 'srvx'
import type { Config } from '../config.ts'
import { closeStalled } from './connections.ts'

/**
 * How long an idle connection stays open. Longer than a proxy keeps one (Caddy: two minutes): else the proxy could send a
 * request on a connection that this server is closing.
 */
const KEEP_ALIVE_MS = 130_000
/** How long a connection may wait for its client to send or to read more. Streams send a comment every 12 seconds. */
const STALL_MS = 60_000
/** How long a request may take to arrive: a video of 9.5 MB over a slow mobile network. */
const REQUEST_MS = 300_000

/** Listens where the settings say. */
export function listen({ HOST, PORT }: Config, handle: (request: ServerRequest) => Promise<Response>): Server {
  const server = serve({
    fetch: handle,
    hostname: HOST,
    port: PORT,
    gracefulShutdown: false,
    silent: true,
    node: { requestTimeout: REQUEST_MS, headersTimeout: 20_000, keepAliveTimeout: KEEP_ALIVE_MS },
  })
  closeStalled(server, STALL_MS)
  return server
}
