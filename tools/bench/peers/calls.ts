/** The calls of spec §7, as a client of the REST API makes them. */

/** Sends one request to `/api`. Returns the parsed body. Throws if the request is refused. */
export type Client = (method: string, path: string, body?: object) => Promise<unknown>

/** Records as `/api` returns them: every peer starts from the same. */
export interface Records {
  users: UserRecord[]
  posts: PostRecord[]
}

/** A user in the lists of other records. */
export interface BriefUser {
  _id: string
  id: string
  username: string
  firstName: string
  lastName: string
  avatar: string
}

export interface UserRecord extends BriefUser {
  bio: string
  profile: string
  followers: BriefUser[]
  following: BriefUser[]
  bookmarks: string[]
  createdAt: string
  updatedAt: string
}

export interface PostRecord {
  _id: string
  content: string
  post_img: string
  media_type: string
  likes: { likeCount: number; likedBy: BriefUser[]; dislikedBy: BriefUser[] }
  username: string
  createdAt: string
  createdAt_format: string
  updatedAt: string
}

/** What the calls are about. */
export interface Subjects {
  postId: string
  username: string
  userId: string
  /** A user whom the reader does not follow. */
  otherId: string
}

/** One thing that a client does: a read, or a change and the call that undoes it. */
export interface Call {
  /** How many requests it takes. */
  requests: number
  run: (client: Client, subjects: Subjects) => Promise<unknown>
}

export const calls: Readonly<Record<string, Call>> = {
  'All posts': { requests: 1, run: (client) => client('GET', '/posts') },
  'One post': { requests: 1, run: (client, { postId }) => client('GET', `/posts/${postId}`) },
  'Posts of a user': { requests: 1, run: (client, { username }) => client('GET', `/posts/user/${username}`) },
  'All users': { requests: 1, run: (client) => client('GET', '/users') },
  'One user': { requests: 1, run: (client, { userId }) => client('GET', `/users/${userId}`) },
  Bookmarks: { requests: 1, run: (client) => client('GET', '/users/bookmark') },
  'Like, dislike': {
    requests: 2,
    async run(client, { postId }) {
      await client('POST', `/posts/like/${postId}`)
      await client('POST', `/posts/dislike/${postId}`)
    },
  },
  'Bookmark, remove': {
    requests: 2,
    async run(client, { postId }) {
      await client('POST', `/users/bookmark/${postId}`)
      await client('POST', `/users/remove-bookmark/${postId}`)
    },
  },
  'Follow, unfollow': {
    requests: 2,
    async run(client, { otherId }) {
      await client('POST', `/users/follow/${otherId}`)
      await client('POST', `/users/unfollow/${otherId}`)
    },
  },
  'Create, delete': {
    requests: 2,
    async run(client) {
      const created = await client('POST', '/posts', { postData: { content: 'A new post' } })
      await client('DELETE', `/posts/${lastId(created)}`)
    },
  },
  'Edit the profile': { requests: 1, run: (client) => client('POST', '/users/edit', { userData: { bio: 'Weaver' } }) },
}

/** Returns the id of the newest post in the response to its creation. */
function lastId(response: unknown): string {
  if (typeof response === 'object' && response && 'posts' in response && Array.isArray(response.posts)) {
    const last: unknown = response.posts.at(-1)
    if (typeof last === 'object' && last && '_id' in last && typeof last._id === 'string') return last._id
  }
  throw new Error('The response has no new post.')
}
