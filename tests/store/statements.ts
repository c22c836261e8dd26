import pg from 'pg'
import { vi } from 'vitest'

/** A statement as the adapter sends it to Postgres. */
export interface Statement {
  text: string
  values: (string | number | string[])[]
}

/** Returns the statements that `work` sends to Postgres. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const statements = query.mock.calls.flatMap(([sent]: readonly unknown[]) => (isStatement(sent) ? [sent] : []))
  query.mockRestore()
  return statements
}

function isStatement(sent: unknown): sent is Statement {
  return typeof sent === 'object' && sent !== null && 'text' in sent
}
