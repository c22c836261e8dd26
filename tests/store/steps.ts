/** Random calls of the store port. There are few ids, names and counts, so calls often affect the same rows. */

import * as fc from 'fast-check'

import { pages } from './pageSteps.ts'
import { anyId, change, contents, count, few, ids, name, number, type Step } from './stepValues.ts'
import {
  bookmarkRow,
  fileRow,
  followRow,
  id,
  idempotencyKeyRow,
  pngBytes,
  postRow,
  reactionRow,
  userRow,
} from './rows.ts'
import type { AdminWriter } from '../../resolvers/store/administration.ts'
import type { RowLock } from '../../resolvers/store/port.ts'
import type { PostRow } from '../../resolvers/store/rows.ts'

interface Write {
  label: string
  apply: (tx: AdminWriter) => Promise<unknown>
}

/** Whether to insert a row even if its key or username is taken, so that the transaction fails. */
const isForced = fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0)

/** The id of a link: no two links of a table have the same. */
const linkId = (from: number, to: number, version: number): number => 100 * from + 10 * to + version

const write: fc.Arbitrary<Write> = fc.oneof(
  fc.tuple(number, number, name, isForced).map(([one, username, firstName, force]) =>
    writing(`users.insert ${one} ${username} ${firstName} ${force}`, async (tx) => {
      const row = userRow(one, { username: `user${username}`, firstName, extra: { username: [username] } })
      const taken = [...(await tx.users.getMany([row.id])), await tx.users.byUsername(row.username)]
      if (force || taken.every((other) => other === undefined)) await tx.users.insert(row)
    }),
  ),
  fc
    .record({ one: number, bio: fc.option(fc.string({ maxLength: 2 }), { nil: undefined }), by: change })
    .map(({ one, bio, by }) =>
      writing(`users.patch ${one} ${bio} ${by}`, (tx) =>
        tx.users.patch(id(one), { set: { bio, updatedAt: one }, add: { postCount: by, followerCount: 1 } }),
      ),
    ),
  fc.tuple(number, anyId, count, isForced).map(([one, authorId, likeCount, force]) =>
    writing(`posts.insert ${one} ${authorId} ${likeCount} ${force}`, async (tx) => {
      const [taken] = await tx.posts.getMany([id(one)])
      if (force || !taken)
        await tx.posts.insert(postRow(one, { authorId, likeCount, content: contents[likeCount] ?? '' }))
    }),
  ),
  fc
    .tuple(number, count)
    .map(([one, index]) =>
      writing(`posts.patch content ${one} ${index}`, (tx) =>
        tx.posts.patch(id(one), { set: { content: contents[index] ?? '' } }),
      ),
    ),
  fc
    .tuple(number, fc.option(count), count)
    .map(([one, mediaWidth, by]) =>
      writing(`posts.patch ${one} ${mediaWidth} ${by}`, (tx) =>
        tx.posts.patch(id(one), { set: { mediaWidth, mediaAlt: String(by) }, add: { likeCount: by } }),
      ),
    ),
  fc
    .tuple(number, fc.constantFrom<PostRow['state']>('shown', 'deleted', 'hidden'))
    .map(([one, state]) =>
      writing(`posts.patch ${one} ${state}`, (tx) =>
        tx.posts.patch(id(one), { set: { state, deletedAt: state === 'deleted' ? one % 3 : null } }),
      ),
    ),
  number.map((one) => writing(`posts.purge ${one}`, (tx) => tx.posts.purge(id(one)))),
  number.map((one) =>
    writing(`users.remove ${one}`, async (tx) => {
      const removed = await tx.users.remove(id(one), one)
      if (removed === undefined) return undefined
      const { id: _id, ...lists } = removed
      return Object.values(lists).map((list: unknown[]) => list.map((item) => JSON.stringify(item)).toSorted())
    }),
  ),
  fc
    .tuple(few, few, count, fc.constantFrom<'like' | 'dislike'>('like', 'dislike'))
    .map(([post, user, version, kind]) =>
      writing(`reactions.put ${post} ${user} ${version} ${kind}`, (tx) =>
        tx.reactions.put(reactionRow(linkId(post, user, version), id(post), id(user), kind)),
      ),
    ),
  fc
    .tuple(few, few, count)
    .map(([user, post, version]) =>
      writing(`bookmarks.insert ${user} ${post} ${version}`, (tx) =>
        tx.bookmarks.insertIfNew(bookmarkRow(linkId(user, post, version), id(user), id(post))),
      ),
    ),
  fc
    .tuple(anyId, anyId)
    .map(([user, post]) => writing(`bookmarks.remove ${user} ${post}`, (tx) => tx.bookmarks.remove([user, post]))),
  fc
    .tuple(few, few, count)
    .map(([follower, followee, version]) =>
      writing(`follows.insert ${follower} ${followee} ${version}`, (tx) =>
        tx.follows.insertIfNew(followRow(linkId(follower, followee, version), id(follower), id(followee))),
      ),
    ),
  fc
    .tuple(anyId, anyId)
    .map(([follower, followee]) =>
      writing(`follows.remove ${follower} ${followee}`, (tx) => tx.follows.remove([follower, followee])),
    ),
  fc.tuple(number, anyId, isForced).map(([one, owner, force]) =>
    writing(`files.insert ${one} ${owner} ${force}`, async (tx) => {
      const [taken] = await tx.files.getMany([id(one)])
      if (force || !taken) await tx.files.insert(fileRow(one, owner))
    }),
  ),
  number.map(id).map((one) =>
    writing(`files.remove ${one}`, async (tx) => {
      const uses = await tx.fileUses.page('byFile', { of: one, limit: 1 })
      return [uses, uses.length === 0 && (await tx.files.remove(one))]
    }),
  ),
  fc
    .tuple(number, anyId)
    .map(([file, usedBy]) =>
      writing(`files.insertUse ${file} ${usedBy}`, (tx) => tx.fileUses.insertIfNew({ fileId: id(file), usedBy })),
    ),
  fc
    .tuple(number, anyId)
    .map(([file, usedBy]) =>
      writing(`files.removeUse ${file} ${usedBy}`, (tx) => tx.fileUses.remove([id(file), usedBy])),
    ),
  fc.tuple(few, few, count, fc.boolean()).map(([user, key, usedAt, replaces]) =>
    writing(`idempotencyKeys ${user} ${key} ${usedAt} ${replaces}`, async (tx) => {
      const before = await tx.idempotencyKeys.get([id(user), `key ${key}`])
      const row = idempotencyKeyRow(user, key, { request: `r${usedAt}`, usedAt })
      return [before, await (replaces ? tx.idempotencyKeys.put(row) : tx.idempotencyKeys.insertIfNew(row))]
    }),
  ),
  fc
    .tuple(anyId, fc.constantFrom<RowLock[]>('reference', 'change', 'remove'))
    .map(([one, lock]) =>
      writing(`lock ${one} ${lock}`, async (tx) => [
        await tx.users.lock(one, lock),
        await tx.posts.lock(one, lock),
        await tx.files.lock(one, lock),
      ]),
    ),
  count.map((limit) =>
    writing(`idempotencyKeys.remove ${limit}`, async (tx) => {
      const oldest = await tx.idempotencyKeys.page('byUse', { limit, direction: 'ascending' })
      const keys = oldest.map(({ row }): [string, string] => [row.userId, row.key])
      return [await tx.idempotencyKeys.tryLock(keys), await tx.idempotencyKeys.remove(...keys)]
    }),
  ),
  fc
    .tuple(fc.constantFrom('a', 'b'), fc.jsonValue({ maxDepth: 2 }))
    .map(([key, value]) => writing(`meta.put ${key}`, (tx) => tx.meta.put(key, JSON.parse(JSON.stringify(value))))),
  fc.tuple(number, number, isForced).map(([one, other, force]) =>
    writing(`insertMany posts ${one} ${other} ${force}`, async (tx) => {
      const taken = await tx.posts.getMany([id(one), id(other)])
      const isFree = one !== other && taken.every((row) => row === undefined)
      if (force || isFree) await tx.insertMany('posts', [postRow(one), postRow(other)])
    }),
  ),
  number.map((one) => writing(`blobs.put ${one}`, (tx) => tx.blobs.put(id(one), pngBytes(String(one))))),
  fc.constant(writing('clear', (tx) => tx.clear())),
)

