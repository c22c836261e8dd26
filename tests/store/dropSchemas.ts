import pg from 'pg'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** How the names of all schemas start that the tests of this run create. */
    schemaPrefix: string
  }
}

/** Names the schemas of a test run. Returns a function that drops them from the server of TEST_DATABASE_URL. */
export default function nameSchemas(project: TestProject): () => Promise<void> {
  const prefix = `weft_test_${Date.now()}`
  project.provide('schemaPrefix', prefix)
  return async () => {
    const url = process.env['TEST_DATABASE_URL']
    if (url === undefined) return
    const client = new pg.Client(url)
    await client.connect()
    const { rows } = await client.query<{ name: string }>(
      'select nspname as name from pg_namespace where starts_with(nspname, $1)',
      [prefix],
    )
    for (const { name } of rows) await client.query(`drop schema ${client.escapeIdentifier(name)} cascade`)
    await client.end()
  }
}
