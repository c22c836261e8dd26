import { describe, expect, it } from 'vitest'
import { openClient, refusedRequests, startHttp } from '../refusedBodies.ts'

describe.each([
  ['with a declared length', false],
  ['in chunks', true],
])('a body %s', (_kind, isChunked) => {
  it.each(refusedRequests)(
    'is refused twice on one connection, which then takes other requests: %s',
    async (_name, request) => {
      const { url, token } = await startHttp()
      const { statusOf, get } = openClient(url, token)
      for (const _time of [1, 2]) expect(await statusOf(request, isChunked)).toBe(request.status)
      expect(await get('/livez')).toBe(200)
    },
  )

  it('is refused on a connection that then takes other requests, if its client sends too many', async () => {
    const { url, token } = await startHttp({ isBusy: true })
    const { statusOf, get } = openClient(url, token)
    for (const [, request] of refusedRequests)
      if (request.path !== '/nowhere') expect(await statusOf(request, isChunked)).toBe(429)
    expect(await get('/livez')).toBe(200)
  })
})
