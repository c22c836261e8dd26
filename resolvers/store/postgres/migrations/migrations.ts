/** The migrations of the database. Add new ones at the end; never change one that has been released. */

import { eventPositions } from '../tables.ts'
import { blobChunks, eventSequence, sharedCounts } from './firstMigrations.ts'
import type { Migration } from './migration.ts'
import { namesMigration } from './namesMigration.ts'
import { uuidMigration } from './uuidMigration.ts'

/** The version that 1.0.0 created. Smaller ones were used before. */
export const FIRST_VERSION = 4

/** All migrations. Each leads from the version before to the next, the first from `FIRST_VERSION`. */
export const migrations: readonly Migration[] = [
  { keepsFormer: false, steps: [blobChunks] },
  { keepsFormer: true, steps: [eventSequence] },
  { keepsFormer: true, steps: [sharedCounts] },
  uuidMigration,
  // Postgres cannot read an unlogged sequence after a standby has taken over.
  { keepsFormer: false, steps: [`drop sequence event_positions; ${eventPositions}`] },
  namesMigration,
]

/** The version of the tables in `tables.ts`, with which new databases start. */
export const NEW_VERSION = 10
