import type { EventsReader, EventsWriter } from '../port.ts'
import type { EventRow } from '../rows.ts'
import { rangeAfter, prefixRange } from './keys.ts'
import type { ReadTransaction, WithTransaction, WriteTransaction } from './transaction.ts'

/** The key in `meta` of the number of the last event, which stays when the event is removed. */
const LAST_NUMBER = 'lastEventNumber'

export function eventsReader(run: WithTransaction<ReadTransaction>): EventsReader {
  return {
    lastNumber: () => run(lastNumber),
    after: (number, limit) => run((tx) => eventsAfter(tx, number, limit)),
  }
}

export function eventsWriter(run: WithTransaction<WriteTransaction>): EventsWriter {
  return {
    ...eventsReader(run),
    append: (events) =>
      run(async (tx) => {
        const last = await lastNumber(tx)
        const rows = events.map((event, index) => ({ ...event, number: last + 1 + index }))
        await Promise.all([
          ...rows.map((row) => tx.add('events', row)),
          tx.put('meta', { key: LAST_NUMBER, value: last + rows.length }),
        ])
      }),
    removeBefore: (instant, limit) =>
      run(async (tx) => {
        const oldest = await eventsAfter(tx, 0, limit)
        const removed = oldest.filter(({ at }) => at < instant)
        await Promise.all(removed.map(({ number }) => tx.delete('events', [number])))
        return removed.length
      }),
  }
}

async function lastNumber(tx: ReadTransaction): Promise<number> {
  return Number((await tx.get('meta', [LAST_NUMBER]))?.value ?? 0)
}

async function eventsAfter(tx: ReadTransaction, number: number, limit: number): Promise<EventRow[]> {
  const range = rangeAfter(prefixRange([]), [number])
  return range ? tx.rows('events', range, { limit }) : []
}
