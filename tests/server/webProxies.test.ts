/** A server behind the proxies that are common in front of one, with the files of `deploy/`. */

import { describe, expect, it, onTestFinished } from 'vitest'
import { hasWebProxy, startWebProxy, webProxies } from '../../tools/webProxies.mjs'
import { openClient, refusedRequests, startHttp } from '../refusedBodies.ts'
import { textAt } from '../values.ts'

const names = Object.keys(webProxies)
/** Without `client_max_body_size`, nginx refuses most bodies itself. */
const passingLargeBodies = names.filter((name) => !name.endsWith('proxy_pass'))
const changes = 'subscription { changes { ... on PostCreation { postEdge { node { content } } } } }'

async function startBehind(name: string) {
  const { url, token } = await startHttp({ env: { TRUSTED_PROXIES: '127.0.0.0/8' } })
  const proxy = await startWebProxy(name, url)
  onTestFinished(() => proxy.stop())
  return { url: proxy.url, token }
}

describe.each(names)('%s', (name) => {
  it.runIf(hasWebProxy(name))('passes on an event at once', async () => {
    const { url, token } = await startBehind(name)
    // Caddy ends when its streams have ended.
    const connection = new AbortController()
    onTestFinished(() => connection.abort())
    const stream = await fetch(`${url}/graphql?query=${encodeURIComponent(changes)}`, {
      headers: { accept: 'text/event-stream' },
      signal: connection.signal,
    })
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toContain('retry:')
    const response = await fetch(`${url}/api/posts`, {
      method: 'POST',
      headers: { authorization: token },
      body: JSON.stringify({ postData: { content: 'Through a proxy' } }),
    })
    expect(textAt(await response.json(), 'posts.0.content')).toBe('Through a proxy')
    expect((await reader?.read())?.value).toContain('Through a proxy')
  })
})

describe.each(passingLargeBodies)('%s', (name) => {
  it.runIf(hasWebProxy(name)).each([
    ['with a declared length', false],
    ['in chunks', true],
  ])('passes on refusals of bodies %s, and then the requests of others', async (_kind, isChunked) => {
    const { url, token } = await startBehind(name)
    const { statusOf } = openClient(url, token, { mayReconnect: true })
    const others = openClient(url, token, { mayReconnect: true })
    for (const [title, request] of refusedRequests)
      for (const _time of [1, 2]) {
        expect([title, await statusOf(request, isChunked)]).toEqual([title, request.status])
        for (const _other of [1, 2, 3]) expect(await others.get('/livez')).toBe(200)
      }
  })
})
