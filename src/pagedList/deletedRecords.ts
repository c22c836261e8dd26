import type { Reference } from '@apollo/client'
import { BoundedMap } from '../../shared/BoundedMap.ts'
import { sessionState } from '../session/sessionScope.ts'

/** Later results no longer contain the records that were deleted before these. */
const MAX_DELETED = 1000

/** A record in a payload or an event. */
export type RecordRef = { __typename: string; id: string }

/**
 * The records that are known to be deleted. Lists leave them out, even if a result from before the deletion arrives
 * late.
 */
export class DeletedRecords {
  /** Their ids in the cache. */
  readonly #ids = new BoundedMap<string, true>(MAX_DELETED)

  add({ __typename, id }: RecordRef): void {
    this.#ids.set(`${__typename}:${id}`, true)
  }

  /** Lets a restored record into the lists again. */
  remove({ __typename, id }: RecordRef): void {
    this.#ids.delete(`${__typename}:${id}`)
  }

  /** Call it when all data was replaced or events were missed: a record may exist again. */
  clear(): void {
    this.#ids.clear()
  }

  has({ __typename, id }: RecordRef): boolean {
    return this.#ids.has(`${__typename}:${id}`)
  }

  hasReference({ __ref }: Reference): boolean {
    return this.#ids.has(__ref)
  }
}

export const deletedRecordsOf = sessionState(() => new DeletedRecords())
