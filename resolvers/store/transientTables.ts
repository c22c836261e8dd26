/** The calls of the tables whose rows are kept for a limited time. */

import type { BookmarkRow, DeletedPostRow, IdempotencyKeyRow, PostRow, ReactionRow } from './rows.ts'

/** A post with its reactions and bookmarks, each sorted by the id of the user. */
export interface PostWithLinks {
  post: PostRow
  reactions: ReactionRow[]
  bookmarks: BookmarkRow[]
}

/** The posts that their authors can restore. */
export interface DeletedPostsReader {
  /** Returns the posts that were deleted before an instant, the earliest first, at most `limit`. */
  deletedBefore(instant: number, limit: number): Promise<DeletedPostRow[]>
}

export interface DeletedPosts extends DeletedPostsReader {
  get(id: string): Promise<DeletedPostRow | undefined>
  /** Throws `UniqueViolationError` if the id is taken. */
  insert(row: DeletedPostRow): Promise<void>
  remove(id: string): Promise<void>
}

/** The requests with an idempotency key. */
export interface IdempotencyKeys {
  get(userId: string, key: string): Promise<IdempotencyKeyRow | undefined>
  /** Inserts a row, or replaces the one of its user and key. */
  put(row: IdempotencyKeyRow): Promise<void>
  /** Removes the oldest rows that were used before an instant, at most `limit`. */
  removeUsedBefore(instant: number, limit: number): Promise<void>
}
