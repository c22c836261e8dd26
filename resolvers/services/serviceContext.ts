import type { Clock } from '../lib/dates.ts'
import type { Ids } from '../lib/ids.ts'
import { NEW_EVENTS, newEvent, type Publish } from '../events/events.ts'
import type { ReadTables, RowLock, Store, Tables, TransactionOptions, UserPatch } from '../store/port.ts'
import type { NewEvent, NotificationRow, PostRow, PushSubscriptionRow, UserRow } from '../store/rows.ts'
import { ApiError, nullIfRefused } from './errorCatalogue.ts'
import type { Passwords } from './password.ts'
import type { Claims, Tokens } from './token.ts'
import { visibleTo, type Visibility } from './visibility.ts'

/** What all services of a backend share. */
export interface Dependencies {
  store: Store
  clock: Clock
  ids: Ids
  tokens: Tokens
  /** Receives `NEW_EVENTS` after each change (`events/events.ts`). */
  events: EventTarget
  /** Called with every unexpected error. */
  report: (error: unknown) => void
  passwords: Passwords
  /** On a server: limits how often a client may do what costs much. */
  rateLimits?: RateLimits | undefined
  /** On a server: how many bytes the files of a user may have. */
  fileQuota?: number | undefined
  /** On a server: whether housekeeping leaves bytes without a row to a command (`housekeeping.ts`). */
  keepsOrphans?: boolean | undefined
  /** On a server: `closed` refuses new accounts. */
  signUp?: 'open' | 'closed' | undefined
  /** On a server: called after an account was deleted, whose other rows housekeeping removes. */
  onAccountDeleted?: (() => void) | undefined
  /** On a server: sends notifications to devices. */
  push?: Push | undefined
}

/** Web Push: messages to devices on which Weft is closed, through the push services of their browsers. */
export interface Push {
  /** The key by which a push service knows this host. A browser needs it to subscribe. */
  readonly publicKey: string
  /** Returns whether messages can be sent to this address, encrypted with these keys. */
  accepts(subscription: PushDevice): boolean
  /** Sends notifications to the devices of their recipients, each once. Returns at once. */
  deliver(notifications: readonly NotificationRow[]): void
}

export type PushDevice = Pick<PushSubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>

/** What only a server limits beside the number of all calls. */
export type LimitedAction = 'signUp' | 'upload' | LimitedChange

/**
 * The changes of an account.
 *
 * - `toggle`: likes, bookmarks or follows, or removes one of these.
 * - `deletion`: deletes or restores a post, or deletes the account.
 * - `edit`: edits a post or profile, or signs out everywhere.
 */
export type LimitedChange = 'post' | 'edit' | 'toggle' | 'deletion'

export interface RateLimits {
  /**
   * Counts one attempt of a client, identified by its address, and of an account, by its id. Throws `TOO_MANY_REQUESTS` if
   * there were too many.
   */
  consume(action: LimitedAction, client: string | null, account?: string): Promise<void>
  /**
   * Runs an attempt to log in to the account with this name, and counts it if it fails with `NOT_REGISTERED` or
   * `CREDENTIALS_INVALID`. Throws `TOO_MANY_REQUESTS` if too many have failed, and what `attempt` throws.
   */
  logIn<T>(client: string | null, account: string | undefined, attempt: () => Promise<T>): Promise<T>
}

/** The first argument of a service: the dependencies, and the sender of this request. */
export interface ServiceContext extends Dependencies {
  /** The `authorization` header, or null. */
  authorization: string | null
  /** The client's address, as a server limits it; null without a server. */
  client: string | null
  /** Called with the id of the user whom a verified token names, for the log and the limits of a server. */
  onUser?: ((userId: string) => void) | undefined
  /** Called with the id of the viewer after a change, which has read them. */
  onChange?: ((viewerId: string) => void) | undefined
  /** An idempotency key: repeating the request changes nothing more (`idempotency.ts`). */
  idempotencyKey?: string | null | undefined
}

/** Returns the viewer. Throws `TOKEN_INVALID` or `NOT_REGISTERED` (spec §5, "Protected calls"). */
export async function requireViewer({
  store,
  tokens,
  authorization,
  onUser,
}: Pick<ServiceContext, 'store' | 'tokens' | 'authorization' | 'onUser'>): Promise<UserRow> {
  const claims = await tokens.verify(authorization)
  onUser?.(claims.id)
  return userOf(store.read, claims)
}

/** Returns the viewer, or null without a valid token. */
export async function findViewer(ctx: ServiceContext): Promise<UserRow | null> {
  return requireViewer(ctx).catch(nullIfRefused)
}

/** The argument of a change. */
export interface ChangeContext {
  tx: Tables
  /** Read within the transaction. */
  viewer: UserRow
  /** What the viewer may see. */
  visible: Visibility
  /** Milliseconds since 1970. */
  now: number
  publish: Publish
  /** Removes the bytes of a file after the commit. The row of the file is to be removed in this transaction. */
  removeBytes: (fileId: string) => void
}

/**
 * Runs a change as the viewer in one transaction, with its events. Verifies the token before the transaction,
 * and locks and reads the viewer within it. Throws `TOKEN_INVALID`, `NOT_REGISTERED`, and what `work` throws.
 */
