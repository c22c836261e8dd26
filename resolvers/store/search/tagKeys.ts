/** The posts with a tag (`shared/tags.ts`) in an index with sorted keys, and the numbers of these posts. */

import { tagsIn } from '../../../shared/tags.ts'
import type { PostOrder } from '../port.ts'
import type { PostRow } from '../rows.ts'

/** `[tag, 'LATEST', id]` or `[tag, 'TRENDING', likeCount, id]`. */
export type TagKey = (string | number)[]

/** The start of the keys of a list. */
export function tagPrefix(tag: string, order: PostOrder): [tag: string, order: PostOrder] {
  return [tag, order]
}

/** Returns all keys of a post. */
export function tagKeys({ id, content, likeCount }: PostRow): TagKey[] {
  return tagsIn(content).flatMap((tag) => [
    [...tagPrefix(tag, 'LATEST'), id],
    [...tagPrefix(tag, 'TRENDING'), likeCount, id],
  ])
}

/** The number of posts with a tag. */
export interface TagCount {
  tag: string
  postCount: number
}

/** Returns what to add to the number of posts with each tag when posts are replaced with others. */
export function tagCountChanges(before: readonly PostRow[], after: readonly PostRow[]): Map<string, number> {
  const changes = new Map<string, number>()
  const add = (posts: readonly PostRow[], by: 1 | -1) => {
    for (const { content } of posts) for (const tag of tagsIn(content)) changes.set(tag, (changes.get(tag) ?? 0) + by)
  }
  add(before, -1)
  add(after, 1)
  return new Map([...changes].filter(([, by]) => by !== 0))
}
