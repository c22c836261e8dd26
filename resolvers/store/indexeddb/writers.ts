import { firstNameKeys } from '../firstNameIndex.ts'
import { prefixRange } from '../keys.ts'
import type { Tables } from '../port.ts'
import { tableNames } from '../rows.ts'
import { toIdbRange } from './cursors.ts'
import { indexedDbReaders } from './readers.ts'
import type { Run } from './readers.ts'
import type { WriteTransaction } from './dbSchema.ts'

/** Returns the tables of one transaction. */
export function indexedDbTables(run: Run<WriteTransaction>): Tables {
  const readers = indexedDbReaders(run)
  const write = (request: (tx: WriteTransaction) => Promise<unknown>) =>
    run(async (tx) => {
      await request(tx)
    })

  return {
    ...readers,
    users: {
      ...readers.users,
      put: (row) =>
        write((tx) => tx.objectStore('users').put({ row, firstNameKeys: firstNameKeys(row.firstName, row.id) })),
    },
    posts: {
      ...readers.posts,
      put: (row) => write((tx) => tx.objectStore('posts').put(row)),
      remove: (id) => write((tx) => tx.objectStore('posts').delete([id])),
    },
    reactions: {
      ...readers.reactions,
      put: (row) => write((tx) => tx.objectStore('reactions').put(row)),
      removeOfPost: (postId) => write((tx) => tx.objectStore('reactions').delete(toIdbRange(prefixRange([postId])))),
    },
    bookmarks: {
      ...readers.bookmarks,
      put: (row) => write((tx) => tx.objectStore('bookmarks').put(row)),
      remove: (userId, postId) => write((tx) => tx.objectStore('bookmarks').delete([userId, postId])),
      removeOfPost: (postId) =>
        write(async (tx) => {
          const bookmarks = tx.objectStore('bookmarks')
          const keys = await bookmarks.index('byPost').getAllKeys(toIdbRange(prefixRange([postId])))
          await Promise.all(keys.map((key) => bookmarks.delete(key)))
        }),
    },
    follows: {
      ...readers.follows,
      put: (row) => write((tx) => tx.objectStore('follows').put(row)),
      remove: (followerId, followeeId) => write((tx) => tx.objectStore('follows').delete([followerId, followeeId])),
    },
    files: {
      ...readers.files,
      put: (row) => write((tx) => tx.objectStore('files').put(row)),
      remove: (id) => write((tx) => tx.objectStore('files').delete([id])),
    },
    meta: { ...readers.meta, put: (key, value) => write((tx) => tx.objectStore('meta').put(value, key)) },
    clear: () => write((tx) => Promise.all(tableNames.map((table) => tx.objectStore(table).clear()))),
  }
}
