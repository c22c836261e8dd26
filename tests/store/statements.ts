import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { vi } from 'vitest'
import type { Database } from '../../resolvers/store/postgres/connection/database.ts'

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

/** A step of a plan, as `explain` names its properties. */
export interface Step {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  'Rows Removed by Index Recheck'?: number
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Step[]
}

/** Returns all steps of the plan of a statement, which is executed; first the one that contains the others. */
export async function stepsOf(database: Database, { text, values }: Statement): Promise<Step[]> {
  const db = database.db.withoutPlugins()
  await db.executeQuery(CompiledQuery.raw(`prepare explained as ${text}`))
  const execute = values.length === 0 ? 'execute explained' : `execute explained(${values.map(literal).join(', ')})`
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Step }] }>(
    CompiledQuery.raw(`explain (analyze, buffers, format json) ${execute}`),
  )
  await db.executeQuery(CompiledQuery.raw('deallocate explained'))
  const flatten = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(flatten)]
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => flatten(Plan)))
}

function literal(value: Statement['values'][number]): string {
  return pg.escapeLiteral(
    Array.isArray(value) ? `{${value.map((item) => JSON.stringify(item)).join(',')}}` : String(value),
  )
}
