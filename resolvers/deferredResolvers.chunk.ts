/** What only mutations, subscriptions and files need, as one chunk: a page shows its first posts without it. */
import type { Resolvers } from './generated/types.ts'
import { Mutation } from './Mutation.ts'
import { Subscription } from './Subscription.ts'

export { subscribe } from 'graphql'
export { addFile, readFile } from './services/files.ts'
export { createHousekeeping } from './services/housekeeping.ts'
export { createNotifier } from './services/notifications.ts'

export const deferredResolvers: Pick<Resolvers, 'Mutation' | 'Subscription'> = { Mutation, Subscription }
