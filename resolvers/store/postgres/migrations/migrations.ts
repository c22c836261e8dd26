/** The migrations of the database. Add new ones at the end; never change one that has been released. */

import { blobChunks, eventPositions, removedUsers, sharedCounts, tables } from './firstMigrations.ts'
import type { Migration } from './migration.ts'
import { uuidMigration } from './uuidMigration.ts'

/** All migrations. The first led from an empty schema to the first version. */
export const migrations: readonly Migration[] = [
  { keepsFormer: false, steps: [tables] },
  { keepsFormer: false, steps: [removedUsers] },
  { keepsFormer: false, steps: [blobChunks] },
  { keepsFormer: true, steps: [eventPositions] },
  { keepsFormer: true, steps: [sharedCounts] },
  uuidMigration,
]

/** The number of the version after the first migration. Weft used smaller ones before its first release. */
export const FIRST_VERSION = 3

/** The version of the tables in `tables.ts`, with which new databases start. */
export const NEW_VERSION = 8
