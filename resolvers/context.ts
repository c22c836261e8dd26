import DataLoader from 'dataloader'
import type { Session } from './services/auth.ts'
import { ApiError } from './services/errors.ts'
import { requireViewer, type Call } from './services/call.ts'
import type { ErrorCode } from './generated/types.ts'
import type { BookmarkRow, FollowRow, PostRow, ReactionRow, UserRow } from './store/rows.ts'

/** What resolvers of one operation share: who is asking, and loaders that make one store call of many. */
export interface Context extends Call {
  /** The member who asks; throws `TOKEN_INVALID` or `NOT_REGISTERED`. Read once per operation. */
  requireViewer(): Promise<UserRow>
  /** The id of the member who asks, or null for a visitor and for a refused token. */
  viewerId(): Promise<string | null>
  /** From here on this member asks, so that sign-up and log-in show members their own record. Answers the session. */
  signedIn(session: Session): Session
  /** For a subscription: whether its last event has happened again since it was read. Such an answer need not go out: a newer one follows. */
  isOutdated(): boolean
  users: DataLoader<string, UserRow>
  posts: DataLoader<string, PostRow>
  /** What the viewer has to do with a post or member, by its id; undefined for a visitor. */
  reactions: DataLoader<string, ReactionRow | undefined>
  bookmarks: DataLoader<string, BookmarkRow | undefined>
  follows: DataLoader<string, FollowRow | undefined>
}

export function createContext(call: Call): Context {
  const { read } = call.services.store
  let viewer: Promise<UserRow> | undefined

  const context: Context = {
    ...call,
    requireViewer: () => (viewer ??= requireViewer(call).catch(forget)),
    viewerId: () => context.requireViewer().then((member) => member.id, nullForVisitors),
    signedIn(session) {
      viewer = Promise.resolve(session.user)
      context.authorization = session.token
      return session
    },
    isOutdated: () => false,
    users: byId((ids) => read.users.getMany(ids), 'USER_NOT_FOUND'),
    posts: byId((ids) => read.posts.getMany(ids), 'POST_NOT_FOUND'),
    reactions: ofViewer((viewerId, postIds) => read.reactions.ofUser(viewerId, postIds)),
    bookmarks: ofViewer((viewerId, postIds) => read.bookmarks.ofUser(viewerId, postIds)),
    follows: ofViewer((viewerId, userIds) => read.follows.ofFollower(viewerId, userIds)),
  }
  return context

  /** A subscription lives long: what failed once may succeed for its next event. */
  function forget(reason: unknown): never {
    viewer = undefined
    throw reason
  }

  function ofViewer<Row>(load: (viewerId: string, ids: readonly string[]) => Promise<(Row | undefined)[]>) {
    return loaderOf<Row | undefined>(async (ids) => {
      const viewerId = await context.viewerId()
      return viewerId === null ? ids.map(() => undefined) : load(viewerId, ids)
    })
  }
}

function byId<Row>(load: (ids: readonly string[]) => Promise<(Row | undefined)[]>, missing: ErrorCode) {
  return loaderOf<Row>(async (ids) => (await load(ids)).map((row) => row ?? new ApiError(missing)))
}

/** Remembers only until it loads: an operation may hold several changes, and each answers with what it left. */
function loaderOf<Row>(load: (ids: readonly string[]) => Promise<(Row | Error)[]>): DataLoader<string, Row> {
  const loader = new DataLoader<string, Row>((ids) => {
    loader.clearAll()
    return load(ids)
  })
  return loader
}

function nullForVisitors(reason: unknown): null {
  if (reason instanceof ApiError) return null
  throw reason
}
