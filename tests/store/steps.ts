/** Random calls of the store port. There are few ids, names and counts, so calls often affect the same rows. */

import * as fc from 'fast-check'

import type { Page, PageRequest, Position, PostOrder, Store, Tables } from '../../resolvers/store/port.ts'
import type { TableName } from '../../resolvers/store/rows.ts'
import { bookmarkRow, fileRow, followRow, id, postRow, reactionRow, userRow } from './rows.ts'

/** One call. `label` describes it in a failure report. */
export interface Step {
  label: string
  run: (store: Store) => Promise<unknown>
}

interface Write {
  label: string
  apply: (tx: Tables) => Promise<void>
}

const number = fc.integer({ min: 1, max: 6 })
const linkNumber = fc.integer({ min: 1, max: 40 })
const anyId = fc.integer({ min: 1, max: 3 }).map(id)
const ids = fc.array(anyId, { maxLength: 4 })
const order = fc.constantFrom<PostOrder>('LATEST', 'TRENDING')
const name = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'A', 'n', 'İ', '\u{1f980}', '\uffff'), maxLength: 5 }),
  fc.string({ unit: fc.constantFrom('a', 'n'), minLength: 60, maxLength: 70 }),
)
const text = fc.oneof(
  fc.constantFrom('a', 'n', 'A', 'na'),
  fc.string({ unit: fc.constantFrom('a', 'N', 'İ', '\u{1f980}', '\udd80'), minLength: 1, maxLength: 18 }),
)

/** The beginning of a list, a likely position, or any other. */
const after: fc.Arbitrary<Position | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.tuple(anyId),
  fc.tuple(fc.integer({ min: 0, max: 3 }), anyId),
  fc.tuple(fc.integer({ min: 0, max: 2 }), name, anyId),
  fc.array(fc.oneof(anyId, fc.integer({ min: -1, max: 3 }), fc.double(), fc.string({ unit: 'binary', maxLength: 3 })), {
    maxLength: 4,
  }),
)

const write: fc.Arbitrary<Write> = fc.oneof(
  fc
    .tuple(number, number, name)
    .map(([one, username, firstName]) =>
      writing(`users.put ${one} ${username} ${firstName}`, (tx) =>
        tx.users.put(userRow(one, { username: `user${username}`, firstName, extra: { username: [username] } })),
      ),
    ),
  fc
    .tuple(number, anyId, fc.integer({ min: 0, max: 3 }))
    .map(([one, authorId, likeCount]) =>
      writing(`posts.put ${one} ${authorId} ${likeCount}`, (tx) => tx.posts.put(postRow(one, { authorId, likeCount }))),
    ),
  number.map(id).map((one) => writing(`posts.remove ${one}`, (tx) => tx.posts.remove(one))),
  fc
    .tuple(linkNumber, anyId, anyId, fc.constantFrom<'like' | 'dislike'>('like', 'dislike'))
    .map(([one, post, user, kind]) =>
      writing(`reactions.put ${one} ${post} ${user} ${kind}`, (tx) =>
        tx.reactions.put(reactionRow(one, post, user, kind)),
      ),
    ),
  anyId.map((post) => writing(`reactions.removeOfPost ${post}`, (tx) => tx.reactions.removeOfPost(post))),
  fc
    .tuple(linkNumber, anyId, anyId)
    .map(([one, user, post]) =>
      writing(`bookmarks.put ${one} ${user} ${post}`, (tx) => tx.bookmarks.put(bookmarkRow(one, user, post))),
    ),
  fc
    .tuple(anyId, anyId)
    .map(([user, post]) => writing(`bookmarks.remove ${user} ${post}`, (tx) => tx.bookmarks.remove(user, post))),
  anyId.map((post) => writing(`bookmarks.removeOfPost ${post}`, (tx) => tx.bookmarks.removeOfPost(post))),
  fc
    .tuple(linkNumber, anyId, anyId)
    .map(([one, follower, followee]) =>
      writing(`follows.put ${one} ${follower} ${followee}`, (tx) => tx.follows.put(followRow(one, follower, followee))),
    ),
  fc
    .tuple(anyId, anyId)
    .map(([follower, followee]) =>
      writing(`follows.remove ${follower} ${followee}`, (tx) => tx.follows.remove(follower, followee)),
    ),
  fc
    .tuple(linkNumber, anyId, fc.uniqueArray(anyId, { maxLength: 2 }))
    .map(([one, owner, usedBy]) =>
      writing(`files.put ${one} ${owner} ${usedBy.join()}`, (tx) => tx.files.put(fileRow(one, owner, usedBy))),
    ),
  fc.constant(writing('clear', (tx) => tx.clear())),
  linkNumber.map(id).map((one) => writing(`files.remove ${one}`, (tx) => tx.files.remove(one))),
  fc
    .tuple(fc.constantFrom('a', 'b'), fc.jsonValue({ maxDepth: 2 }))
    .map(([key, value]) => writing(`meta.put ${key}`, (tx) => tx.meta.put(key, JSON.parse(JSON.stringify(value))))),
)

