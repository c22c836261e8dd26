import { connection, mapNodes } from './graphql/connections.ts'
import type { UserResolvers } from './generated/types.ts'

export const User: UserResolvers = {
  id: (user) => user.id,
  username: (user) => user.username,
  firstName: (user) => user.firstName,
  lastName: (user) => user.lastName,
  email: async (user, _args, { viewerId }) => ((await viewerId()) === user.id ? user.email : null),
  bio: (user) => user.bio,
  portfolioUrl: (user) => user.portfolioUrl,
  avatarUrl: (user) => user.avatarUrl,
  createdAt: (user) => user.createdAt,
  updatedAt: (user) => user.updatedAt,
  postCount: (user) => user.postCount,
  followerCount: (user) => user.followerCount,
  followingCount: (user) => user.followingCount,

  viewerIsFollowing: async (user, _args, { follows }) => (await follows.load(user.id)) !== undefined,
  isViewer: async (user, _args, { viewerId }) => (await viewerId()) === user.id,

  posts: async (user, args, { store }) => {
    const page = await connection(args, args.orderBy, (request) =>
      store.read.posts.pageByAuthor(user.id, args.orderBy, request),
    )
    return { ...page, totalCount: user.postCount }
  },

  followers: async (user, args, { store, users }) => {
    const page = await connection(args, 'FOLLOWERS', (request) => store.read.follows.pageOfFollowers(user.id, request))
    return { ...(await mapNodes(page, users, (follow) => follow.followerId)), totalCount: user.followerCount }
  },

  following: async (user, args, { store, users }) => {
    const page = await connection(args, 'FOLLOWING', (request) => store.read.follows.pageOfFollowing(user.id, request))
    return { ...(await mapNodes(page, users, (follow) => follow.followeeId)), totalCount: user.followingCount }
  },
}
