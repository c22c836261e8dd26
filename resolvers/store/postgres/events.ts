import { sql } from 'kysely'

import type { EventsReader, EventsWriter } from '../port.ts'
import type { Database, WithDatabase } from './connection/database.ts'
import { insertionOf } from './table.ts'

export function eventsReader(run: WithDatabase): EventsReader {
  return {
    lastNumber: () => run(lastNumber),
    after: (number, limit) =>
      run(async ({ db }) => {
        const rows = await db
          .selectFrom('events')
          .select(['number', 'at', 'topic', 'payload', 'audience'])
          .where('number', '>', number)
          .orderBy('number')
          .limit(limit)
          .execute()
        return rows.map(({ payload, ...row }) => Object.assign(row, { payload: parse(payload) }))
      }),
  }
}

export function eventsWriter(run: WithDatabase): EventsWriter {
  return {
    ...eventsReader(run),
    append: (events) => {
      const rows = events.map((event) => ({ ...event, payload: JSON.stringify(event.payload) }))
      const insertion = insertionOf('newEvents', rows)
      return run(async (database) => void (await insertion(database).execute(database.db)))
    },
    removeBefore: (instant, limit) =>
      run(async ({ db, table }) => {
        const { numAffectedRows } = await sql`
          delete from ${table('events')} where at < ${instant} and number <= (
            select max(number) from (select number from ${table('events')} order by number limit ${limit}) as oldest
          )`.execute(db)
        return Number(numAffectedRows)
      }),
  }
}

async function lastNumber({ db, table }: Database): Promise<number> {
  const { rows } = await sql<{ last: number }>`select last from ${table('lastEventNumber')}`.execute(db)
  return rows[0]?.last ?? 0
}

function parse(payload: string): unknown {
  return JSON.parse(payload)
}

/** The channel of NOTIFY and LISTEN. */
export const EVENTS_CHANNEL = 'weft_events'

/**
 * Numbers the events whose transactions have been committed, and notifies `EVENTS_CHANNEL`. To be run in a transaction.
 * Of equal events it numbers one, and none if one was numbered less than `intervalMs` ago: those stay for a later call.
 * Returns the number of the last event.
 */
export async function numberEvents({ db, table }: Database, intervalMs: number): Promise<number> {
  const { rows: waiting } = await sql<{ isEmpty: boolean; last: number }>`
    select not exists (select from ${table('newEvents')}) as is_empty, last from ${table('lastEventNumber')}`.execute(
    db,
  )
  // Each process asks every second. A lock would write to the disk each time.
  if (waiting[0]?.isEmpty) return waiting[0].last
  // Transactions that number events run one after the other.
  const { rows } = await sql<{ last: number; now: number }>`
    select last, (1000 * extract(epoch from clock_timestamp()))::bigint as now
    from ${table('lastEventNumber')} for update`.execute(db)
  const { last = 0, now = 0 } = rows[0] ?? {}
  const { rows: counted } = await sql<{ count: number }>`
    with recent as (select topic, payload from ${table('events')} where numbered_at > ${now - intervalMs}),
      taken as (
        delete from ${table('newEvents')} as event
        where not exists (select from recent where recent.topic = event.topic and recent.payload = event.payload)
        returning *
      ),
      different as (select topic, payload, audience, max(at) as at, max(id) as id from taken group by topic, payload, audience),
      added as (
        insert into ${table('events')} (number, at, numbered_at, topic, payload, audience)
        select ${last} + row_number() over (order by id), at, ${now}, topic, payload, audience from different
        returning number
      )
    select count(*)::integer as count from added`.execute(db)
  const count = counted[0]?.count ?? 0
  if (count === 0) return last
  await sql`
    with counted as (update ${table('lastEventNumber')} set last = ${last + count} returning last)
    select pg_notify(${EVENTS_CHANNEL}, '') from counted`.execute(db)
  return last + count
}