const transaction: fc.Arbitrary<Step> = fc
  .tuple(fc.array(write, { minLength: 1, maxLength: 6, size: 'max' }), fc.integer({ min: 0, max: 5 }))
  .map(([writes, chance]) => ({
    label: `transaction ${writes.map(({ label }) => label).join(', ')}${chance === 0 ? ', throws' : ''}`,
    calls: writes.length,
    run: (store) =>
      store.admin.transaction(async (tx) => {
        const results: unknown[] = []
        for (const { apply } of writes) results.push(await apply(tx))
        if (chance === 0) throw new Error('undone')
        return results
      }),
  }))

const lookup: fc.Arbitrary<Step> = fc.tuple(anyId, ids, number).map(([one, some, username]) => ({
  label: `look up ${one}, ${some.join()}, user${username}`,
  calls: 18,
  run: ({ read, blobs, admin }) =>
    Promise.all([
      read.users.getMany(some),
      read.users.getSummaries(some),
      read.users.getBios(some),
      read.users.byUsername(`user${username}`),
      read.posts.getMany(some),
      read.reactions.getMany(some.map((each) => [each, one])),
      read.bookmarks.getMany(some.map((each) => [one, each])),
      read.bookmarks.page('byUser', { of: one, limit: Infinity }),
      read.posts.countByTag('warp'),
      read.posts.countByTag('weft'),
      read.follows.getMany(some.map((each) => [one, each])),
      read.files.getMany(some),
      read.files.totalSizeOf(one),
      blobs.ids({ after: one, limit: 3 }),
      read.files.page('byId', { after: { id: one }, limit: 3, direction: 'ascending' }),
      read.meta.get('a'),
      blobs.get(one).then((content) => content && new Response(content).text()),
      admin.read((tx) => tx.count()),
    ]),
}))

/** Fills a store, then reads and changes it by turns. */
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
