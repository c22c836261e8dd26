/** What YugabyteDB refuses of the SQL of Postgres. docs/postgres.md says where each is documented. */

import pg from 'pg'

const refused: readonly RegExp[] = [
  /\block table\b/,
  /\b(?:ctid|xmin|xmax|cmin|cmax)\b/,
  /\bpg_(?:try_)?advisory_/,
  /(?:^|;)\s*(?:un)?listen\b/,
  /(?:^|;)\s*notify\b|\bpg_notify\b/,
  /\bset storage\b/,
  /\bnowait\b/,
]

/** What Weft sends nevertheless. docs/postgres.md says why, and what it takes to do without. */
const exceptions: readonly RegExp[] = [
  // Exclusive transactions take turns: token keys, seed, import and other administration.
  /select pg_advisory_xact_lock\(826273404\)/g,
  // The settings of connections through PgBouncer.
  /^select pg_advisory_xact_lock\(826273403\)$/g,
  // Events that were numbered wake the other processes.
  /select pg_notify\(\$\d+, ''\) from counted/g,
  // New tables: a setting for speed.
  /alter table blob_chunks alter column bytes set storage external/g,
]

/** Returns what YugabyteDB refuses of a text of statements, but for the exceptions. */
export function findRefused(text: string): string[] {
  const sql = text.replaceAll(/--.*/g, '').toLowerCase()
  const rest = exceptions.reduce((left, exception) => left.replaceAll(exception, ''), sql)
  return refused.flatMap((pattern) => pattern.exec(rest)?.[0].trim() ?? [])
}

/** Makes every statement of this process that is sent to Postgres or a PGlite fail if YugabyteDB would refuse it. */
export function refuseStatements(): void {
  pg.Client.prototype.query = new Proxy(pg.Client.prototype.query, {
    apply(query, client: pg.Client, values: Parameters<pg.Client['query']>) {
      const [sent]: readonly unknown[] = values
      const text = typeof sent === 'string' ? sent : textOf(sent)
      const found = findRefused(text)
      if (found.length > 0) throw new Error(`YugabyteDB refuses "${found.join('", "')}" in: ${text}`)
      return query.apply(client, values)
    },
  })
}

function textOf(sent: unknown): string {
  return typeof sent === 'object' && sent !== null && 'text' in sent ? String(sent.text) : ''
}