const transaction: fc.Arbitrary<Step> = fc
  .tuple(fc.array(write, { minLength: 1, maxLength: 6, size: 'max' }), fc.integer({ min: 0, max: 5 }))
  .map(([writes, chance]) => ({
    label: `transaction ${writes.map(({ label }) => label).join(', ')}${chance === 0 ? ', throws' : ''}`,
    run: (store) =>
      store.transaction(async (tx) => {
        for (const { apply } of writes) await apply(tx)
        if (chance === 0) throw new Error('undone')
      }),
  }))

const lookup: fc.Arbitrary<Step> = fc.tuple(anyId, ids, number).map(([one, some, username]) => ({
  label: `look up ${one}, ${some.join()}, user${username}`,
  run: ({ read }) =>
    Promise.all([
      read.users.getMany(some),
      read.users.byUsername(`user${username}`),
      read.posts.getMany(some),
      read.reactions.ofUser(one, some),
      read.reactions.ofPosts(some),
      read.bookmarks.ofUser(one, some),
      read.bookmarks.allOfUser(one),
      read.follows.ofFollower(one, some),
      read.follows.byFollowers(some),
      read.follows.byFollowees(some),
      read.files.get(one),
      read.files.unusedOf(one),
      read.meta.get('a'),
      read.count(),
    ]),
}))

const list = fc.oneof(
  fc
    .constantFrom<'OLDEST' | 'NEWEST'>('OLDEST', 'NEWEST')
    .map((direction) => listing(`users.page ${direction}`, ({ read }, request) => read.users.page(direction, request))),
  text.map((searchText) =>
    listing(`users.searchByFirstName ${searchText}`, ({ read }, request) =>
      read.users.searchByFirstName(searchText, request),
    ),
  ),
  order.map((by) => listing(`posts.page ${by}`, ({ read }, request) => read.posts.page(by, request))),
  fc
    .tuple(anyId, order)
    .map(([one, by]) =>
      listing(`posts.pageByAuthor ${one} ${by}`, ({ read }, request) => read.posts.pageByAuthor(one, by, request)),
    ),
  fc
    .tuple(anyId, order)
    .map(([one, by]) => listing(`posts.feed ${one} ${by}`, ({ read }, request) => read.posts.feed(one, by, request))),
  fc
    .constantFrom<TableName>('users', 'posts', 'reactions', 'bookmarks', 'follows')
    .map((table) => listing(`rows ${table}`, ({ read }, request): Promise<Page<unknown>> => read.rows(table, request))),
  anyId.map((one) => listing(`pageOfLikes ${one}`, ({ read }, request) => read.reactions.pageOfLikes(one, request))),
  anyId.map((one) => listing(`bookmarks.page ${one}`, ({ read }, request) => read.bookmarks.page(one, request))),
  anyId.map((one) => listing(`followers ${one}`, ({ read }, request) => read.follows.pageOfFollowers(one, request))),
  anyId.map((one) => listing(`following ${one}`, ({ read }, request) => read.follows.pageOfFollowing(one, request))),
)

const pages: fc.Arbitrary<Step> = fc
  .tuple(list, after, fc.integer({ min: 1, max: 4 }))
  .map(([{ label, read }, start, limit]) => ({
    label: `${label} after ${JSON.stringify(start)}, ${limit} at a time`,
    run: (store) => readPages((request) => read(store, request), start, limit),
  }))

/** Steps that fill a store, then alternately read and change it. */
export const session: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.array(transaction, { minLength: 15, maxLength: 30, size: 'max' }),
    fc.array(
      fc.oneof(
        { weight: 2, arbitrary: transaction },
        { weight: 1, arbitrary: lookup },
        { weight: 6, arbitrary: pages },
      ),
      { minLength: 1, maxLength: 40, size: 'max' },
    ),
  )
  .map((parts) => parts.flat())

function writing(label: string, apply: Write['apply']): Write {
  return { label, apply }
}

function listing(label: string, read: (store: Store, request: PageRequest) => Promise<Page<unknown>>) {
  return { label, read }
}

/** Reads all pages after a position, with the positions of their rows. */
async function readPages(
  read: (request: PageRequest) => Promise<Page<unknown>>,
  start: Position | undefined,
  limit: number,
): Promise<Page<unknown>[]> {
  const page = await read({ after: start, limit })
  return page.length < limit ? [page] : [page, ...(await readPages(read, page.at(-1)?.position, limit))]
}
