/** The posts with a tag (`shared/textLinks.ts`) in an index with sorted keys, and the numbers of these posts. */

import type { PostOrder } from '../port.ts'
import type { PostRow } from '../rows.ts'
import { tagsIn } from '../../../shared/tagsIn.ts'

/** `[tag, 'LATEST', id]` or `[tag, 'TRENDING', likeCount, id]`. */
export type TagKey = (string | number)[]

/** The start of the keys of a list. */
export function tagPrefix(tag: string, order: PostOrder): [tag: string, order: PostOrder] {
  return [tag, order]
}

/** Returns all keys of a post. */
export function tagKeys(post: PostRow): TagKey[] {
  const { id, likeCount } = post
  return listedTags(post).flatMap((tag) => [
    [...tagPrefix(tag, 'LATEST'), id],
    [...tagPrefix(tag, 'TRENDING'), likeCount, id],
  ])
}

/** Returns the tags in whose lists a post is. */
export function listedTags({ state, content }: PostRow): string[] {
  return state === 'shown' ? tagsIn(content) : []
}

/** Returns what to add to the number of posts with each tag when posts are replaced with others. */
export function tagCountChanges(before: readonly PostRow[], after: readonly PostRow[]): Map<string, number> {
  const changes = new Map<string, number>()
  const add = (posts: readonly PostRow[], by: 1 | -1) => {
    for (const post of posts) for (const tag of listedTags(post)) changes.set(tag, (changes.get(tag) ?? 0) + by)
  }
  add(before, -1)
  add(after, 1)
  return new Map([...changes].filter(([, by]) => by !== 0))
}
