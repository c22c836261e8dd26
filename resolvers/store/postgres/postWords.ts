/** The words of posts, which are parts of texts: a table of its own, with one row for each post that has any. */

import { sql } from 'kysely'

import type { Patch } from '../port.ts'
import type { PostRow } from '../rows.ts'
import { foundWords } from '../search/postWords.ts'
import { isOneOf } from './columns.ts'
import type { Database } from './connection/database.ts'
import { insertionOf, type Insertion } from './table.ts'

/** Returns what is inserted after posts. */
export function wordInsertions(posts: readonly PostRow[]): Insertion[] {
  const rows = posts.flatMap((post) => {
    const words = foundWords(post)
    return words.length === 0 ? [] : [{ id: post.id, authorId: post.authorId, words: words.map(quoted).join(' ') }]
  })
  return rows.length === 0 ? [] : [insertionOf('postWords', rows)]
}

/** Returns a word as the types `tsvector` and `tsquery` take it. It has letters, digits and marks only. */
export function quoted(word: string): string {
  return `'${word}'`
}

/** Called when posts are found by no word any more. */
export async function removeWords({ db, table }: Database, postIds: readonly string[]): Promise<void> {
  await sql`delete from ${table('postWords')} where ${isOneOf('posts', 'id', postIds)}`.execute(db)
}

/** Called after a change of a post. */
export async function updateWords(database: Database, post: PostRow, { set }: Patch<PostRow>): Promise<void> {
  if (set?.content === undefined && set?.state === undefined) return
  const [insertion] = wordInsertions([post])
  if (!insertion) return removeWords(database, [post.id])
  await sql`${insertion(database)} on conflict (id) do update set words = excluded.words`.execute(database.db)
}
