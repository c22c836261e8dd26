import type { Transaction } from 'kysely'

/** Changes existing rows in batches, in the order of a key. */
export interface Backfill {
  /** The table whose rows are read. */
  table: string
  /** Changes the rows after a key. Returns how many, and the last key; undefined at the end. */
  next<Tables>(
    tx: Transaction<Tables>,
    after: readonly string[] | undefined,
  ): Promise<{ rows: number; last: readonly string[] } | undefined>
}

/** SQL statements for one transaction, or a backfill. A statement must not hold a lock for long that others wait for. */
export type Step = string | Backfill

export interface Migration {
  /** Whether servers of the version before can go on with the tables of this one. */
  readonly keepsFormer: boolean
  readonly steps: readonly Step[]
}

/** Returns a statement that takes a prefix off the names of the tables and indexes that start with it. */
export const withoutPrefix = (prefix: string): string => `
  do $$ declare name text; begin
    for name in
      select relname from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'i') and starts_with(relname, '${prefix}')
    loop
      execute format('alter table %I rename to %I', name, substr(name, ${prefix.length + 1}));
    end loop;
  end $$`
