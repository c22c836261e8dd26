import { PGlite } from '@electric-sql/pglite'
import { expect, it, onTestFinished, vi } from 'vitest'

import { openPostgresStore, type PostgresStore } from '../../resolvers/store/postgres/store.ts'
import { createRateLimits, MAX_STREAMS } from '../../server/limits/rateLimits.ts'
import { openSharedCounts } from '../../server/limits/sharedCounts.ts'

it('streams that ended while the database did not answer stop counting once it answers again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const source = await PGlite.create()
  const store = await openPostgresStore({ source, schemaChanges: 'create' })
  let isAnswering = true
  const query: PostgresStore['query'] = (text, values) =>
    isAnswering ? store.query(text, values) : Promise.reject(new Error('The database does not answer'))
  const counts = await openSharedCounts({ DATABASE_URL: 'postgres://127.0.0.1/weft', REDIS_URL: undefined }, { query })
  const limits = createRateLimits(counts)
  onTestFinished(async () => {
    limits.close()
    await store.close()
    await source.close()
  })
  const client = '203.0.113.7'
  const open = () => Promise.all(Array.from({ length: MAX_STREAMS }, () => limits.openStream(client, undefined)))
  await vi.advanceTimersByTimeAsync(5000)

  const ends = await open()
  isAnswering = false
  for (const end of ends) end()
  isAnswering = true
  await expect(limits.openStream(client, undefined)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  vi.advanceTimersByTime(5000)
  await expect.poll(() => store.query('select from weft.open_streams', [])).toEqual([])
  await expect(open()).resolves.toHaveLength(MAX_STREAMS)
})
