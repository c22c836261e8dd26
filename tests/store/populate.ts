import {
  onlyPage,
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
  await insertPosts(store, postRow(1, { likeCount: 2, content: 'weft' }), postRow(2, { authorId: id(2) }))
  await applyChanges(
    store,
    (tx) => tx.reactions.put(reactionRow(1, id(1), id(1), 'like')),
    (tx) => tx.bookmarks.insertIfNew(bookmarkRow(1, id(1), id(1))),
    (tx) => tx.bookmarks.insertIfNew(bookmarkRow(2, id(1), id(2))),
    (tx) => tx.follows.insertIfNew(followRow(1, id(1), id(2))),
    (tx) => tx.meta.put('key', { kept: true }),
  )
  await addFile(store, fileRow(1, id(1)))
  await addFile(store, fileRow(2, id(1)), [id(1)])
}

/** Reads the contents of every index. */
export async function readAllLists({ read }: AdministeredStore): Promise<unknown> {
  const all = { limit: 50 }
  return Promise.all([
    read.users.page('byId', all),
    Promise.all(['user1', 'user5', 'other'].map((name) => read.users.byUsername(name))),
    Promise.all(['ada', 'other'].map((name) => read.search.usersByFirstName(name, all))),
    Promise.all(['lovelace', '@user5'].map((name) => read.search.users(name, all))),
    Promise.all(['weft', 'other'].map((text) => read.search.posts({ text, scope: { name: 'ALL' } }, all))),
    read.posts.page('LATEST', all),
    read.posts.page('TRENDING', all),
    read.posts.feed(id(1), 'TRENDING', all),
    read.posts.pages('authorLatest', [{ of: id(2), ...all }]).then(onlyPage),
    read.reactions.page('byKind', { of: [id(2), 'like'], ...all }),
    read.reactions.pages('byKind', [{ of: [id(1), 'like'], ...all }]).then(onlyPage),
    read.bookmarks.page('byUser', { of: id(1), ...all }),
    read.bookmarks.getMany([1, 2].map((post) => [id(1), id(post)])),
    read.follows.pages('byFollowee', [{ of: id(2), ...all }]).then(onlyPage),
    read.follows.pages('byFollower', [{ of: id(1), ...all }]).then(onlyPage),
    read.follows.pages('byFollower', [{ of: id(2), ...all }]).then(onlyPage),
    read.files.page('byId', all),
    read.fileUses.pages(
      'byFile',
      [1, 2, 3].map((file) => ({ of: id(file), limit: 50 })),
    ),
    read.files.getMany([id(1), id(2), id(3)]),
    Promise.all(['key', 'new'].map((key) => read.meta.get(key))),
  ])
}
