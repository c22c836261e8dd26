import DataLoader from 'dataloader'
import { MAX_PAGE_SIZE } from '../shared/paging.ts'
import type { EventLog } from './events/eventLog.ts'
import type { Session } from './services/auth.ts'
import { nullIfRefused } from './services/errorCatalogue.ts'
import { requireViewer, type ServiceContext } from './services/serviceContext.ts'
import type { ReadTables, StaleReads, Store } from './store/port.ts'
import type { BookmarkRow, FollowRow, PostRow, ReactionRow, UserRow, UserSummary } from './store/rows.ts'

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
  /** A user by id, without their bio; undefined if there is none. */
  users: RecordLoaders['users']
  /** The bio of a user by id; undefined if there is no such user. */
  bios: RecordLoaders['bios']
  /** A post by id; undefined if there is none. */
  posts: RecordLoaders['posts']
  /** A page of the likes of a post. */
  likes: RecordLoaders['likes']
  /** Returns the calls for lists that may lack the latest changes. Lists of the viewer's own rows are read from the store. */
  readStale(): StaleReads
  /** The viewer's reaction to a post, by the post's id; undefined for a visitor. */
  reactions: DataLoader<string, ReactionRow | undefined>
  /** The viewer's bookmark of a post, by the post's id; undefined for a visitor. */
  bookmarks: DataLoader<string, BookmarkRow | undefined>
  /** The viewer's follow of a user, by the user's id; undefined for a visitor. */
  follows: DataLoader<string, FollowRow | undefined>
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
  /** Called before a list is read that may lack the latest changes. Without it, every list has them. */
  onStaleRead?: (() => void) | undefined
}

/** What the operations of a backend share. */
export interface SharedByOperations extends RecordLoaders {
  eventLog: EventLog
}

/** Loaders of what every viewer may read: an event is read once for all subscriptions. */
interface RecordLoaders {
  users: DataLoader<string, UserSummary | undefined>
  bios: DataLoader<string, string | undefined>
  posts: DataLoader<string, PostRow | undefined>
  likes: DataLoader<LikesRequest, LikesPage, string>
}

/** A post, and a page of its likes. */
type LikesRequest = Parameters<ReadTables['reactions']['pageOfLikes']>
type LikesPage = Awaited<ReturnType<ReadTables['reactions']['pageOfLikes']>>

export function createRecordLoaders({ users, posts, reactions }: ReadTables, maxBatchSize = Infinity): RecordLoaders {
  const likes = new DataLoader<LikesRequest, LikesPage, string>(
    (requests) => {
      likes.clearAll()
      return Promise.all(requests.map((request) => reactions.pageOfLikes(...request)))
    },
    { cacheKeyFn: (request) => JSON.stringify(request) },
  )
  return {
    likes,
    users: createLoader((ids) => users.getSummaries(ids)),
    bios: createLoader((ids) => users.getBios(ids), maxBatchSize),
    posts: createLoader((ids) => posts.getMany(ids), maxBatchSize),
  }
}

/** Returns what one operation uses that reads in another way, and shares nothing with others. */
function readingBy(service: ServiceContext & SharedByOperations, wrap: WrapReads): typeof service {
  const read = wrap(service.store.read)
  return { ...service, ...createRecordLoaders(read, MAX_PAGE_SIZE), store: { ...service.store, read } }
}

function staleReadsOf({ read, staleReads }: Store, wrap: WrapReads | undefined): StaleReads | undefined {
  if (!staleReads || !wrap) return staleReads
  const { users, posts } = staleReads
  return wrap({ ...read, users: { ...read.users, ...users }, posts: { ...read.posts, ...posts } })
}

export function createContext(
  shared: ServiceContext & SharedByOperations,
  { lastEventId = null, wrapReads, onStaleRead }: ContextOptions,
): Context {
  const service = wrapReads ? readingBy(shared, wrapReads) : shared
  const { read } = service.store
  const staleReads = (onStaleRead && staleReadsOf(shared.store, wrapReads)) ?? read
  let viewer: Promise<UserRow> | undefined
  /** The id of the viewer of a change, so that its response does not read them again. */
  let knownViewerId: string | undefined

  const context: Context = {
    ...service,
    readStale() {
      onStaleRead?.()
      return staleReads
    },
    requireViewer: () => (viewer ??= requireViewer(context).catch(forgetViewer)),
    viewerId: async () => knownViewerId ?? context.requireViewer().then(({ id }) => id, nullIfRefused),
    onChange(viewerId) {
      knownViewerId = viewerId
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
    reactions: ofViewer((viewerId, postIds) => read.reactions.ofUser(viewerId, postIds)),
    bookmarks: ofViewer((viewerId, postIds) => read.bookmarks.ofUser(viewerId, postIds)),
    follows: ofViewer((viewerId, userIds) => read.follows.ofFollower(viewerId, userIds)),
  }
  return context

  /** A subscription uses its context for a long time: after a failure, the next event reads the viewer again. */
  function forgetViewer(reason: unknown): never {
    viewer = undefined
    throw reason
  }

  function ofViewer<Row>(load: (viewerId: string, ids: readonly string[]) => Promise<(Row | undefined)[]>) {
    return createLoader(async (ids) => {
      const viewerId = await context.viewerId()
      return viewerId === null ? ids.map(() => undefined) : load(viewerId, ids)
    })
  }
}

/** Batches, but caches nothing after a load: of several mutations in a document, each must return its own result. */
function createLoader<Row>(load: (ids: readonly string[]) => Promise<(Row | undefined)[]>, maxBatchSize = Infinity) {
  const loader = new DataLoader<string, Row | undefined>(
    (ids) => {
      loader.clearAll()
      return load(ids)
    },
    { maxBatchSize },
  )
  return loader
}
