import { openRedis } from '../redis.ts'
import type { ConnectBus } from './eventBus.ts'

/**
 * Numbers the notices and publishes them, which no other command interrupts. A counter that Redis has lost begins at the
 * time in microseconds, so that no position is lower than one of before.
 */
const SEND = `
  local time = redis.call('time')
  redis.call('set', KEYS[1], time[1] .. string.format('%06d', time[2]), 'nx')
  local former = redis.call('incrby', KEYS[1], ARGV[3]) - ARGV[3]
  redis.call('expire', KEYS[1], 86400)
  for i = 4, #ARGV, 2 do
    redis.call('publish', ARGV[1], ARGV[2] .. ' ' .. string.format('%d', former + ARGV[i]) .. ' ' .. ARGV[i + 1])
  end
`

/**
 * Connects to Redis, whose PUBLISH and SUBSCRIBE take notices from process to process, with one connection for both. Names
 * have the number of the database, because channels do not belong to one.
 */
export function redisBus(url: string): ConnectBus {
  return async ({ onNotice, onLost }) => {
    const client = openRedis(url, { lazyConnect: true, retryStrategy: null, protocol: 3 })
    const close = () => client.disconnect()
    let reason: unknown
    client
      .on('error', (error) => (reason = error))
      .on('end', () => onLost(reason ?? new Error('Redis has ended the connection')))
    client.on('message', (_channel, received) => onNotice(received))
    const name = `weft:events:${client.options.db ?? 0}`
    try {
      await client.connect()
      await client.subscribe(name)
      // Redis that starts again may have an older counter, or none.
      const [, run = ''] = /^run_id:(\w{12})/m.exec(await client.info('server')) ?? []
      return {
        close,
        async send(notices) {
          let total = 0
          const parts = notices.flatMap(({ text, count }) => {
            total += count
            return [total - count + 1, text]
          })
          await client.eval(SEND, 1, `${name}:${run}`, name, run, total, ...parts)
        },
      }
    } catch (error) {
      close()
      // The client rejects with less: that the connection is closed.
      throw reason ?? error
    }
  }
}
