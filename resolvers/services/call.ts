import { dayOf, type Clock, type Ids } from '../lib/clock.ts'
import { announceTo, type Announce } from '../events/topics.ts'
import type { ReadTables, Store, Tables } from '../store/port.ts'
import type { PostRow, UserRow } from '../store/rows.ts'
import { ApiError } from './errors.ts'
import type { Claims, Tokens } from './token.ts'

/** What every call needs of the backend. */
export interface Services {
  store: Store
  clock: Clock
  ids: Ids
  tokens: Tokens
  /** Hears of every change once it is committed (`events/topics.ts`). */
  events: EventTarget
  /** Hears of every fault of ours. */
  report: (fault: unknown) => void
  /** Rounds of PBKDF2 for new passwords. */
  passwordIterations: number
}

/** One call: the services, and what its `authorization` header holds. */
export interface Call {
  services: Services
  authorization: string | null
}

/** The member who calls. Throws `TOKEN_INVALID` or `NOT_REGISTERED` (spec §5, "Protected calls"). */
export async function requireViewer({ services, authorization }: Call): Promise<UserRow> {
  return memberOf(services.store.read, await services.tokens.verify(authorization))
}

/** What a change works with. */
export interface Change {
  tx: Tables
  /** Who calls, as they are within the transaction. */
  viewer: UserRow
  today: string
  /** Said once the change is committed, and never if it is not. */
  announce: Announce
}

/** Runs a change as the member who calls: the token is checked before, the member read within the transaction. */
export async function changeAsViewer<T>(
  { services, authorization }: Call,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  const claims = await services.tokens.verify(authorization)
  return change(services, async (tx, announce) =>
    work({ tx, viewer: await memberOf(tx, claims), today: dayOf(services.clock()), announce }),
  )
}

/** Runs `work` in a transaction, and announces what it did after the commit. */
export async function change<T>(
  { store, events }: Services,
  work: (tx: Tables, announce: Announce) => Promise<T>,
): Promise<T> {
  let said: (() => void)[] = []
  const announce = announceTo(events)
  const result = await store.transaction((tx) => {
    said = []
    return work(tx, (topic, what) => said.push(() => announce(topic, what)))
  })
  for (const say of said) say()
  return result
}

async function memberOf(tables: ReadTables, { userId, username }: Claims): Promise<UserRow> {
  const [member] = await tables.users.getMany([userId])
  if (member?.username === username) return member
  const disagrees = member ?? (await tables.users.byUsername(username))
  throw new ApiError(disagrees ? 'TOKEN_INVALID' : 'NOT_REGISTERED')
}

/** The post with this id. Throws `POST_NOT_FOUND`. */
export async function requirePost(tables: ReadTables, postId: string): Promise<PostRow> {
  const [post] = await tables.posts.getMany([postId])
  if (!post) throw new ApiError('POST_NOT_FOUND')
  return post
}

/** The member with this id. Throws `USER_NOT_FOUND`. */
export async function requireUser(tables: ReadTables, userId: string): Promise<UserRow> {
  const [user] = await tables.users.getMany([userId])
  if (!user) throw new ApiError('USER_NOT_FOUND')
  return user
}
