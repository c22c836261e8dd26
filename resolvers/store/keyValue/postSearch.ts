/** The search for posts by their words (`shared/searchWords.ts`). A list of its own: words are parts of texts. */

import { matcherOf, searchTerms, wordsOf, type SearchTerm } from '../../../shared/searchWords.ts'
import type { IdCursor, Page, PageRequest, PostSearch, SearchScope } from '../port.ts'
import type { PostRow } from '../rows.ts'
import { pageRange, prefixRange, textRange, type KeyRange } from './keys.ts'
import type { ReadTransaction } from './transaction.ts'

/** The newest posts that are read in any case, and how many more for each that is found among them. */
const FIRST_POSTS = 100
const POSTS_FOR_EACH_FOUND = 20

/** The longest list of ids that is read as a whole. Reading a key takes a tenth of the time of a post. */
const MAX_IDS = 10_000

/** How many posts are read at once. */
const BATCH = 50

/**
 * Reads the newest posts while the search finds many of them. If it finds few, reads the ids of the posts with each word,
 * and the posts that have all of these ids. A word whose list is too long is looked for in the posts.
 */
export async function searchPosts(
  tx: ReadTransaction,
  search: PostSearch,
  { after, limit }: PageRequest<IdCursor>,
): Promise<Page<PostRow, IdCursor>> {
  const terms = searchTerms(search.text)
  if (terms.length === 0) return []
  const hasWords = matcherOf(terms)
  const scope = await scopeOf(tx, search.scope)
  const isFound = (post: PostRow) => post.state === 'shown' && scope.has(post) && hasWords(wordsOf(post.content))

  const found: PostRow[] = []
  let last = after?.id
  /** Reads all posts in their order until the page is full. Returns whether it has reached the end of the list. */
  const walk = async (continues: (passed: number) => boolean) => {
    const range = pageRange([], 'descending', last === undefined ? undefined : [last])
    const posts = tx.walk('posts', range, { direction: 'descending' })
    for (let passed = 0; found.length < limit && continues(passed); passed += 1) {
      const next = await posts.next()
      if (next.done === true) return true
      last = next.value.id
      if (isFound(next.value)) found.push(next.value)
    }
    return found.length === limit
  }
  const isDone = await walk((passed) => passed < FIRST_POSTS + POSTS_FOR_EACH_FOUND * found.length)
  const ids = isDone ? [] : await idsWith(tx, terms, scope, last)
  if (ids === undefined) await walk(() => true)
  const rest = ids ?? []
  for (let at = 0; at < rest.length && found.length < limit; at += BATCH) {
    const posts = await Promise.all(rest.slice(at, at + BATCH).map((id) => tx.get('posts', [id])))
    found.push(...posts.flatMap((post) => (post && isFound(post) ? [post] : [])).slice(0, limit - found.length))
  }
  return found.map((row) => ({ row, cursor: { id: row.id } }))
}

interface Scope {
  has: (post: PostRow) => boolean
  /** Returns the ids of its posts, undefined if there are too many, or all are in the scope. */
  ids: () => Promise<string[] | undefined>
}

async function scopeOf(tx: ReadTransaction, scope: SearchScope): Promise<Scope> {
  if (scope.name === 'ALL') return { has: () => true, ids: async () => undefined }
  const ofAuthor = async (id: string) => {
    const lists = await Promise.all(
      ['authorLatest', 'authorReplies'].map((index) => idsIn(tx, prefixRange([id]), index)),
    )
    const [posts, replies] = lists
    return posts && replies && [...posts, ...replies]
  }
  const { userId } = scope
  if (scope.name === 'MINE') return { has: ({ authorId }) => authorId === userId, ids: () => ofAuthor(userId) }
  const table = scope.name === 'FOLLOWING' ? 'follows' : 'bookmarks'
  const linked = new Set((await tx.keys(table, prefixRange([userId]))).map(([, id]) => String(id)))
  if (scope.name === 'BOOKMARKED') return { has: ({ id }) => linked.has(id), ids: async () => [...linked] }
  return {
    has: ({ authorId }) => linked.has(authorId),
    async ids() {
      const all: string[] = []
      for (const authorId of linked) {
        const ids = await ofAuthor(authorId)
        if (!ids || all.length + ids.length > MAX_IDS) return undefined
        all.push(...ids)
      }
      return all
    },
  }
}

/**
 * Returns ids of posts before `last`, the newest first: all that the search finds are among them. Undefined if all lists
 * are too long.
 */
async function idsWith(
  tx: ReadTransaction,
  terms: readonly SearchTerm[],
  scope: Scope,
  last: string | undefined,
): Promise<string[] | undefined> {
  const ofWords = terms.map(({ word, isPrefix }) => {
    const range = isPrefix ? textRange([], word) : pageRange([word], 'descending', last === undefined ? last : [last])
    return idsIn(tx, range, 'byWord')
  })
  const lists = (await Promise.all([...ofWords, scope.ids()])).flatMap((ids) => (ids ? [new Set(ids)] : []))
  const [shortest, ...others] = lists.toSorted((one, other) => one.size - other.size)
  return (
    shortest &&
    [...shortest]
      .filter((id) => (last === undefined || id < last) && others.every((ids) => ids.has(id)))
      .toSorted()
      .toReversed()
  )
}

/** Returns the ids of the posts with keys in a range, undefined if there are too many. */
async function idsIn(tx: ReadTransaction, range: KeyRange, index: string): Promise<string[] | undefined> {
  const keys = await tx.keys('posts', range, { index, limit: MAX_IDS + 1 })
  return keys.length > MAX_IDS ? undefined : keys.map(([id]) => String(id))
}
