import * as fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { IdCursor, PageRequest, SearchScope, Tables } from '../../resolvers/store/port.ts'
import { createMemoryStore } from '../../resolvers/store/memory/store.ts'
import type { PostRow } from '../../resolvers/store/rows.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'
import { matcherOf, searchTerms, wordsOf } from '../../shared/searchWords.ts'
import { seed } from '../seed.ts'
import { storeAdapters } from './adapters.ts'
import {
  applyChanges,
  bookmarkRow,
  deletePost,
  followRow,
  id,
  idsOf,
  insertPosts,
  insertUsers,
  postRow,
  readToEnd,
  restorePost,
  userRow,
} from './rows.ts'

const all: SearchScope = { name: 'ALL' }

describe.each(storeAdapters)('search for posts in the $name store', ({ open }) => {
  let store: AdministeredStore
  beforeEach(async () => {
    store = await open()
    return () => store.close()
  })

  const insertTexts = (...texts: string[]) =>
    insertPosts(store, ...texts.map((content, index) => postRow(index + 1, { content })))
  const search = async (text: string, scope: SearchScope = all, request: PageRequest<IdCursor> = { limit: 100 }) =>
    idsOf(await store.read.search.posts({ text, scope }, request)).map((found) => Number(found.slice(-6)))

  it('finds the posts with all words, the last one also as the start of a word, the newest first', async () => {
    await insertTexts('Warp and weft', 'weft', 'The weft of a warp', 'weaving', 'warped weft')
    expect(await search('weft')).toEqual([5, 3, 2, 1])
    expect(await search('we')).toEqual([5, 4, 3, 2, 1])
    expect(await search('weft warp')).toEqual([5, 3, 1])
    expect(await search('warp weft')).toEqual([3, 1])
    expect(await search('warp we')).toEqual([3, 1])
    expect(await search('we warp')).toEqual([])
    expect(await search('eft')).toEqual([])
  })

  it('finds a text however it is spelled, in tags and names, and between signs', async () => {
    await insertTexts('#Zoë', '@zoe\u0308', 'ＺＯＥ', '(zoe)', 'Weiß', 'İpek', 'x\u{1f980}zoe', '東京都')
    expect(await search('Zoé')).toEqual([7, 4, 3, 2, 1])
    expect(await search('WEISS')).toEqual([5])
    expect(await search('i')).toEqual([6])
    expect(await search('京都')).toEqual([8])
  })

  it('takes signs as they are, and finds nothing by a text without words', async () => {
    await insertTexts('a', 'b & c', `it's | "d" \\ !`, 'e:*')
    for (const text of ['', ' ', '%', '_', '\\', "'", '"', '&', '|', '!', ':*', '\u{1f980}', '\0', '\u0301'])
      expect(await search(text), text).toEqual([])
    expect(await search('%')).toEqual([])
    expect(await search('b&c')).toEqual([2])
    expect(await search('!b | c:*')).toEqual([2])
    expect(await search(`it's "d"`)).toEqual([3])
    expect(await search(`'a' & 'b':*`)).toEqual([])
    expect(await search('e:a')).toEqual([])
  })

  it('finds no post that is not shown, and one that was edited by its present text', async () => {
    await insertTexts('weft', 'weft', 'weft')
    await applyChanges(
      store,
      (tx) => deletePost(tx, id(1)),
      (tx) => tx.posts.patch(id(2), { set: { state: 'hidden' } }),
      (tx) => tx.posts.patch(id(3), { set: { content: 'Warp' }, add: { likeCount: 1 } }),
    )
    expect(await search('weft')).toEqual([])
    expect(await search('warp')).toEqual([3])
    await store.transaction((tx) => restorePost(tx, id(1)))
    expect(await search('weft')).toEqual([1])
    await applyChanges(
      store,
      (tx) => deletePost(tx, id(1)),
      (tx) => tx.posts.purge(id(1)),
    )
    await store.transaction((tx) => tx.posts.patch(id(3), { set: { content: '' } }))
    expect([await search('weft'), await search('warp')]).toEqual([[], []])
  })

  it('finds no post of a removed user', async () => {
    await insertUsers(store, userRow(1), userRow(2))
    await insertPosts(store, postRow(1, { content: 'weft' }), postRow(2, { content: 'weft', authorId: id(2) }))
    await store.transaction((tx) => tx.users.remove(id(1), 9))
    expect(await search('weft')).toEqual([2])
  })

  it('finds nothing after the data was cleared', async () => {
    await insertTexts('weft')
    await store.admin.transaction((tx) => tx.clear())
    expect(await search('weft')).toEqual([])
    await store.admin.transaction((tx) => tx.insertMany('posts', [postRow(1, { content: 'weft' })]))
    expect(await search('weft')).toEqual([1])
  })

  it('sees the posts of its own transaction', async () => {
    await store.transaction(async (tx) => {
      await tx.posts.insert(postRow(1, { content: 'weft' }))
      expect(idsOf(await tx.search.posts({ text: 'weft', scope: all }, { limit: 9 }))).toEqual([id(1)])
    })
  })

  it('looks through the posts of the users followed, of a user, or bookmarked', async () => {
    await insertTexts('weft', 'weft')
    await insertPosts(
      store,
      ...[3, 4, 5, 6].map((post) => postRow(post, { content: post === 6 ? 'warp' : 'weft', authorId: id(post - 1) })),
    )
    await applyChanges(
      store,
      (tx) => tx.follows.insertIfNew(followRow(1, id(1), id(2))),
      (tx) => tx.follows.insertIfNew(followRow(2, id(1), id(4))),
      (tx) => tx.follows.insertIfNew(followRow(3, id(1), id(5))),
      (tx) => tx.follows.insertIfNew(followRow(4, id(2), id(1))),
      ...[5, 4, 1, 6].map(
        (post, index) => (tx: Tables) => tx.bookmarks.insertIfNew(bookmarkRow(index + 1, id(1), id(post))),
      ),
      (tx) => tx.bookmarks.insertIfNew(bookmarkRow(9, id(2), id(2))),
    )
    for (const followingCount of [3, 1000])
      expect(await search('weft', { name: 'FOLLOWING', userId: id(1), followingCount })).toEqual([5, 3])
    expect(await search('weft', { name: 'MINE', userId: id(1) })).toEqual([2, 1])
    expect(await search('weft', { name: 'BOOKMARKED', userId: id(1) })).toEqual([5, 4, 1])
    for (const name of ['FOLLOWING', 'MINE', 'BOOKMARKED'] as const) {
      const rest = await search('weft', { name, userId: id(1) }, { limit: 1, after: { id: id(5) } })
      expect(rest).toEqual({ FOLLOWING: [3], MINE: [2], BOOKMARKED: [4] }[name])
      for (const userId of [id(9), 'nobody']) expect(await search('weft', { name, userId })).toEqual([])
    }
  })

  it('finds what the tokenizer says, whatever the texts', async () => {
    const unit = fc.constantFrom('a', 'b', 'Á', ' ', ' ', '#', '東', '京', 'ß', "'", '\\', '\u{1f980}')
    const text = fc.string({ unit, maxLength: 10 })
    const cases = fc.record({
      texts: fc.array(text, { maxLength: 8 }),
      query: text,
      limit: fc.integer({ min: 1, max: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(cases, async ({ texts, query, limit }) => {
        await store.admin.transaction((tx) => tx.clear())
        await insertTexts(...texts)
        const found = await readToEnd(
          (request: PageRequest<IdCursor>) => store.read.search.posts({ text: query, scope: all }, request),
          limit,
        )
        const isFound = matcherOf(searchTerms(query))
        const expected = texts.flatMap((content, index) => (isFound(wordsOf(content)) ? [id(index + 1)] : []))
        expect(found.map((post) => post.id)).toEqual(expected.toReversed())
      }),
      { numRuns: 100, seed },
    )
  })
})

describe.each(storeAdapters)('search among many posts in the $name store', ({ open }) => {
  const bookmarked = [1, 7, 40, 900, 2007, 2160]
  let store: AdministeredStore
  let posts: PostRow[]
  beforeAll(async () => {
    store = await open()
    // Words that all posts have, one of 40, one of 400, only old ones, and one post.
    const wordsOfPost = (post: number) => [
      'cloth',
      ...(post % 40 === 0 ? ['loom'] : []),
      ...(post % 400 === 7 ? ['shuttle'] : []),
      ...(post <= 200 ? ['heddle'] : []),
      post === 1 ? 'selvedge' : `word${post}`,
    ]
    posts = Array.from({ length: 2200 }, (_, index) =>
      postRow(index + 1, { content: wordsOfPost(index + 1).join(' '), authorId: id(1 + (index % 3)) }),
    ).toReversed()
    await store.admin.transaction(async (tx) => {
      await tx.insertMany('posts', posts)
      await tx.insertMany('follows', [followRow(1, id(1), id(2)), followRow(2, id(1), id(3))])
      await tx.insertMany(
        'bookmarks',
        bookmarked.map((post) => bookmarkRow(post, id(1), id(post))),
      )
    })
    return () => store.close()
  })

  it.each<[SearchScope, (post: PostRow) => boolean]>([
    [all, () => true],
    [{ name: 'MINE', userId: id(1) }, (post) => post.authorId === id(1)],
    [{ name: 'FOLLOWING', userId: id(1), followingCount: 2 }, (post) => post.authorId !== id(1)],
    [{ name: 'FOLLOWING', userId: id(1), followingCount: 1000 }, (post) => post.authorId !== id(1)],
    [{ name: 'BOOKMARKED', userId: id(1) }, (post) => bookmarked.map(id).includes(post.id)],
  ])('finds common and rare words alike, page after page: %o', async (scope, isInScope) => {
    const texts = ['selvedge', 'shuttle', 'heddle', 'loom cl', 'cloth sel', 'shuttle c', 'word', 'loom heddle', 'none']
    for (const text of texts) {
      const isFound = matcherOf(searchTerms(text))
      const expected = posts.filter((post) => isInScope(post) && isFound(wordsOf(post.content))).map((post) => post.id)
      const read = (request: PageRequest<IdCursor>) => store.read.search.posts({ text, scope }, request)
      expect(idsOf(await read({ limit: 21 })), text).toEqual(expected.slice(0, 21))
      expect(
        (await readToEnd(read, 400)).map((post) => post.id),
        text,
      ).toEqual(expected)
    }
  })
})

it('finds words together that thousands of posts have, but few have together', async () => {
  const store = createMemoryStore()
  const posts = Array.from({ length: 20_100 }, (_, index) =>
    postRow(index + 1, { content: index === 0 ? 'warp weft' : index % 2 === 0 ? 'warp' : 'weft' }),
  )
  await store.admin.transaction((tx) => tx.insertMany('posts', posts))
  for (const text of ['warp weft', 'weft warp'])
    expect(idsOf(await store.read.search.posts({ text, scope: all }, { limit: 9 }))).toEqual([id(1)])
  await store.close()
})
