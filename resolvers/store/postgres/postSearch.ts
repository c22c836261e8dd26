/**
 * The search for posts by their words. No index has the posts with a word in the order of their ids, so there are two ways:
 * to walk the posts of a list in its order and leave out those without the words, or to read all posts with the words from
 * the index of words and sort them. The first one takes long for a rare word, the second one for a common one. The newest
 * posts tell which it is.
 */

import { sql, type RawBuilder, type SqlBool } from 'kysely'

import { searchTerms, type SearchTerm } from '../../../shared/searchWords.ts'
import { isId } from '../../lib/ids.ts'
import type { IdCursor, Page, PageRequest, PostSearch, SearchScope } from '../port.ts'
import type { PostRow } from '../rows.ts'
import { columnNames, isAfter, refs, sorted } from './columns.ts'
import type { Database } from './connection/database.ts'
import { quoted } from './postWords.ts'

/** The newest posts that are walked in any case. They lie together, so this takes some milliseconds. */
const FIRST_POSTS = 20_000

/** If this many of them are found, a longer walk takes less time than to read all posts with the words. */
const COMMON = 4

/** The longest walk. It is to fill a page, if the posts that are found are evenly distributed. */
const MAX_POSTS = 120_000

/** How many users somebody follows for whom the posts of all users are walked first. */
const MANY_FOLLOWED = 200

/**
 * Among ten million posts, all posts with words that one more of the newest has take as long to read as those of this many
 * authors.
 */
const FOLLOWED_FOR_EACH_FOUND = 10

/** The newest posts by which the words of a text are compared. */
const COMPARED_POSTS = 2000

/** How many entries of the index of words take as long as a row that they lead to. */
const ENTRIES_FOR_EACH_ROW = 50

/** What all statements of a search have in common. */
interface WordList {
  terms: readonly SearchTerm[]
  scope: SearchScope
  /** The condition for the posts after the place where the page begins. */
  isBehind: RawBuilder<SqlBool>
  limit: number
}

export async function searchPosts(
  database: Database,
  { text, scope }: PostSearch,
  { after, limit }: PageRequest<IdCursor>,
): Promise<Page<PostRow, IdCursor>> {
  const terms = searchTerms(text)
  if (terms.length === 0) return []
  const list: WordList = { terms, scope, isBehind: isAfter('posts', ['id'], after && [after.id]), limit }
  const rows = await (scope.name === 'ALL' ? searchAll(database, list) : searchScope(database, list))
  return rows.map((row) => ({ row, cursor: { id: row.id } }))
}

async function searchAll(database: Database, list: WordList): Promise<PostRow[]> {
  const newest = await walkNewest(database, list, FIRST_POSTS)
  if (newest.length === list.limit) return newest
  const walked = newest.length < COMMON ? newest : await walkNewest(database, list, MAX_POSTS)
  return walked.length === list.limit ? walked : readIndex(database, list)
}

async function searchScope(database: Database, list: WordList): Promise<PostRow[]> {
  const { scope, limit } = list
  const followed = scope.name === 'FOLLOWING' ? (scope.followingCount ?? 0) : 0
  if (followed >= MANY_FOLLOWED) {
    const walked = await walkNewest(database, list, MAX_POSTS)
    if (walked.length === limit) return walked
  }
  // The more users are followed, the more common words have to be for a walk through the posts of each.
  const isCommon = await areCommon(database, list, Math.max(COMMON, Math.ceil(followed / FOLLOWED_FOR_EACH_FOUND)))
  return isCommon ? walkScope(database, list) : readIndex(database, list)
}

/** Reads the newest posts, at most `maxPosts`, until the page is full. */
async function walkNewest(database: Database, list: WordList, maxPosts: number): Promise<PostRow[]> {
  return selectPage(
    database,
    list,
    sql`
      select id from (${newestPosts(database, list, maxPosts)}) as post
      where words @@ ${queryOf(list.terms)} and ${isInScope(database, list.scope)}`,
  )
}

function newestPosts({ table }: Database, { isBehind }: WordList, maxPosts: number): RawBuilder<unknown> {
  return sql`
    select id, author_id, words from ${table('postWords')} where ${isBehind} ${sorted(['id'])} limit ${maxPosts}`
}

/** Whether at least `least` of the newest posts have the words, in any scope. */
async function areCommon(database: Database, list: WordList, least: number): Promise<boolean> {
  const { rows } = await sql`
    select from (${newestPosts(database, list, FIRST_POSTS)}) as post
    where words @@ ${queryOf(list.terms)} limit ${least}`.execute(database.db)
  return rows.length === least
}

/**
 * Returns the terms to read from the index. The start of a word is none if the whole words are far less common: the index
 * collects the entries of all words that start with it.
 */
