import { prefixRange } from '../keys.ts'
import type { Tables } from '../port.ts'
import { tableNames } from '../rows.ts'
import type { Data } from './data.ts'
import { memoryReaders } from './readers.ts'
import type { Run } from './readers.ts'
import type { Undo } from './table.ts'

/** Returns the tables of one transaction. Each change adds its undo function to `journal`. */
export function memoryTables(data: Data, run: Run, journal: Undo[]): Tables {
  const { users, posts, reactions, bookmarks, follows, files, meta } = data
  const readers = memoryReaders(data, run)
  const write = (change: () => Undo) =>
    run(() => {
      journal.push(change())
    })

  return {
    ...readers,
    users: { ...readers.users, put: (row) => write(() => users.rows.put(row)) },
    posts: {
      ...readers.posts,
      put: (row) => write(() => posts.rows.put(row)),
      remove: (id) => write(() => posts.rows.remove([id])),
    },
    reactions: {
      ...readers.reactions,
      put: (row) => write(() => reactions.rows.put(row)),
      removeOfPost: (postId) =>
        run(() => {
          const keys = Array.from(reactions.byKey.ascending(prefixRange([postId])), ({ key }) => key)
          for (const key of keys) journal.push(reactions.rows.remove(key))
        }),
    },
    bookmarks: {
      ...readers.bookmarks,
      put: (row) => write(() => bookmarks.rows.put(row)),
      remove: (userId, postId) => write(() => bookmarks.rows.remove([userId, postId])),
      removeOfPost: (postId) =>
        run(() => {
          const entries = Array.from(bookmarks.byPost.ascending(prefixRange([postId])))
          for (const { value } of entries) journal.push(bookmarks.rows.remove([value.userId, postId]))
        }),
    },
    follows: {
      ...readers.follows,
      put: (row) => write(() => follows.rows.put(row)),
      remove: (followerId, followeeId) => write(() => follows.rows.remove([followerId, followeeId])),
    },
    files: {
      ...readers.files,
      put: (row) => write(() => files.rows.put(row)),
      remove: (id) => write(() => files.rows.remove([id])),
    },
    meta: { ...readers.meta, put: (key, value) => write(() => meta.put({ key, value })) },
    clear: () =>
      run(() => {
        for (const table of tableNames) journal.push(data[table].rows.clear())
      }),
  }
}
