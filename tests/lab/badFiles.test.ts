import { beforeAll, describe, expect, test } from 'vitest'
import { SNAPSHOT_VERSION } from '../../resolvers/snapshot/format.ts'
import { createMemoryStore } from '../../resolvers/store/memory/store.ts'
import { addFile, bookmarkRow, fileRow, followRow, id, postRow, reactionRow, userRow } from '../store/rows.ts'
import { allOf, run } from './dataTasks.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'

async function fill(store: AdministeredStore): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.users.insert(userRow(1, { postCount: 2, followingCount: 1 }))
    await tx.users.insert(userRow(2, { followerCount: 1 }))
    await tx.posts.insert(postRow(1))
    await tx.posts.insert(postRow(2))
    await tx.reactions.put(reactionRow(1, id(1), id(1), 'like'))
    await tx.reactions.put(reactionRow(2, id(1), id(2), 'dislike'))
    await tx.bookmarks.insertIfNew(bookmarkRow(1, id(1), id(1)))
    await tx.follows.insertIfNew(followRow(1, id(1), id(2)))
  })
  await addFile(store, fileRow(1, id(1)), [id(2)])
}

/** The lines of a valid file: 1 header, 2–3 users, 4–5 posts, 6–7 reactions, 8 bookmark, 9 follow, 10 file, 11 end. */
let good: string[]
beforeAll(async () => {
  const store = createMemoryStore()
  await fill(store)
  const { result } = await run(store, { kind: 'export' })
  good = ((await result.file?.text()) ?? '').trimEnd().split('\n')
})

type Change = (lines: string[]) => (string | Uint8Array<ArrayBuffer>)[]

/** Replaces text in a line, counted from 1. */
const replace =
  (line: number, from: string | RegExp, to: string): Change =>
  (lines) =>
    lines.map((text, at) => {
      if (at + 1 === line && text.replace(from, to) === text) throw new Error(`Line ${line} does not contain ${from}.`)
      return at + 1 === line ? text.replace(from, to) : text
    })
const put =
  (line: number, instead: string): Change =>
  (lines) =>
    lines.with(line - 1, instead)
const swap =
  (line: number): Change =>
  (lines) => [...lines.slice(0, line - 1), lines[line] ?? '', lines[line - 1] ?? '', ...lines.slice(line + 1)]
const bytes =
  (line: number, ...values: number[]): Change =>
  (lines) =>
    lines.map((text, at) => (at + 1 === line ? Uint8Array.from(values) : text))

const presentVersion = `"version":${SNAPSHOT_VERSION}`
const wrongVersion = `Line 1: "version" must be ${SNAPSHOT_VERSION}.`

type Bad = [what: string, change: Change, message: string]

