/** The words of shown posts (`shared/searchWords.ts`) in an index with sorted keys. */

import { wordsOf } from '../../../shared/searchWords.ts'
import type { PostRow } from '../rows.ts'

/** Returns all keys of a post. */
export function wordKeys(post: PostRow): [word: string, id: string][] {
  return foundWords(post).map((word) => [word, post.id])
}

/** Returns the words by which a post is found: none unless it is shown. */
export function foundWords({ state, content }: PostRow): string[] {
  return state === 'shown' ? wordsOf(content) : []
}
