import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { serve } from 'srvx/node'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { megabyte } from '../../shared/formats.ts'
import { openBackend, type TestBackend, type TestUser } from '../backend.ts'
import { fileOf, mp4 } from '../mediaFiles.ts'
import { openEmptyPostgresStore } from '../store/postgresStore.ts'
import { textAt } from '../values.ts'

const video = fileOf(mp4, 9 * megabyte)

/** Over a PGlite, whose one connection would be missed at once. */
describe('a client of a file', () => {
  let backend: TestBackend
  let mira: TestUser
  let url: URL
  /** The ids of the files that were stored in part or whole. */
  let ids: string[]
  let statuses: number[]
  beforeEach(async () => {
    ids = []
    statuses = []
    backend = await openBackend(openEmptyPostgresStore, {
      wrap: (store) => ({
        ...store,
        blobs: {
          ...store.blobs,
          put(id, content) {
            ids.push(id)
            return store.blobs.put(id, content)
          },
        },
      }),
    })
    const fetch = async (request: Request) => {
      const response = await backend.http(request)
      statuses.push(response.status)
      return response
    }
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1', silent: true, gracefulShutdown: false })
    onTestFinished(() => server.close(true))
    await server.ready()
    url = new URL(server.url ?? '')
    mira = await backend.signUpUser('mira')
    return () => expect(backend.reportedErrors).toEqual([])
  })

  function send(...lines: string[]): Socket {
    const socket = connect(Number(url.port), url.hostname)
    onTestFinished(() => void socket.destroy())
    socket.write([...lines, `Host: ${url.host}`, '', ''].join('\r\n'))
    return socket
  }
  const expectOthersAnswered = async () => expect((await fetch(new URL('/api/posts', url))).status).toBe(200)

  test('that stops sending holds nobody up, and nothing of its file is kept', async () => {
    const socket = send('POST /media HTTP/1.1', `Authorization: ${mira.token}`, `Content-Length: ${video.size}`)
    socket.write(new Uint8Array(await video.slice(0, megabyte).arrayBuffer()))
    await expect.poll(() => ids.length).toBe(1)
    const stored = () => backend.store.blobs.get(ids[0] ?? '')
    await expect.poll(stored).toBeDefined()
    await expectOthersAnswered()

    socket.destroy()
    await expect.poll(() => statuses).toContain(499)
    expect(await stored()).toBeUndefined()
  })

  test('that sends more than it may is refused, and nothing of its file is kept', async () => {
    const headers = { authorization: mira.token }
    const body = new Blob([video, new Uint8Array(megabyte)]).stream()
    const streamed = { duplex: 'half' }
    const response = await fetch(new URL('/media', url), { method: 'POST', headers, body, ...streamed })
    expect(response.status).toBe(413)
    expect(await backend.store.blobs.get(ids[0] ?? '')).toBeUndefined()
  })

  test('that stops reading holds nobody up', async () => {
    const headers = { authorization: mira.token }
    const added = await fetch(new URL('/media', url), { method: 'POST', headers, body: video })
    const path = textAt(await added.json(), 'url')
    const sockets = Array.from({ length: 20 }, () => send(`GET ${path} HTTP/1.1`))
    await Promise.all(sockets.map((socket) => once(socket, 'readable')))
    expect(sockets.map((socket) => String(socket.read(12)))).toEqual(Array(20).fill('HTTP/1.1 200'))
    await expectOthersAnswered()
  })
})
