import { addResolversToSchema } from '@graphql-tools/schema'
import type { GraphQLSchema } from 'graphql'
import type { NodeResolvers, Resolvers } from './generated/types.ts'
import { constructSchema } from './generated/schema.ts'
import { loadCode } from './lib/ConnectionLostError.ts'
import { Notification } from './Notification.ts'
import { Post, PostEdge, ThreadEdge, ThreadItem } from './Post.ts'
import { PostTombstone } from './PostTombstone.ts'
import { Query } from './Query.ts'
import { User, UserEdge } from './User.ts'

/** Types that need no resolvers, because their values have every field: payloads, connections and events. */
type PlainType = Extract<
  keyof Resolvers,
  | `${string}Payload`
  | `${string}Connection`
  | `${string}Change`
  | `Post${'Creation' | 'Deletion' | 'Restoration'}`
  | 'ReplyCreation'
  | 'NotificationEdge'
  | 'UserDeletion'
  | 'Media'
  | 'Mention'
  | 'PageInfo'
  | 'DateTime'
>

const Node: NodeResolvers = {
  __resolveType: (row) => {
    if ('authorId' in row) return 'Post'
    return 'subject' in row ? 'Notification' : 'User'
  },
}

/** The resolvers of all other types. A type that is missing here and in `deferredResolvers.chunk.ts` does not compile. */
const resolvers: Omit<Resolvers, PlainType | 'Mutation' | 'Subscription'> = {
  Query,
  Node,
  User,
  UserEdge,
  Post,
  PostEdge,
  Notification,
  PostTombstone,
  ThreadItem,
  ThreadEdge,
}

/**
 * Creates the executable schema. Execute operations with `graphql/execute.ts`, which formats their errors and loads the
 * resolvers of mutations and subscriptions.
 */
export function createSchema(): GraphQLSchema {
  return addResolversToSchema({ schema: constructSchema(), resolvers, updateResolversInPlace: true })
}

/**
 * Loads the deferred resolvers and attaches them to a schema. Returns the other exports. Rejects with
 * `CodeNotLoadedError`.
 */
export async function loadDeferredResolvers(schema: GraphQLSchema) {
  const { deferredResolvers, ...others } = await loadCode(() => import('./deferredResolvers.chunk.ts'))
  addResolversToSchema({ schema, resolvers: deferredResolvers, updateResolversInPlace: true })
  return others
}
