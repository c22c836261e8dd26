import type { EventLog } from './events/eventLog.ts'
import { Loader } from './reads/loader.ts'
import { ReadRounds } from './reads/readRounds.ts'
import { createRecordLoaders, type RecordLoaders } from './reads/recordLoaders.ts'
import type { SharedReads, ViewerReads } from './reads/sharedReads.ts'
import type { Session } from './services/auth.ts'
import { nullIfRefused } from './services/errorCatalogue.ts'
import { requireViewer, type ServiceContext } from './services/serviceContext.ts'
import { visibleTo, type Visibility } from './services/visibility.ts'
import { aroundCalls } from './store/aroundCalls.ts'
import type { ReadTables } from './store/port.ts'
import type { BookmarkRow, FollowRow, ReactionRow, UserRow, UserSummary } from './store/rows.ts'

/** What the fields of a user are read from. */
export type UserSource = UserRow | UserSummary

/** What the resolvers of one operation share: the viewer, and loaders that batch many reads into one store call. */
export interface Context extends ServiceContext {
  /** Returns the viewer. Throws `TOKEN_INVALID` or `NOT_REGISTERED`. Reads once per operation. */
  requireViewer(): Promise<UserRow>
  /** Makes the next use of the viewer read them again: a subscription uses its context for a long time. */
  renewViewer(): void
  /** Returns the viewer's id, or null without a valid token. */
  viewerId(): Promise<string | null>
  /**
   * Makes the user of this session the viewer, so that sign-up and log-in return the user's private fields too. Returns
   * the session.
   */
  startSession(session: Session): Session
  /** The last events of this backend. */
  eventLog: EventLog
  /** The id of the last event that the client of a subscription has. Null: its results begin with the next event. */
  lastEventId: string | null
  /** In a subscription: returns whether to skip the last result, because a newer one of the same record follows. */
  skipResult(): boolean
  /** What the viewer may see. */
  visible: Visibility
  /** A user by id, without their bio; undefined if there is none, or the viewer may not see them. */
  users: Pick<RecordLoaders['users'], 'load'>
  /** The bio of a user by id; undefined if there is no such user. */
  bios: RecordLoaders['bios']
  /** A post by id; undefined if there is none, or the viewer may not see it. */
  posts: Pick<RecordLoaders['posts'], 'load'>
  /** A post by id, also one that the viewer may not see: for what a thread has in its place. */
  anyPosts: RecordLoaders['posts']
  /** The posts that a reply answers, the nearest first. */
  ancestors: RecordLoaders['ancestors']
  /** A page of the replies to a post. */
  replies: RecordLoaders['replies']
  /** A page of the likes of a post. */
  likes: RecordLoaders['likes']
  /** A page of the followers of a user. */
  followers: RecordLoaders['followers']
  /** A page of the users whom a user follows. */
  following: RecordLoaders['following']
  /** A page of the posts of a user. */
  postsBy: RecordLoaders['postsBy']
  /** A page of the replies of a user. */
  repliesBy: RecordLoaders['repliesBy']
  /** A page of the posts of a user that have a picture or video. */
  mediaBy: RecordLoaders['mediaBy']
  /** Whether the execution was so long that it was spread over turns of the event loop. */
  isSpread(): boolean
  /** Makes a subscription read its next event with the other subscriptions of this backend (`reads/sharedReads.ts`). */
  shareReads(): void
  /** The viewer's reaction to a post, by the post's id; undefined for a visitor. */
  reactions: Loader<string, ReactionRow | undefined>
  /** The viewer's bookmark of a post, by the post's id; undefined for a visitor. */
  bookmarks: Loader<string, BookmarkRow | undefined>
  /** The viewer's follow of a user, by the user's id; undefined for a visitor. */
  follows: Loader<string, FollowRow | undefined>
  /** How a user follows the viewer, by the user's id; undefined for a visitor. */
  followsOfViewer: Loader<string, FollowRow | undefined>
}

/** Returns the same calls, which also count or limit what is read. */
export type WrapReads = (read: ReadTables) => ReadTables

