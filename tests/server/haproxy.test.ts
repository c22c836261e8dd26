import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { createCluster, findPostgres } from '../../tools/postgres.mjs'
import { findProxy, startHaproxy } from '../../tools/databaseProxies.mjs'
import { signUp, startServer } from './serverProcess.ts'

/** What Patroni says of one server: its address for health answers 200 on this path only. */
class Role {
  path: string
  /** How many requests it has answered. */
  checks = 0

  constructor(path: string) {
    this.path = path
  }

  /** Returns the port of the address. */
  async listen(): Promise<number> {
    const health = createServer((request, response) => {
      this.checks += 1
      response.writeHead(request.url === this.path ? 200 : 503).end()
    })
    onTestFinished(() => void health.close())
    await once(health.listen(0, '127.0.0.1'), 'listening')
    const address = health.address()
    if (address === null || typeof address === 'string') throw new Error('The server has no port')
    return address.port
  }
}

it.runIf(findPostgres() && findProxy('haproxy'))(
  'a server behind deploy/haproxy.cfg goes on with the standby that is promoted',
  async () => {
    const primary = await createCluster(undefined, { isSynchronous: true })
    onTestFinished(() => primary.remove())
    const standby = await primary.createStandby()
    onTestFinished(() => standby.remove())
    const [one, two] = [new Role('/primary'), new Role('/replica')]
    const proxy = await startHaproxy({
      postgres: [new URL(primary.url).host, new URL(standby.url).host],
      health: [await one.listen(), await two.listen()],
    })
    onTestFinished(() => proxy.stop())
    // HAProxy treats each server as a primary until its first check is answered. It sends the second one after that.
    for (const role of [one, two]) await expect.poll(() => role.checks).toBeGreaterThan(1)
    const env = { DATABASE_URL: `postgres://postgres@127.0.0.1:${proxy.primaryPort}/postgres` }
    const server = await startServer({ env, folder: '' })
    const token = await signUp(server, 'ada')
    const post = async (content: string) => {
      const { status } = await server.send('POST', '/api/posts', { token, body: { postData: { content } } })
      return status
    }
    expect(await post('before')).toBe(201)

    // As if its machine hung: connections to it stay open.
    primary.pause()
    one.path = 'none'
    standby.promote()
    two.path = '/primary'
    await expect.poll(() => post('after')).toBe(201)
  },
)
