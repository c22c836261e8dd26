import { Client } from 'pg'
import { Hosts } from '../../resolvers/store/postgres/connection/hosts.ts'
import type { ConnectBus } from './eventBus.ts'

const CHANNEL = 'weft_events'
/** The advisory lock that gives positions in the order in which Postgres delivers notices. */
const LOCK = 826_273_402
const TIMEOUT_MS = 2000

/** Notices arrive once they are committed, which need not wait for the disk: they are not stored. */
const SETTINGS = `
  set statement_timeout = ${TIMEOUT_MS};
  set synchronous_commit = off;
  listen ${CHANNEL}
`

/**
 * After a crash the sequence begins again. It begins at the time in microseconds, so that no position is lower than one of
 * before: the log has the same name if only a process of Postgres has crashed.
 */
const SEND = `
  with turn as materialized (select pg_advisory_xact_lock(${LOCK})),
  begun as materialized (
    select case when not (select is_called from weft.event_positions)
      then setval('weft.event_positions', (extract(epoch from clock_timestamp()) * 1000000)::bigint)
    end
    from turn
  ),
  counter as materialized (
    select case
      when $1::bigint > 0 then setval('weft.event_positions', nextval('weft.event_positions') + $1 - 1) - $1
      else (select last_value from weft.event_positions)
    end as former
    from begun
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
