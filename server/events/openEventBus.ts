import type { Config } from '../config.ts'
import { EventBus, type EventBusObserver } from './eventBus.ts'
import { postgresBus } from './postgresBus.ts'
import { redisBus } from './redisBus.ts'

/** Creates the bus between the processes over one Postgres. A PGlite has one process, which needs none. */
export function openEventBus(
  { DATABASE_URL, REDIS_URL }: Pick<Config, 'DATABASE_URL' | 'REDIS_URL'>,
  observer: EventBusObserver,
): EventBus | undefined {
  if (DATABASE_URL === undefined) return undefined
  return new EventBus(REDIS_URL === undefined ? postgresBus(DATABASE_URL) : redisBus(REDIS_URL), observer)
}
