import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that systems give to outgoing connections, so none of them takes a port while its server does not run. */
const FIRST_PORT = 11_000
/** Processes begin at different ports, so that two seldom choose the same before a server listens on it. */
const PORTS_OF_PROCESS = 50
const PROCESSES = 380

let turn = 0

/**
 * Returns a port of loopback that nothing listens on, for a server that does not say which port it has, or that starts
 * again on it.
 */
export async function freePort() {
  for (let tries = 0; tries < PORTS_OF_PROCESS; tries += 1) {
    const port = FIRST_PORT + (process.pid % PROCESSES) * PORTS_OF_PROCESS + (turn % PORTS_OF_PROCESS)
    turn += 1
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch (error) {
      if (error.code !== 'EADDRINUSE') throw error
      continue
    }
    server.close()
    await once(server, 'close')
    return port
  }
  throw new Error('No port is free.')
}
