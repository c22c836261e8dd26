import { Client } from 'pg'
import { Hosts } from '../../resolvers/store/postgres/connection/hosts.ts'
import type { ConnectBus } from './eventBus.ts'

const CHANNEL = 'weft_events'
const TIMEOUT_MS = 2000

/** Notices arrive once they are committed, which need not wait for the disk: they are not stored. */
const SETTINGS = `
  set statement_timeout = ${TIMEOUT_MS};
  set synchronous_commit = off;
  listen ${CHANNEL}
`

/**
 * The row stays locked until Postgres has the notices, so that it delivers them in the order of their positions. After a
 * crash there is no row. Positions begin at the time in microseconds then, so that none is lower than one of before: the
 * log has the same name if only a process of Postgres has crashed.
 */
const SEND = `
  with counter as (
    insert into weft.event_positions (id, last)
    values (1, (extract(epoch from clock_timestamp()) * 1000000)::bigint + $1::integer)
    on conflict (id) do update set last = event_positions.last + $1::integer
    returning last - $1::integer as former
  )
  select pg_notify(
    '${CHANNEL}',
    concat_ws(' ', (extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint, former + start, text)
  )
  from counter, unnest($2::int[], $3::text[]) as notice (start, text)
  order by start
`

/**
 * Connects to Postgres, whose NOTIFY and LISTEN take notices from process to process, with one connection for both. If a
 * host cannot be reached or is a standby, which takes neither, the next attempt goes to the next host of the URL.
 */
export function postgresBus(url: string): ConnectBus {
  const hosts = new Hosts(url)
  return async ({ onNotice, onLost }) => {
    const client = new Client({
      connectionString: hosts.url,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: 2 * TIMEOUT_MS,
      keepAlive: true,
    })
    const close = () => {
      // A server that does not answer would not end the connection.
      client.connection.stream.destroy()
    }
    client.on('notification', ({ payload = '' }) => onNotice(payload))
    client.on('error', onLost).on('end', () => onLost(new Error('Postgres has ended the connection')))
    try {
      await client.connect()
      await client.query(SETTINGS)
    } catch (error) {
      hosts.leave(hosts.current)
      close()
      throw error
    }
    return {
      close,
      async send(notices) {
        let total = 0
        const starts = notices.map(({ count }) => {
          total += count
          return total - count + 1
        })
        const texts = notices.map(({ text }) => text)
        await client.query({ name: 'send', text: SEND, values: [total, starts, texts] })
      },
    }
  }
}
