import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Returns a port of loopback that nothing listens on, for a server that does not say which port it has, or that starts
 * again on it. It is below those that systems give to outgoing connections, so none of them takes it before the server
 * does, or while the server is stopped.
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(10_000, 30_000)
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch {
      continue
    }
    server.close()
    await once(server, 'close')
    return port
  }
}
