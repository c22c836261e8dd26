import { join } from 'node:path'
import { expect, it } from 'vitest'
import { gif } from '../mediaFiles.ts'
import { textAt } from '../values.ts'
import { signUp, startServer, temporaryFolder } from './serverProcess.ts'

/** The only test of the built server that `npm test` runs. */
it('the built server starts over a new database, answers a call of each kind, and stops', async () => {
  const server = await startServer({ folder: join(await temporaryFolder(), 'data') })
  expect((await server.fetch('/livez')).status).toBe(200)
  expect((await server.fetch('/readyz')).status).toBe(200)

  const page = await server.fetch('/explore')
  const html = await page.text()
  expect([page.status, html]).toEqual([200, expect.stringContaining('data-host="server"')])
  const [, script = ''] = /<script type="module"[^>]* src="(.+?)"/.exec(html) ?? []
  expect((await server.fetch(script)).headers.get('content-type')).toContain('javascript')

  const token = await signUp(server, 'ada')
  const subscription = 'subscription { changes { ... on PostCreation { postEdge { node { content } } } } }'
  const stream = await server.fetch(`/graphql?query=${encodeURIComponent(subscription)}`, {
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

  const upload = await server.fetch('/media', {
    method: 'POST',
    headers: { authorization: token },
    body: Buffer.from(gif, 'latin1'),
  })
  expect(upload.status).toBe(201)
  const mediaUrl = textAt(await upload.json(), 'url')
  const picture = await server.fetch(mediaUrl)
  expect([picture.headers.get('content-type'), await picture.text()]).toEqual(['image/gif', gif])

  const body = { postData: { content: 'By REST' } }
  expect(await server.send('POST', '/api/posts', { token, body })).toMatchObject({ status: 201 })
  await readUntil('"content":"By REST"')
  const mutation = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postEdge { node { content } } } }'
  const variables = { input: { content: 'By GraphQL' } }
  expect(await server.send('POST', '/graphql', { token, body: { query: mutation, variables } })).toMatchObject({
    status: 200,
    json: { data: { createPost: { postEdge: { node: { content: 'By GraphQL' } } } } },
  })
  await readUntil('"content":"By GraphQL"')

  // REST lists the oldest post first, GraphQL the newest.
  const contents = [{ content: 'By REST' }, { content: 'By GraphQL' }]
  expect(await server.send('GET', '/api/posts')).toMatchObject({ status: 200, json: { posts: contents } })
  const query = '{ posts(first: 2) { edges { node { content } } } }'
  expect(await server.send('GET', `/graphql?query=${encodeURIComponent(query)}`)).toMatchObject({
    status: 200,
    json: { data: { posts: { edges: contents.toReversed().map((node) => ({ node })) } } },
  })

  const stopped = server.stop('SIGTERM')
  await readUntil(': The server stops.')
  expect(await stopped).toBe(0)
})