export async function changeAsViewer<T>(
  ctx: ServiceContext,
  work: (change: ChangeContext) => Promise<T>,
  { viewerLock = 'reference', viewerOf = verifiedUser, popularRow, limitedAs }: ChangeOptions = {},
): Promise<T> {
  const claims = await ctx.tokens.verify(ctx.authorization)
  ctx.onUser?.(claims.id)
  if (limitedAs && ctx.rateLimits) {
    // Each attempt counts, also a refused one. With a token that was revoked it counts for the client in place of the user.
    const [user] = await ctx.store.read.users.getMany([claims.id])
    const account = isUserOf(claims, user) ? claims.id : `client ${ctx.client}`
    await ctx.rateLimits.consume(limitedAs, ctx.client, account)
  }
  const change = async (tx: Tables, effects: Effects) => {
    const viewer = await viewerOf(tx, claims, await tx.users.lock(claims.id, viewerLock))
    const visible = visibleTo(
      async () => viewer.id,
      async (ids) => (ids.every((id) => id === viewer.id) ? [viewer] : tx.users.getSummaries(ids)),
    )
    return work({ tx, viewer, visible, now: ctx.clock(), ...effects })
  }
  const result = await transactAndPublish(ctx, change, { popularRow })
  ctx.onChange?.(claims.id)
  return result
}

export interface ChangeOptions extends Pick<TransactionOptions, 'popularRow'> {
  /** What a server counts it as. */
  limitedAs?: LimitedChange | undefined
  /** How the row of the viewer is locked. Default: `reference`, which is enough to add to its counters. */
  viewerLock?: RowLock | undefined
  /** Returns the viewer from the claims of the token and the row with its id, or throws. */
  viewerOf?: ((tx: Tables, claims: Claims, user: UserRow | undefined) => Promise<UserRow>) | undefined
}

type Effects = Pick<ChangeContext, 'publish' | 'removeBytes'>

/**
 * Runs `work` in one transaction, which is `read committed`: `work` locks the rows that it decides by. The transaction
 * stores the events that it publishes. Other effects take place after the commit, and not at all if the transaction fails.
 */
export async function transactAndPublish<T>(
  { store, clock, events, report }: Dependencies,
  work: (tx: Tables, effects: Effects) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  let published: NewEvent[] = []
  let removedFiles: string[] = []
  const workOnce = async (tx: Tables) => {
    // A store may run `work` more than once.
    published = []
    removedFiles = []
    const result = await work(tx, {
      publish: (topic, payload) => published.push(newEvent(topic, payload, clock())),
      removeBytes: (fileId) => removedFiles.push(fileId),
    })
    if (published.length > 0) await tx.events.append(published)
    return result
  }
  const result = await store.transaction(workOnce, options).finally(() => {
    // Also after a failure: perhaps only the answer to the commit was lost.
    if (published.length > 0) events.dispatchEvent(new Event(NEW_EVENTS))
  })
  // The change is done, whether or not bytes are left over.
  await Promise.all(removedFiles.map((id) => store.blobs.remove(id))).catch(report)
  return result
}

/**
 * Returns the user of a token. Throws `TOKEN_INVALID` if the id and the username belong to different users, or if the
 * user has signed out everywhere since the token was issued; `NOT_REGISTERED` if they belong to none.
 */
export async function userOf(tables: ReadTables, claims: Claims): Promise<UserRow> {
  const [user] = await tables.users.getMany([claims.id])
  return verifiedUser(tables, claims, user)
}

function isUserOf(claims: Claims, user: UserRow | undefined): user is UserRow {
  return user?.username === claims.username && user.tokenVersion === claims.tokenVersion
}

/** Returns the row with the id of a token if it is the user of that token. Throws as `userOf`. */
export async function verifiedUser(tables: ReadTables, claims: Claims, user: UserRow | undefined): Promise<UserRow> {
  if (isUserOf(claims, user)) return user
  const other = user ?? (await tables.users.byUsername(claims.username))
  throw new ApiError(other ? 'TOKEN_INVALID' : 'NOT_REGISTERED')
}

/** Where a row is read, and for whom. */
export interface ReadContext {
  tx: ReadTables
  visible: Visibility
}

/** Returns the post with this id. Throws `POST_NOT_FOUND`, also for one that the viewer may not see. */
export async function requirePost({ tx, visible }: ReadContext, postId: string): Promise<PostRow> {
  return visiblePost(visible, await tx.posts.get(postId))
}

/** Locks a post and returns it. Throws as `requirePost`. */
export async function lockPost(
  { tx, visible }: Pick<ChangeContext, 'tx' | 'visible'>,
  postId: string,
  lock: RowLock,
): Promise<PostRow> {
  return visiblePost(visible, await tx.posts.lock(postId, lock))
}

/** Whether the viewer sees a post. Read before a transaction for whose end other changes of the post wait. */
export async function seesPost(ctx: ServiceContext, postId: string): Promise<boolean> {
  const { read } = ctx.store
  const viewerId = async () => (await findViewer(ctx))?.id ?? null
  const visible = visibleTo(viewerId, (ids) => read.users.getSummaries(ids))
  const post = await read.posts.get(postId)
  return post !== undefined && (await visible.posts([post])).length > 0
}

async function visiblePost(visible: Visibility, post: PostRow | undefined): Promise<PostRow> {
  const [seen] = post ? await visible.posts([post]) : []
  if (seen) return seen
  throw new ApiError('POST_NOT_FOUND')
}

/** Returns the user with this id. Throws `USER_NOT_FOUND`, also for one whom the viewer may not see. */
export async function requireUser({ tx, visible }: ReadContext, userId: string): Promise<UserRow> {
  return visibleUser(visible, await tx.users.get(userId))
}

export async function visibleUser(visible: Visibility, user: UserRow | undefined): Promise<UserRow> {
  const [seen] = user ? await visible.users([user]) : []
  if (seen) return seen
  throw new ApiError('USER_NOT_FOUND')
}

/** Changes a user, which locks the row, and returns it. Throws `USER_NOT_FOUND`. */
export async function patchUser(tx: Tables, userId: string, patch: UserPatch): Promise<UserRow> {
  const user = await tx.users.patch(userId, patch)
  if (!user) throw new ApiError('USER_NOT_FOUND')
  return user
}