async function readTerms(database: Database, list: WordList): Promise<readonly SearchTerm[]> {
  const { terms } = list
  const starts = terms.filter(({ isPrefix }) => isPrefix)
  const whole = terms.filter(({ isPrefix }) => !isPrefix)
  if (starts.length === 0 || whole.length === 0) return terms
  const { rows } = await sql<{ starts: number; whole: number }>`
    select count(*) filter (where words @@ ${queryOf(starts)})::integer as starts,
      count(*) filter (where words @@ ${queryOf(whole)})::integer as whole
    from (${newestPosts(database, list, COMPARED_POSTS)}) as post`.execute(database.db)
  const [counts = { starts: 0, whole: 0 }] = rows
  return counts.starts > ENTRIES_FOR_EACH_ROW * (counts.whole + 1) ? whole : terms
}

/**
 * Reads all posts with the words. The connection disables the only scan that the index of words has, and that of the whole
 * table, so Postgres takes the cheaper one. The other conditions are outside, because they have indexes that it would prefer.
 */
async function readIndex(database: Database, list: WordList): Promise<PostRow[]> {
  const { terms, scope, isBehind } = list
  const read = await readTerms(database, list)
  return selectPage(
    database,
    list,
    sql`select id from found as post where ${isBehind} and ${isInScope(database, scope)}`,
    sql`
      found as materialized (
        select id, author_id from ${database.table('postWords')}
        where words @@ ${queryOf(read)} and (words @@ ${queryOf(terms)}) is true
      ), `,
  )
}

/** Reads the posts of a scope in their order until the page is full: those of each author, or the bookmarked ones. */
async function walkScope(database: Database, list: WordList): Promise<PostRow[]> {
  const { table } = database
  const { terms, scope, isBehind, limit } = list
  if (scope.name === 'BOOKMARKED')
    return selectPage(
      database,
      list,
      sql`
        select id from (
          select post_id as id from ${table('bookmarks')} where ${isOf('user_id', scope)}
        ) as bookmark cross join lateral (
          select from ${table('postWords')} as post_words
          where post_words.id = bookmark.id and words @@ ${queryOf(terms)} offset 0
        ) as post where ${isBehind}`,
    )
  return selectPage(
    database,
    list,
    sql`
      select post.id from (${authorsOf(database, scope)}) as author (id) cross join lateral (
        select id from ${table('postWords')} as post_words
        where author_id = author.id and ${isBehind} and words @@ ${queryOf(terms)} ${sorted(['id'])} limit ${limit}
      ) as post`,
  )
}

function authorsOf({ table }: Database, scope: SearchScope): RawBuilder<unknown> {
  return scope.name === 'FOLLOWING'
    ? sql`select followee_id from ${table('follows')} where ${isOf('follower_id', scope)}`
    : sql`select ${userOf(scope)}::uuid`
}

/** The condition for the posts of a scope, for a row of `post` with its id and author. */
function isInScope(database: Database, scope: SearchScope): RawBuilder<SqlBool> {
  if (scope.name === 'ALL') return sql`true`
  // With `is true`, Postgres reads the users followed once, into a hash table.
  if (scope.name !== 'BOOKMARKED') return sql`(author_id in (${authorsOf(database, scope)})) is true`
  // With the offset, Postgres looks for each post, and never reads all bookmarks.
  return sql`exists (
    select from ${database.table('bookmarks')} where ${isOf('user_id', scope)} and post_id = post.id offset 0
  )`
}

function isOf(column: 'user_id' | 'follower_id', scope: SearchScope): RawBuilder<SqlBool> {
  return sql`${sql.ref(column)} = ${userOf(scope)}`
}

/** Null for a text that is no id, which Postgres refuses to compare with one. */
function userOf(scope: SearchScope): string | null {
  return scope.name !== 'ALL' && isId(scope.userId) ? scope.userId : null
}

function queryOf(terms: readonly SearchTerm[]): RawBuilder<unknown> {
  return sql`${terms.map(({ word, isPrefix }) => quoted(word) + (isPrefix ? ':*' : '')).join(' & ')}::tsquery`
}

/** Reads the first posts of those with these ids. `before` has what the selection refers to. */
async function selectPage(
  { db, table }: Database,
  { limit }: WordList,
  ids: RawBuilder<unknown>,
  before: RawBuilder<unknown> = sql``,
): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    with ${before}page as (${ids} ${sorted(['id'])} limit ${limit})
    select ${refs(columnNames('posts'), 'posts')} from page
    join ${table('posts')} as posts on posts.id = page.id ${sorted(['id'], 'descending', 'page')}`.execute(db)
  return rows
}
