import { dayOf, type Clock } from '../lib/dates.ts'
import type { Ids } from '../lib/ids.ts'
import { createPublisher, type Publish } from '../events/events.ts'
import type { ReadTables, Store, Tables } from '../store/port.ts'
import type { PostRow, UserRow } from '../store/rows.ts'
import { ApiError } from './errors.ts'
import type { Claims, Tokens } from './token.ts'

/** What the services use; one object for each backend. */
export interface Dependencies {
  store: Store
  clock: Clock
  ids: Ids
  tokens: Tokens
  /** Receives an event for each change after its commit (`events/events.ts`). */
  events: EventTarget
  /** Called with every unexpected error. */
  report: (fault: unknown) => void
  /** PBKDF2 iterations for new passwords. */
  passwordIterations: number
}

/** What a service gets: the dependencies and the sender of this request. */
export interface ServiceContext extends Dependencies {
  /** The `authorization` header, or null. */
  authorization: string | null
}

/** Returns the viewer. Throws `TOKEN_INVALID` or `NOT_REGISTERED` (spec §5, "Protected calls"). */
export async function requireViewer({ store, tokens, authorization }: ServiceContext): Promise<UserRow> {
  return userOf(store.read, await tokens.verify(authorization))
}

/** What a change works with. */
export interface Change {
  tx: Tables
  /** As read within the transaction. */
  viewer: UserRow
  /** In UTC, `YYYY-MM-DD`. */
  today: string
  publish: Publish
}

/**
 * Runs a change as the viewer in one transaction, then publishes its events. The token is verified before the
 * transaction, the viewer is read within it. Throws `TOKEN_INVALID`, `NOT_REGISTERED`, or what the change throws.
 */
export async function changeAsViewer<T>(ctx: ServiceContext, work: (change: Change) => Promise<T>): Promise<T> {
  const claims = await ctx.tokens.verify(ctx.authorization)
  return change(ctx, async (tx, publish) =>
    work({ tx, viewer: await userOf(tx, claims), today: dayOf(ctx.clock()), publish }),
  )
}

/** Runs `work` in one transaction. What it publishes is published after the commit, and never if there is none. */
export async function change<T>(
  { store, events }: Dependencies,
  work: (tx: Tables, publish: Publish) => Promise<T>,
): Promise<T> {
  let pendingEvents: (() => void)[] = []
  const publish = createPublisher(events)
  const result = await store.transaction((tx) => {
    // A store may run the transaction again.
    pendingEvents = []
    return work(tx, (topic, payload) => pendingEvents.push(() => publish(topic, payload)))
  })
  for (const publishPending of pendingEvents) publishPending()
  return result
}

async function userOf(tables: ReadTables, { userId, username }: Claims): Promise<UserRow> {
  const [user] = await tables.users.getMany([userId])
  if (user?.username === username) return user
  const isEitherKnown = user ?? (await tables.users.byUsername(username))
  throw new ApiError(isEitherKnown ? 'TOKEN_INVALID' : 'NOT_REGISTERED')
}

/** Returns the post with this id. Throws `POST_NOT_FOUND`. */
export async function requirePost(tables: ReadTables, postId: string): Promise<PostRow> {
  const [post] = await tables.posts.getMany([postId])
  if (!post) throw new ApiError('POST_NOT_FOUND')
  return post
}

/** Returns the user with this id. Throws `USER_NOT_FOUND`. */
export async function requireUser(tables: ReadTables, userId: string): Promise<UserRow> {
  const [user] = await tables.users.getMany([userId])
  if (!user) throw new ApiError('USER_NOT_FOUND')
  return user
}