const bad: Bad[] = [
  ['another JSON file', () => ['{"weft":"copy"}'], 'Line 1: "weft" must be "snapshot".'],
  ['text', () => ['Dear reader,'], 'Line 1: this is not a snapshot of Weft.'],
  ['a list', () => ['[1]'], 'Line 1: this is not a snapshot of Weft.'],
  ['a picture', () => [Uint8Array.of(0x89, 0x50, 0xff, 0xfe)], 'Line 1: this is not text.'],
  ['a later version', replace(1, presentVersion, `"version":${SNAPSHOT_VERSION + 1}`), wrongVersion],
  ['an earlier version', replace(1, presentVersion, '"version":3'), wrongVersion],
  ['a header without counts', replace(1, /,"counts":.*/, '}'), 'Line 1: "counts" is missing.'],
  [
    'a header with a number for counts',
    replace(1, /"counts":\{[^}]*\}/, '"counts":7'),
    'Line 1: "counts" must be an object.',
  ],
  [
    'a header with a strange count',
    replace(1, '"posts":2', '"posts":"2"'),
    'Line 1: "counts.posts" must be a whole number.',
  ],
  [
    'a header that counts other rows',
    replace(1, '"posts":2', '"posts":3'),
    'Line 1: "posts" must be the number of its rows in the file.',
  ],
  ['a header with an invalid instant', replace(1, /"2026[^"]*"/, '"soon"'), 'Line 1: "exportedAt" must be an instant.'],
  ['a header twice', (lines) => [lines[0] ?? '', ...lines], 'Line 2: "table" is missing.'],
  ['an empty line', (lines) => lines.toSpliced(4, 0, ''), 'Line 5: this is not a JSON object.'],
  ['bytes that are not UTF-8', bytes(5, 0x7b, 0xff, 0x7d), 'Line 5: this is not text.'],
  [
    'half a line',
    (lines) => [...lines.slice(0, 4), lines[4]?.slice(0, 20) ?? ''],
    'Line 5: this is not a JSON object.',
  ],
  ['no end', (lines) => lines.slice(0, -1), 'Line 11: the file ends too early.'],
  ['a line after the end', (lines) => [...lines, lines.at(-1) ?? ''], 'Line 12: the file continues after its end.'],
  ['an end with another count', replace(11, '9', '8'), 'Line 11: "rows" must be the number of rows before it.'],
  ['an end that is not `true`', replace(11, 'true', '"yes"'), 'Line 11: "end" must be true.'],
  ['an end with another field', replace(11, '}', ',"and":1}'), 'Line 11: there are fields that do not belong here.'],
  [
    'an unknown table',
    replace(4, '"posts"', '"meta"'),
    'Line 4: "table" must be ("users" | "posts" | "reactions" | "bookmarks" | "follows" | "files").',
  ],
  ['a row that is a list', replace(4, /"row":.*/, '"row":[]}'), 'Line 4: "row" must be an object.'],
  [
    'a row line with another field',
    replace(4, '{"table"', '{"a":1,"table"'),
    'Line 4: there are fields that do not belong here.',
  ],
  ['tables in another order', swap(5), 'Line 6: rows of "posts" must come before those of "reactions".'],
  ['rows in another order', swap(4), 'Line 5: the rows of a table must be in the order of their keys.'],
  ['rows in another order of two ids', swap(6), 'Line 7: the rows of a table must be in the order of their keys.'],
  ['a row twice', (lines) => lines.toSpliced(3, 0, lines[3] ?? ''), 'Line 5: another row has this key.'],
  ['an id twice', replace(7, `"id":"${id(2)}"`, `"id":"${id(1)}"`), 'Line 7: another row has this id.'],
  ['a username twice', replace(3, 'user2', 'user1'), 'Line 3: another user has this "username".'],
  ['a missing field', replace(2, '"bio":"",', ''), 'Line 2: "bio" is missing.'],
  [
    'an unknown field',
    replace(2, '"bio":"",', '"bio":"","colour":"red",'),
    'Line 2: there are fields that do not belong here.',
  ],
  ['a number for a text', replace(2, '"bio":""', '"bio":7'), 'Line 2: "bio" must be a text.'],
  ['an empty id', replace(4, `"id":"${id(1)}"`, '"id":""'), 'Line 4: "id" must not be empty.'],
  ['an empty username', replace(2, 'user1', ''), 'Line 2: "username" must not be empty.'],
  [
    'a fraction for a count',
    replace(5, '"likeCount":0', '"likeCount":0.5'),
    'Line 5: "likeCount" must be a whole number.',
  ],
  ['a negative count', replace(5, '"likeCount":0', '"likeCount":-1'), 'Line 5: "likeCount" must be at least 0.'],
  [
    'an infinite count',
    replace(5, '"likeCount":0', '"likeCount":1e999'),
    'Line 5: "likeCount" must be a whole number.',
  ],
  [
    'a count beyond the Int of GraphQL',
    replace(5, '"likeCount":0', '"likeCount":2147483648'),
    'Line 5: "likeCount" must be at most 2147483647.',
  ],
  [
    'an instant beyond the range of dates',
    replace(5, /"createdAt":\d+/, '"createdAt":8640000000000001'),
    'Line 5: "createdAt" must be at most 8640000000000000.',
  ],
  [
    'a day for an instant',
    replace(5, /"createdAt":\d+/, '"createdAt":"2026-01-01"'),
    'Line 5: "createdAt" must be a whole number.',
  ],
  [
    'a text with U+0000',
    replace(2, '"bio":""', '"bio":"\\u0000"'),
    'Line 2: "bio" must not have U+0000 or lone surrogates.',
  ],
  [
    'a lone surrogate in a further field',
    replace(2, '"extra":{}', '"extra":{"a":["\\ud800"]}'),
    'Line 2: "extra" must not have U+0000 or lone surrogates.',
  ],
  [
    'a username of 1 MB',
    replace(2, 'user1', 'u'.repeat(1_048_576)),
    'Line 2: "username" must not be longer than 200 characters.',
  ],
  [
    'a bio of 1 MB',
    replace(2, '"bio":""', `"bio":"${'b'.repeat(1_048_576)}"`),
    'Line 2: "bio" must not be longer than 2000 characters.',
  ],
  [
    'a post that is too long',
    replace(5, '"content":""', `"content":"${'c'.repeat(5001)}"`),
    'Line 5: "content" must not be longer than 5000 characters.',
  ],
  [
    'too many combining marks in a row',
    replace(5, '"content":""', `"content":"a${'\u0301'.repeat(501)}"`),
    'Line 5: "content" must not have more than 500 combining marks in a row.',
  ],
  [
    'further fields that are too long',
    replace(2, '"extra":{}', `"extra":{"a":"${'x'.repeat(4096)}"}`),
    'Line 2: "extra" must not be longer than 4 kB.',
  ],
  ['a width of 0', replace(5, '"mediaWidth":null', '"mediaWidth":0'), 'Line 5: "mediaWidth" must be at least 1.'],
  ['further fields that are a list', replace(2, '"extra":{}', '"extra":[]'), 'Line 2: "extra" must be an object.'],
  [
    'further fields nested too deep',
    replace(2, '"extra":{}', `"extra":{"a":${'['.repeat(2000)}${']'.repeat(2000)}}`),
    'Line 2: "extra" must not be nested deeper than 1000.',
  ],
  ['a reaction of another kind', replace(6, '"like"', '"love"'), 'Line 6: "kind" must be ("like" | "dislike").'],
  [
    'a post of an unknown user',
    replace(4, `"authorId":"${id(1)}"`, `"authorId":"${id(9)}"`),
    'Line 4: "authorId" must refer to a user of the file.',
  ],
  [
    'a reaction to an unknown post',
    replace(7, `"postId":"${id(1)}"`, `"postId":"${id(9)}"`),
    'Line 7: "postId" must refer to a post of the file.',
  ],
  [
    'a reaction of an unknown user',
    replace(7, `"userId":"${id(2)}"`, `"userId":"${id(9)}"`),
    'Line 7: "userId" must refer to a user of the file.',
  ],
  [
    'a bookmark of an unknown post',
    replace(8, `"postId":"${id(1)}"`, `"postId":"${id(9)}"`),
    'Line 8: "postId" must refer to a post of the file.',
  ],
  [
    'a bookmark of an unknown user',
    replace(8, `"userId":"${id(1)}"`, `"userId":"${id(9)}"`),
    'Line 8: "userId" must refer to a user of the file.',
  ],
  [
    'a follow by an unknown user',
    replace(9, `"followerId":"${id(1)}"`, `"followerId":"${id(9)}"`),
    'Line 9: "followerId" must refer to a user of the file.',
  ],
  [
    'a follow of an unknown user',
    replace(9, `"followeeId":"${id(2)}"`, `"followeeId":"${id(9)}"`),
    'Line 9: "followeeId" must refer to a user of the file.',
  ],
  [
    'a follow of oneself',
    replace(9, `"followeeId":"${id(2)}"`, `"followeeId":"${id(1)}"`),
    'Line 9: a user cannot follow themselves.',
  ],
  [
    'a file of an unknown user',
    replace(10, `"ownerId":"${id(1)}"`, `"ownerId":"${id(9)}"`),
    'Line 10: "ownerId" must refer to a user of the file.',
  ],
  [
    'a file used by an unknown post',
    replace(10, `["${id(2)}"]`, `["${id(9)}"]`),
    'Line 10: "usedBy" must refer to posts or users of the file.',
  ],
  [
    'a file used twice by one post',
    replace(10, `["${id(2)}"]`, `["${id(2)}","${id(2)}"]`),
    'Line 10: "usedBy" must be a list of different ids.',
  ],
  ['a file with truncated content', replace(10, /"content":"./, '"content":"'), 'Line 10: "content" must be base64.'],
  [
    'a file whose content is not base64',
    replace(10, /"content":"..../, '"content":"a=b='),
    'Line 10: "content" must be base64.',
  ],
  [
    'a user with a wrong count of posts',
    replace(2, '"postCount":2', '"postCount":1'),
    'Line 2: "postCount" must be the number of such rows in the file.',
  ],
  [
    'a user with a wrong count of followers',
    replace(3, '"followerCount":1', '"followerCount":0'),
    'Line 3: "followerCount" must be the number of such rows in the file.',
  ],
  [
    'a user with a wrong count of followed users',
    replace(2, '"followingCount":1', '"followingCount":3'),
    'Line 2: "followingCount" must be the number of such rows in the file.',
  ],
  ['a missing row', (lines) => lines.toSpliced(4, 1), 'Line 10: "rows" must be the number of rows before it.'],
  ...['text/html', 'image/svg+xml', 'video/x, text/html', 'image/png\\r\\nset-cookie: a=b', 'IMAGE/PNG', ''].map(
    (type): Bad => [
      `a file of type "${type}"`,
      replace(10, 'image/png', type),
      'Line 10: "type" has the wrong format.',
    ],
  ),
  ...[
    '',
    'sesame',
    'bcrypt:10:c2FsdA:AAAA',
    `pbkdf2-sha256:4000000000:c2FsdA:${'A'.repeat(43)}`,
    `pbkdf2-sha256:0:c2FsdA:${'A'.repeat(43)}`,
    `pbkdf2-sha256:1:?:${'A'.repeat(43)}`,
    `pbkdf2-sha256:1:c2FsdA:${'A'.repeat(42)}`,
  ].map((hash): Bad => [
    `a password hash "${hash}"`,
    replace(2, /"passwordHash":"[^"]*"/, `"passwordHash":"${hash}"`),
    'Line 2: "passwordHash" has the wrong format.',
  ]),
  ['an endless line', put(6, 'x'.repeat(21_000_000)), 'Line 6: the line is too long.'],
]

const fileOf = (parts: (string | Uint8Array<ArrayBuffer>)[]) => new Blob(parts.flatMap((part) => [part, '\n']))

describe('import refuses', () => {
  test.each(bad)('%s', async (_what, change, message) => {
    const store = createMemoryStore()
    await fill(store)
    const before = await allOf(store)
    const file = fileOf(change(good))
    const refusal = { name: 'BadFileError', message }
    await expect(
      run(store, { kind: 'import', file }, { onReplaced: () => expect.unreachable() }),
    ).rejects.toMatchObject(refusal)
    expect(await allOf(store)).toEqual(before)
  })

  test('an empty file', async () => {
    await expect(run(createMemoryStore(), { kind: 'import', file: new Blob() })).rejects.toThrow(
      'Line 1: the file is empty.',
    )
  })
})

describe('import leaves out one file, names it, and reads everything else', () => {
  test.each([
    ['of another type than its bytes', replace(10, 'image/png', 'image/jpeg')],
    ['of another size', replace(10, /"size":\d+/, '"size":1')],
    ['whose bytes are no picture or video', replace(10, /"content":"[^"]*"/, `"content":"${btoa('<!doctype html>')}"`)],
    ['of two bytes', replace(10, /"content":"[^"]*"/, `"content":"${btoa('\xff\xd8')}"`)],
    ['whose bytes are missing', replace(10, /"content":"[^"]*"/, '"content":""')],
  ])('%s', async (_what, change) => {
    const store = createMemoryStore()
    const { result } = await run(store, { kind: 'import', file: fileOf(change(good)) })
    expect(result.warnings).toEqual([`The file /media/${id(1)} is damaged: an import leaves it out.`])
    expect(result.counts).toMatchObject({ users: 2, posts: 2, reactions: 2, files: 0, fileUses: 0 })
    expect(await store.blobs.ids({ limit: 9 })).toEqual([])
  })
})
