import { connect } from 'node:net'
import { once } from 'node:events'
import { serve } from 'srvx/node'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openBackend, type TestBackend } from '../backend.ts'
import { openMemoryStore } from './fixture.ts'

/** A host whose `Request` is not the global one. */
describe('a Node host', () => {
  let backend: TestBackend
  let url: URL
  /** What the handler has returned or thrown. */
  let outcomes: Promise<number>[]
  beforeEach(async () => {
    backend = await openBackend(openMemoryStore)
    outcomes = []
    const fetch = (request: Request) => {
      const response = backend.http(request)
      outcomes.push(response.then(({ status }) => status))
      return response
    }
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1', silent: true, gracefulShutdown: false })
    onTestFinished(() => server.close(true))
    await server.ready()
    url = new URL(server.url ?? '')
  })

  test.each(['/api/posts', '/api/nowhere', '/graphql?query={viewer{id}}', '/graphql', '/media/none'])(
    'answers HEAD %s as GET without a body',
    async (path) => {
      const get = await fetch(new URL(path, url))
      const head = await fetch(new URL(path, url), { method: 'HEAD' })
      expect([head.status, await head.text()]).toEqual([get.status, ''])
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
      expect(backend.reportedErrors).toEqual([])
    },
  )

  test.each(['/api/auth/signup', '/graphql', '/media'])(
    'reports nothing when a client closes the connection in the middle of a POST to %s',
    async (path) => {
      const { token } = await backend.signUpUser('mira')
      const socket = connect(Number(url.port), url.hostname)
      socket.write(
        [
          `POST ${path} HTTP/1.1`,
          `Host: ${url.host}`,
          'Content-Type: application/json',
          `Authorization: ${token}`,
          'Content-Length: 1000',
          '',
          '{"query":',
        ].join('\r\n'),
      )
      await expect.poll(() => outcomes.length).toBe(1)
      socket.destroy()
      await once(socket, 'close')
      expect(await outcomes[0]).toBe(499)
      expect(backend.reportedErrors).toEqual([])
    },
  )
})
