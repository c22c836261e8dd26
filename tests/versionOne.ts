/** A user and a post, as version 1 stored them. */
export const versionOneRows = {
  user: {
    row: {
      id: '01970000-0000-7000-8000-000000000001',
      username: 'early',
      firstName: 'Early',
      lastName: 'Bird',
      email: 'early@weft.example',
      passwordHash: 'pbkdf2-sha256:1:c2FsdA:aGFzaA',
      bio: '',
      portfolioUrl: '',
      avatarUrl: '/art/avatar-default.svg',
      createdAt: '2026-01-01',
      updatedAt: '2026-01-01',
      postCount: 1,
      followerCount: 0,
      followingCount: 0,
      extra: {},
    },
    firstNameKeys: [['early', '01970000-0000-7000-8000-000000000001']],
  },
  post: {
    id: '01970000-0000-7000-8000-000000000002',
    authorId: '01970000-0000-7000-8000-000000000001',
    content: 'From the first days',
    mediaUrl: '',
    mediaType: '',
    postedAt: 1_767_225_600_000,
    createdAt: '2026-01-01',
    updatedAt: '2026-01-01',
    likeCount: 0,
  },
}

/**
 * Builds a database of version 1 with these rows and without the seed. Do not change it with the schema. It imports
 * nothing, so that a page can run it too.
 */
export function buildVersionOne({ name, rows }: { name: string; rows: typeof versionOneRows }): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 1)
    opening.addEventListener('error', () => reject(opening.error))
    opening.addEventListener('upgradeneeded', () => {
      const db = opening.result
      const users = db.createObjectStore('users', { keyPath: ['row.id'] })
      users.createIndex('byUsername', ['row.username'], { unique: true })
      users.createIndex('byFirstName', 'firstNameKeys', { multiEntry: true })
      const posts = db.createObjectStore('posts', { keyPath: ['id'] })
      posts.createIndex('byLikes', ['likeCount', 'id'])
      posts.createIndex('byAuthor', ['authorId', 'id'])
      posts.createIndex('byAuthorAndLikes', ['authorId', 'likeCount', 'id'])
      const reactions = db.createObjectStore('reactions', { keyPath: ['postId', 'userId'] })
      reactions.createIndex('byKind', ['postId', 'kind', 'id'], { unique: true })
      const bookmarks = db.createObjectStore('bookmarks', { keyPath: ['userId', 'postId'] })
      bookmarks.createIndex('byUser', ['userId', 'id'], { unique: true })
      bookmarks.createIndex('byPost', ['postId', 'userId'])
      const follows = db.createObjectStore('follows', { keyPath: ['followerId', 'followeeId'] })
      follows.createIndex('byFollower', ['followerId', 'id'], { unique: true })
      follows.createIndex('byFollowee', ['followeeId', 'id'], { unique: true })
      const meta = db.createObjectStore('meta')
      users.put(rows.user)
      posts.put(rows.post)
      meta.put(1_767_225_600_000, 'seededAt')
    })
    opening.addEventListener('success', () => {
      opening.result.close()
      resolve()
    })
  })
}
