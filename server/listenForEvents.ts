import { Client } from 'pg'
import type { Listen } from '../resolvers/events/eventFeed.ts'
import { EVENTS_CHANNEL } from '../resolvers/store/postgres/events.ts'

const TIMEOUT_MS = 2000
/** The pause between two attempts to connect. */
const PAUSE_MS = 1000

interface ListenOptions {
  /** Receives whether there is a connection. */
  onConnection: (isConnected: boolean) => void
  /** Receives why there is none. */
  onLost: (error: unknown) => void
}

/**
 * Listens to `EVENTS_CHANNEL` over a connection of its own, and connects again whenever it is lost. Also notifies when it
 * can listen again.
 */
export function listenForEvents(url: string, { onConnection, onLost }: ListenOptions): Listen {
  return (onNotification) => {
    const stopped = new AbortController()
    let client: Client | undefined
    const stayConnected = async () => {
      while (!stopped.signal.aborted) {
        client = new Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS, keepAlive: true })
        client.on('notification', onNotification)
        const error = await connectionOf(client, () => {
          onConnection(true)
          onNotification()
        })
        if (stopped.signal.aborted) return
        onConnection(false)
        onLost(error)
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS).unref())
      }
    }
    void stayConnected()
    return () => {
      stopped.abort()
      // A server that does not answer would not end the connection.
      client?.connection.stream.destroy()
    }
  }
}

/** Listens. Resolves with the reason when the connection is lost, or cannot be opened. */
async function connectionOf(client: Client, onListening: () => void): Promise<unknown> {
  const lost = new Promise<unknown>((resolve) => {
    client.on('error', resolve).on('end', () => resolve(new Error('Postgres has ended the connection')))
  })
  try {
    await client.connect()
    await client.query(`listen ${EVENTS_CHANNEL}`)
    onListening()
    return await lost
  } catch (error) {
    return error
  } finally {
    client.connection.stream.destroy()
  }
}
