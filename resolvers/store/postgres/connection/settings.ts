import { sql, type Kysely } from 'kysely'

import { LIMITS } from '../limits.ts'

/**
 * Every list is read along an index, in its order, up to its limit. The planner may choose to read and sort a whole range
 * or table that it believes to be small, and often it cannot know: a PGlite keeps no statistics by itself. With these
 * settings the plan does not depend on the values, so each statement is planned once.
 */
const PLANNER = {
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
}

const settings = Object.entries({ ...PLANNER, ...LIMITS })

/** The settings of every connection, as statements for a connection without a pooler. */
export const setForSession = settings.map(([name, value]) => `set ${name} = '${value}'`).join(';')

/** Of several processes that start at once, the one that holds this advisory lock sets them. */
const LOCK = 826_273_403

/**
 * Makes the settings the defaults of this role in this database, for connections that a pooler opens. A role may do so for
 * itself.
 */
export async function setForRole<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx)
    const { rows } = await sql<{ name: string; settings: string[] | null }>`
      select datname as name, setconfig as settings from pg_database
      left join pg_db_role_setting on setdatabase = pg_database.oid and setrole = current_user::regrole
      where datname = current_database()`.execute(tx)
    const [database] = rows
    if (!database) throw new Error('The database has no name')
    for (const [name, value] of settings) {
      if (database.settings?.includes(`${name}=${value}`)) continue
      const assignment = sql.raw(`${name} = '${value}'`)
      await sql`alter role current_user in database ${sql.id(database.name)} set ${assignment}`.execute(tx)
    }
  })
}
