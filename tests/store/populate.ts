import {
  addFile,
  bookmarkRow,
  applyChanges,
  fileRow,
  followRow,
  id,
  insertPosts,
  insertUsers,
  postRow,
  reactionRow,
  userRow,
} from './rows.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'

/** Inserts rows into every table. */
export async function populate(store: AdministeredStore): Promise<void> {
  await insertUsers(store, userRow(1), userRow(2))
  await insertPosts(store, postRow(1, { likeCount: 2 }), postRow(2, { authorId: id(2) }))
  await applyChanges(
    store,
    (tx) => tx.reactions.put(reactionRow(1, id(1), id(1), 'like')),
    (tx) => tx.bookmarks.insert(bookmarkRow(1, id(1), id(1))),
    (tx) => tx.bookmarks.insert(bookmarkRow(2, id(1), id(2))),
    (tx) => tx.follows.insert(followRow(1, id(1), id(2))),
    (tx) => tx.meta.put('key', { kept: true }),
  )
  await addFile(store, fileRow(1, id(1)))
  await addFile(store, fileRow(2, id(1)), [id(1)])
}

/** Reads the contents of every index. */
export async function readAllLists({ read }: AdministeredStore): Promise<unknown> {
  const all = { limit: 50 }
  return Promise.all([
    read.users.page('NEWEST', all),
    Promise.all(['user1', 'user5', 'other'].map((name) => read.users.byUsername(name))),
    Promise.all(['ada', 'other'].map((name) => read.users.searchByFirstName(name, all))),
    read.posts.page('LATEST', all),
    read.posts.page('TRENDING', all),
    read.posts.feed(id(1), 'TRENDING', all),
    read.posts.pageByAuthor(id(2), 'LATEST', all),
    read.reactions.ofPosts([id(1), id(2)]),
    read.reactions.pageOfLikes(id(1), all),
    read.bookmarks.page(id(1), all),
    read.bookmarks.ofUser(id(1), [id(1), id(2)]),
    read.follows.pageOfFollowers(id(2), all),
    read.follows.pageOfFollowing(id(1), all),
    read.follows.pageOfFollowing(id(2), all),
    read.files.ids(all),
    read.files.areUsed([id(1), id(2), id(3)]),
    read.files.getMany([id(1), id(2), id(3)]),
    Promise.all(['key', 'new'].map((key) => read.meta.get(key))),
  ])
}
