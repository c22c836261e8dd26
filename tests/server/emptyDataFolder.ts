import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { openPostgresStore } from '../../resolvers/store/postgres/store.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder of a server without users, to copy. */
    emptyDataFolder: string
  }
}

/** Creates the folder once for all tests of the server. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-empty-'))
  const database = await PGlite.create(join(folder, 'database'))
  const store = await openPostgresStore({ source: database, schemaChanges: 'create' })
  await store.close()
  await database.close()
  provide('emptyDataFolder', folder)
  return () => rm(folder, { recursive: true })
}
