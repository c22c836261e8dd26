import { defaultAvatarUrl, isShownAddress } from '../shared/mediaAddress.ts'
import { connection, keepNodes, mapNodes } from './graphql/connections.ts'
import { idList, postConnection, postLists } from './graphql/listIdentities.ts'
import { dateTimeOf } from './lib/dates.ts'
import type { UserEdgeResolvers, UserResolvers } from './generated/types.ts'
import { existing } from './services/errorCatalogue.ts'

export const User: UserResolvers = {
  id: (user) => user.id,
  username: (user) => user.username,
  firstName: (user) => user.firstName,
  lastName: (user) => user.lastName,
  email: async (user, _args, { viewerId }) => ((await viewerId()) === user.id ? user.email : null),
  bio: async (user, _args, { bios }) =>
    'bio' in user ? user.bio : existing(await bios.load(user.id), 'USER_NOT_FOUND'),
  portfolioUrl: (user) => user.portfolioUrl,
  avatarUrl: ({ avatarUrl }) => (isShownAddress(avatarUrl) ? avatarUrl : defaultAvatarUrl),
  createdAt: (user) => dateTimeOf(user.createdAt),
  updatedAt: (user) => dateTimeOf(user.updatedAt),
  postCount: (user) => user.postCount,
  followerCount: (user) => user.followerCount,
  followingCount: (user) => user.followingCount,

  viewerIsFollowing: async (user, _args, { follows }) => (await follows.load(user.id)) !== undefined,
  followsViewer: async (user, _args, { followsOfViewer }) => (await followsOfViewer.load(user.id)) !== undefined,
  isViewer: async (user, _args, { viewerId }) => (await viewerId()) === user.id,

  posts: async (user, args, { postsBy, visible }) => {
    const page = await postConnection(args, postLists('userPosts', user.id), (order, request) =>
      postsBy(order, { of: user.id, ...request }),
    )
    return { ...(await keepNodes(page, visible.posts)), totalCount: user.postCount }
  },

  replies: async (user, args, { repliesBy, visible }) => {
    const page = await connection(args, idList('userReplies', user.id), (request) =>
      repliesBy.load({ of: user.id, ...request }),
    )
    return keepNodes(page, visible.posts)
  },

  mediaPosts: async (user, args, { mediaBy, visible }) => {
    const page = await connection(args, idList('mediaPosts', user.id), (request) =>
      mediaBy.load({ of: user.id, ...request }),
    )
    return keepNodes(page, visible.posts)
  },

  followers: async (user, args, { followers, users }) => {
    const page = await connection(args, idList('followers', user.id), (request) =>
      followers.load({ of: user.id, ...request }),
    )
    return { ...(await mapNodes(page, users, (follow) => follow.followerId)), totalCount: user.followerCount }
  },

  following: async (user, args, { following, users }) => {
    const page = await connection(args, idList('following', user.id), (request) =>
      following.load({ of: user.id, ...request }),
    )
    return { ...(await mapNodes(page, users, (follow) => follow.followeeId)), totalCount: user.followingCount }
  },
}

export const UserEdge: UserEdgeResolvers = {
  cursor: (edge) => edge.cursor,
  node: ({ node }) => node,
}
