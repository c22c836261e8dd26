import { expect, it } from 'vitest'
import { findNode } from '../../tools/nodeVersions.mjs'
import { png } from '../mediaFiles.ts'
import { textAt } from '../values.ts'
import { signUp, startServer } from './serverProcess.ts'

/** The oldest version that package.json accepts, and one after the version of the other tests. */
const versions = ['20.19.0', '24'].map((version) => ({ version, node: findNode(version) }))

for (const { version, node } of versions)
  it.runIf(node)(
    `a server on Node ${version} signs up a user, takes a picture and a post, and sends the change`,
    async () => {
      const server = await startServer({ node })
      const token = await signUp(server, 'ada')
      const headers = { authorization: token }
      const body = Buffer.from(png, 'latin1')
      const url = textAt(await (await server.fetch('/media', { method: 'POST', headers, body })).json(), 'url')
      const query = encodeURIComponent(
        'subscription { changes { ... on PostCreation { postEdge { node { content } } } } }',
      )
      const stream = await server.fetch(`/graphql?query=${query}`, { headers: { accept: 'text/event-stream' } })
      const input = `{ content: "Warp", media: { url: "${url}", type: IMAGE } }`
      const mutation = `mutation { createPost(input: ${input}) { postEdge { node { media { url } } } } }`
      expect(await server.send('POST', '/graphql', { token, body: { query: mutation } })).toMatchObject({
        json: { data: { createPost: { postEdge: { node: { media: { url } } } } } },
      })
      expect(Buffer.from(await (await server.fetch(url)).arrayBuffer())).toEqual(body)
      const text = stream.text()
      expect(await server.stop('SIGTERM')).toBe(0)
      expect(await text).toContain('{"data":{"changes":{"postEdge":{"node":{"content":"Warp"}}}}}')
    },
  )
