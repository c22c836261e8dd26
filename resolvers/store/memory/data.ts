import { firstNameKeys } from '../search/firstNameKeys.ts'
import { primaryKeyOf } from '../rows.ts'
import { tagKeys, type TagCount } from '../search/tagKeys.ts'
import type {
  BookmarkRow,
  DeletedPostRow,
  FileRow,
  FileUseRow,
  FollowRow,
  IdempotencyKeyRow,
  Json,
  PostRow,
  ReactionRow,
  UserRow,
} from '../rows.ts'
import { Table } from './table.ts'

/** The contents of a memory store at one instant. */
export type Data = ReturnType<typeof createData>

export function createData() {
  return {
    users: new Table({
      copy: (row: UserRow) => ({ ...row, extra: structuredClone(row.extra) }),
      primaryKeyOf: (row) => primaryKeyOf('users', row),
      indexes: [
        ['byUsername', (row) => [[row.username]]],
        ['byFirstName', (row) => firstNameKeys(row.firstName, row.id)],
      ],
    }),
    posts: new Table({
      copy: copyFlat<PostRow>,
      primaryKeyOf: (row) => primaryKeyOf('posts', row),
      indexes: [
        ['byLikes', (row) => [[row.likeCount, row.id]]],
        ['byAuthor', (row) => [[row.authorId, row.id]]],
        ['byAuthorAndLikes', (row) => [[row.authorId, row.likeCount, row.id]]],
        ['byTag', tagKeys],
      ],
    }),
    reactions: new Table({
      copy: copyFlat<ReactionRow>,
      primaryKeyOf: (row) => primaryKeyOf('reactions', row),
      indexes: [
        ['byKind', (row) => [[row.postId, row.kind, row.id]]],
        ['byUser', (row) => [[row.userId, row.postId]]],
      ],
    }),
    bookmarks: new Table({
      copy: copyFlat<BookmarkRow>,
      primaryKeyOf: (row) => primaryKeyOf('bookmarks', row),
      indexes: [
        ['byUser', (row) => [[row.userId, row.id]]],
        ['byPost', (row) => [[row.postId, row.userId]]],
      ],
    }),
    follows: new Table({
      copy: copyFlat<FollowRow>,
      primaryKeyOf: (row) => primaryKeyOf('follows', row),
      indexes: [
        ['byFollower', (row) => [[row.followerId, row.id]]],
        ['byFollowee', (row) => [[row.followeeId, row.id]]],
      ],
    }),
    files: new Table({
      copy: copyFlat<FileRow>,
      primaryKeyOf: (row) => primaryKeyOf('files', row),
      indexes: [['byOwner', (row) => [[row.ownerId, row.id]]]],
    }),
    fileUses: new Table({
      copy: copyFlat<FileUseRow>,
      primaryKeyOf: (row) => primaryKeyOf('fileUses', row),
      indexes: [],
    }),
    tagCounts: new Table({ copy: copyFlat<TagCount>, primaryKeyOf: ({ tag }) => [tag], indexes: [] }),
    deletedPosts: new Table({
      copy: copyFlat<DeletedPostRow>,
      primaryKeyOf: (row) => primaryKeyOf('deletedPosts', row),
      indexes: [
        ['byAuthor', (row) => [[row.authorId, row.id]]],
        ['byDeletion', (row) => [[row.deletedAt, row.id]]],
      ],
    }),
    idempotencyKeys: new Table({
      copy: copyFlat<IdempotencyKeyRow>,
      primaryKeyOf: (row) => primaryKeyOf('idempotencyKeys', row),
      indexes: [['byUse', (row) => [[row.usedAt, row.userId, row.key]]]],
    }),
    meta: new Table({
      copy: ({ key, value }: { key: string; value: Json }) => ({ key, value: structuredClone(value) }),
      primaryKeyOf: ({ key }) => [key],
      indexes: [],
    }),
    blobs: new Table({
      copy: copyFlat<{ id: string; content: Blob }>,
      primaryKeyOf: ({ id }) => [id],
      indexes: [],
    }),
  }
}

/** Returns the same contents. Changing either does not change the other. */
export function fork(data: Data): Data {
  return {
    users: data.users.fork(),
    posts: data.posts.fork(),
    reactions: data.reactions.fork(),
    bookmarks: data.bookmarks.fork(),
    follows: data.follows.fork(),
    files: data.files.fork(),
    fileUses: data.fileUses.fork(),
    tagCounts: data.tagCounts.fork(),
    deletedPosts: data.deletedPosts.fork(),
    idempotencyKeys: data.idempotencyKeys.fork(),
    meta: data.meta.fork(),
    blobs: data.blobs.fork(),
  }
}

/** Copies a row that contains only primitive values. */
function copyFlat<Row extends object>(row: Row): Row {
  return { ...row }
}
