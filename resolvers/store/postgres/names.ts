/** The folded first names of users, by which the search finds them (`search/firstNames.ts`). */

import { sql } from 'kysely'

import type { UserRow } from '../rows.ts'
import { foldedName, partsOfName } from '../search/firstNames.ts'
import type { Database } from './connection/database.ts'
import { insertionOf, type Insertion } from './table.ts'

/**
 * Returns what is inserted after users: the names that are new. Updates the rows of the others, so that a removal of their
 * last user waits. Sorted, so that transactions lock names in the same order.
 */
export function nameInsertions(users: readonly UserRow[]): Insertion[] {
  const names = [...new Set(users.map((user) => foldedName(user.firstName)))].toSorted()
  const insertNames = insertionOf(
    'firstNames',
    names.map((name) => ({ name })),
  )
  const parts = names.flatMap((name) => partsOfName(name).map((part) => ({ part, name })))
  const insertParts = parts.length === 0 ? [] : [insertionOf('nameParts', parts)]
  return [
    (database) => sql`${insertNames(database)} on conflict (name) do update set name = excluded.name`,
    ...insertParts.map(
      (insert): Insertion =>
        (database) =>
          sql`${insert(database)} on conflict do nothing`,
    ),
  ]
}

/** Removes a folded first name that no user has any more. */
export async function removeUnusedName({ db, table }: Database, name: string): Promise<void> {
  // Waits for transactions that add or remove another user with this name.
  await sql`select from ${table('firstNames')} where name = ${name} for update`.execute(db)
  const { rows } = await sql`
    delete from ${table('firstNames')}
    where name = ${name} and not exists (select from ${table('users')} where folded_name = ${name})
    returning name`.execute(db)
  if (rows.length === 0) return
  await sql`
    delete from ${table('nameParts')} where part = any(${partsOfName(name)}::text[]) and name = ${name}`.execute(db)
}
