import { primaryKeys } from '../rows.ts'
import { lastVersion, type Version } from './migrate.ts'

/**
 * All versions of the database, oldest first. A new one goes to the end, with the object stores that it changes and an
 * `upgrade` that fills new columns. Never change one that was released.
 */
export const VERSIONS: readonly Version[] = [
  {
    stores: {
      users: {
        keyPath: ['row.id'],
        indexes: {
          byUsername: { keyPath: ['row.username'], unique: true },
          byFirstName: { keyPath: 'firstNameKeys', multiEntry: true },
        },
      },
      posts: {
        keyPath: [...primaryKeys.posts],
        indexes: {
          byLikes: { keyPath: ['likeCount', 'id'] },
          byAuthor: { keyPath: ['authorId', 'id'] },
          byAuthorAndLikes: { keyPath: ['authorId', 'likeCount', 'id'] },
          byTag: { keyPath: 'tagKeys', multiEntry: true },
        },
      },
      reactions: {
        keyPath: [...primaryKeys.reactions],
        indexes: {
          byKind: { keyPath: ['postId', 'kind', 'id'], unique: true },
          byUser: { keyPath: ['userId', 'postId'], unique: true },
        },
      },
      bookmarks: {
        keyPath: [...primaryKeys.bookmarks],
        indexes: {
          byUser: { keyPath: ['userId', 'id'], unique: true },
          byPost: { keyPath: ['postId', 'userId'] },
        },
      },
      follows: {
        keyPath: [...primaryKeys.follows],
        indexes: {
          byFollower: { keyPath: ['followerId', 'id'], unique: true },
          byFollowee: { keyPath: ['followeeId', 'id'], unique: true },
        },
      },
      files: { keyPath: [...primaryKeys.files], indexes: { byOwner: { keyPath: ['ownerId', 'id'], unique: true } } },
      fileUses: { keyPath: [...primaryKeys.fileUses], indexes: {} },
      tagCounts: { keyPath: ['tag'], indexes: {} },
      deletedPosts: {
        keyPath: [...primaryKeys.deletedPosts],
        indexes: { byAuthor: { keyPath: ['authorId', 'id'] }, byDeletion: { keyPath: ['deletedAt', 'id'] } },
      },
      idempotencyKeys: {
        keyPath: [...primaryKeys.idempotencyKeys],
        indexes: { byUse: { keyPath: ['usedAt', 'userId', 'key'] } },
      },
      meta: { keyPath: null, indexes: {} },
      blobs: { keyPath: null, indexes: {} },
    },
  },
]

/** The number of the present version. */
export const CURRENT_VERSION = lastVersion(VERSIONS)