export interface ContextOptions {
  /**
   * The id of the last event that the client of a subscription has. It begins with the events after this one, and with
   * `EVENTS_MISSED` if they are not known any more; without an id, with the next event.
   */
  lastEventId?: string | null | undefined
  /** Replaces the calls by which an operation reads, not those of a subscription: they share what they read. */
  wrapReads?: WrapReads | undefined
}

/** What the operations of a backend share. */
export interface SharedByOperations {
  eventLog: EventLog
  /** For all subscriptions. */
  sharedReads: SharedReads
}

export function createContext(
  { sharedReads, ...shared }: ServiceContext & SharedByOperations,
  { lastEventId = null, wrapReads = (read) => read }: ContextOptions,
): Context {
  const rounds = new ReadRounds()
  const read = aroundCalls(wrapReads(shared.store.read), rounds.during)
  const ownLoaders = () => createRecordLoaders(read, { rounds, keeps: true })
  let loaders = ownLoaders()
  const visible = visibleTo(
    async () => context.viewerId(),
    (ids) => Promise.all(ids.map((id) => loaders.users.load(id))),
  )
  let viewerReads: ViewerReads = read
  let viewer: Promise<UserRow> | undefined
  /** The id of the viewer of a change, so that its response does not read them again. */
  let knownViewerId: string | undefined

  const context: Context = {
    ...shared,
    ...visibleOf(loaders, visible),
    visible,
    store: { ...shared.store, read },
    isSpread: () => rounds.isSpread,
    shareReads() {
      const current = sharedReads.current()
      readWith(current.loaders)
      viewerReads = current.viewerReads
    },
    requireViewer: () => (viewer ??= requireViewer(context).catch(forgetViewer)),
    viewerId: async () => knownViewerId ?? context.requireViewer().then(({ id }) => id, nullIfRefused),
    onChange(viewerId) {
      knownViewerId = viewerId
      // Of several mutations in a document, each must return its own result.
      readWith(ownLoaders())
    },
    renewViewer() {
      viewer = undefined
      knownViewerId = undefined
    },
    startSession(session) {
      knownViewerId = undefined
      viewer = Promise.resolve(session.user)
      context.authorization = session.token
      return session
    },
    lastEventId,
    skipResult: () => false,
    reactions: ofViewer((viewerId, ids) => viewerReads.reactions.getMany(ids.map((id) => [id, viewerId]))),
    bookmarks: ofViewer((viewerId, ids) => viewerReads.bookmarks.getMany(ids.map((id) => [viewerId, id]))),
    follows: ofViewer((viewerId, ids) => viewerReads.follows.getMany(ids.map((id) => [viewerId, id]))),
    followsOfViewer: ofViewer((viewerId, ids) => viewerReads.follows.getMany(ids.map((id) => [id, viewerId]))),
  }
  return context

  function readWith(others: RecordLoaders): void {
    loaders = others
    Object.assign(context, visibleOf(loaders, visible))
  }

  /** A subscription uses its context for a long time: after a failure, the next event reads the viewer again. */
  function forgetViewer(reason: unknown): never {
    viewer = undefined
    throw reason
  }

  function ofViewer<Row>(load: (viewerId: string, ids: readonly string[]) => Promise<(Row | undefined)[]>) {
    const loadOfViewer = async (ids: readonly string[]) => {
      const viewerId = await context.viewerId()
      return viewerId === null ? ids.map(() => undefined) : load(viewerId, ids)
    }
    return new Loader(loadOfViewer, { rounds, isLeaf: true })
  }
}

/** Returns the same loaders, without the users and posts that the viewer may not see. */
function visibleOf(loaders: RecordLoaders, visible: Visibility): Pick<Context, keyof RecordLoaders | 'anyPosts'> {
  return {
    ...loaders,
    anyPosts: loaders.posts,
    users: { load: async (id) => ifVisible(await loaders.users.load(id), visible.users) },
    posts: { load: async (id) => ifVisible(await loaders.posts.load(id), visible.posts) },
  }
}

async function ifVisible<Row>(row: Row | undefined, keep: (rows: Row[]) => Promise<Row[]>) {
  return row === undefined ? undefined : (await keep([row]))[0]
}
