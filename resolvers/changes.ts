/** What only mutations and subscriptions need, as one chunk: the first page is shown without it. */
import type { Resolvers } from './generated/types.ts'
import { Mutation } from './Mutation.ts'
import { Subscription } from './Subscription.ts'

export { subscribe } from 'graphql'
export { purgeAllDeletedPosts } from './services/deletedPosts.ts'
export { addFile } from './services/files.ts'

export const changeResolvers: Pick<Resolvers, 'Mutation' | 'Subscription'> = { Mutation, Subscription }
