/** The feed of a user who follows many users, which Postgres reads in another way than that of others. */

import { expect, it, onTestFinished } from 'vitest'

import { createRandom } from '../../resolvers/lab/generator/random.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'
import type { PostOrder } from '../../resolvers/store/port.ts'
import { storeAdapters } from './adapters.ts'
import { followRow, id, postRow, readToEnd, userRow } from './rows.ts'

const FOLLOWED = 250
const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index)

/**
 * User 1 follows 250 others. Of the posts, a third are by these and by the user, except for 300 in the middle: a page there
 * reads beyond them.
 */
async function fill({ admin }: AdministeredStore): Promise<void> {
  const random = createRandom(1)
  const authorOf = (number: number) => (number > 300 && number <= 600 ? 1000 : 1 + Math.floor(random() * 3 * FOLLOWED))
  await admin.transaction(async (tx) => {
    await tx.insertMany('users', [userRow(1)])
    await tx.insertMany(
      'follows',
      numbers(FOLLOWED, 2).map((number) => followRow(number, id(1), id(number))),
    )
    await tx.insertMany(
      'posts',
      numbers(900).map((number) =>
        postRow(number, { authorId: id(authorOf(number)), likeCount: Math.floor(random() * 5) }),
      ),
    )
  })
}

it.each<PostOrder>(['LATEST', 'TRENDING'])(
  'every store has the same feed, %s, of a user who follows many',
  async (order) => {
    const feeds: string[][][] = []
    for (const { open } of storeAdapters) {
      const store = await open()
      onTestFinished(() => store.close())
      await fill(store)
      const read = (limit: number) =>
        readToEnd(
          (request: Parameters<typeof store.read.posts.feed<PostOrder>>[2]) =>
            store.read.posts.feed(id(1), order, { ...request, followingCount: FOLLOWED }),
          limit,
        )
      feeds.push([(await read(7)).map((post) => post.id), (await read(100)).map((post) => post.id)])
    }
    const [first, ...others] = feeds
    expect(first?.[0]?.length).toBeGreaterThan(150)
    expect(first?.[1]).toEqual(first?.[0])
    for (const other of others) expect(other).toEqual(first)
  },
)
