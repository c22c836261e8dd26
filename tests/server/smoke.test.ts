import { join } from 'node:path'
import { expect, it } from 'vitest'
import { signUp, startServer, temporaryFolder } from './serverProcess.ts'

/** The one path of the server that `npm test` takes, too. */
it('the built server starts over a new database, signs up, sends a post to a subscription, and stops', async () => {
  const server = await startServer({ folder: join(await temporaryFolder(), 'data') })
  const token = await signUp(server, 'ada')
  const query = 'subscription { changes { ... on PostCreation { postEdge { node { content } } } } }'
  const stream = await server.fetch(`/graphql?query=${encodeURIComponent(query)}`, {
    headers: { accept: 'text/event-stream', authorization: token },
  })
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  const readUntil = async (text: string) => {
    while (!received.includes(text)) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done) throw new Error(`The stream ended: ${received}`)
      received += value
    }
  }
  await readUntil('retry:')
  const body = { postData: { content: 'The first post' } }
  expect(await server.send('POST', '/api/posts', { token, body })).toMatchObject({ status: 201 })
  await readUntil('"content":"The first post"')

  const page = await server.fetch('/explore')
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('data-host="server"')])
  const stopped = server.stop('SIGTERM')
  await readUntil(': The server stops.')
  expect(await stopped).toBe(0)
})
