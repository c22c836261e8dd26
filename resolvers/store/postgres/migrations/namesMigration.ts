/**
 * The migration to version 10: the search reads each first name once, and then its users. Other tables are filled in
 * batches, while a trigger repeats each sign-up and removal in them; then they take the place of the former one.
 */

import { sql } from 'kysely'

import { withoutPrefix, type Backfill, type Migration } from './migration.ts'
import { nameTables } from '../tables.ts'

/** How the names of the new tables and indexes start until they replace the former one. */
const PREFIX = 'next_'

/** The users of one transaction. A removal of one of them waits for it, and so do sign-ups with their names. */
const BATCH = 1000

/** A query: the grams of the names in a table, as `firstNames.ts` defines them. */
const gramsOf = (table: string) => `
  select distinct gram, starts_with(name, gram) as is_at_start, name
  from ${table}, generate_series(2, length(name)) as start,
    generate_series(1, least(3, length(name) - start + 1)) as size, substr(name, start, size) as gram`

/** Adds `names`. First locks those that are there already, so that none is removed meanwhile. */
const addNames = `
  added as (
    insert into ${PREFIX}first_names select name from names order by name
    on conflict (name) do update set name = excluded.name returning name
  )
  insert into ${PREFIX}name_grams (gram, is_at_start, name) ${gramsOf('added')} on conflict do nothing`

/** A deletion must see what a batch has committed meanwhile, which a serialisable transaction does not. */
const follow = `
  create function ${PREFIX}names() returns trigger language plpgsql set search_path from current as $$ begin
    if tg_op = 'INSERT' then
      with names as (select new.folded_name as name), ${addNames};
    elsif current_setting('transaction_isolation') <> 'read committed' then
      raise 'The database is being migrated.' using errcode = 'serialization_failure';
    else
      perform from ${PREFIX}first_names where name = old.folded_name for update;
      delete from ${PREFIX}first_names
      where name = old.folded_name and not exists (select from users where folded_name = old.folded_name);
      if found then
        with names as (select old.folded_name as name)
        delete from ${PREFIX}name_grams as unused using (${gramsOf('names')}) as gram
        where unused.gram = gram.gram and unused.is_at_start = gram.is_at_start and unused.name = gram.name;
      end if;
    end if;
    return null;
  end $$;
  create trigger next after insert or delete on users for each row execute function ${PREFIX}names()`

const fill: Backfill = {
  table: 'users',
  async next(tx, after) {
    const rest = after ? sql`where id > ${after[0]}::uuid` : sql``
    // Locked, so that no user is removed before the name is added.
    const { rows } = await sql<{ id: string }>`
      select id::text from users ${rest} order by users.id limit ${BATCH} for key share`.execute(tx)
    const ids = rows.map(({ id }) => id)
    const last = ids.at(-1)
    if (last === undefined) return undefined
    await sql`
      with names as (select distinct folded_name as name from users where id = any(${ids}::uuid[])),
      ${sql.raw(addNames)}`.execute(tx)
    return { rows: ids.length, last: [last] }
  },
}

const replace = `
  drop trigger next on users;
  drop function ${PREFIX}names;
  drop table name_grams;
  ${withoutPrefix(PREFIX)}`

/** Servers of version 9 fail then when they search by first name, and when they add or remove a user. */
export const namesMigration: Migration = { keepsFormer: false, steps: [nameTables(PREFIX), follow, fill, replace] }
