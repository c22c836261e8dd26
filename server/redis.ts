import { Redis, type RedisOptions } from 'ioredis'

/**
 * Opens a client of Redis, which connects by itself, also after its connection was lost. A command rejects if there is no
 * connection, or no answer in time: the server works without Redis, and no command waits for it.
 */
export function openRedis(url: string, options: Omit<RedisOptions, 'replyMapping'> = {}): Redis {
  const client = new Redis(url, {
    connectTimeout: 2000,
    commandTimeout: 2000,
    // Ends a silent connection; without one, commands reject at once.
    socketTimeout: 2000,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    ...options,
  })
  // The error of the failed command has the reason. Without a listener, the client prints each failure.
  client.on('error', () => {})
  return client
}
