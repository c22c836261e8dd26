/**
 * Notifications of likes, replies, mentions and follows. Their rows are derived from the others: whenever a post or a user
 * has changed, the notifications about them are computed again, and the stored rows are made to match. So an act that is
 * undone takes its notification back.
 */

import { dayOf } from '../../shared/dates.ts'
import { eventOf, EVENT_LIFETIME_MS } from '../events/events.ts'
import { DAY_MS } from '../lib/dates.ts'
import { idAt, instantOf } from '../lib/ids.ts'
import type { ReadTables, Tables } from '../store/port.ts'
import type { NotificationRow, PostRow } from '../store/rows.ts'
import type { CursorOf, RowOf } from '../store/tables.ts'
import { badInput } from './errorCatalogue.ts'
import {
  changeAsViewer,
  transactAndPublish,
  type ChangeContext,
  type Dependencies,
  type ServiceContext,
} from './serviceContext.ts'

export type NotificationKind = NotificationRow['kind']

export const notificationKinds: readonly NotificationKind[] = ['like', 'reply', 'mention', 'follow']

/** The most users of a notification that are named. */
export const MAX_ACTORS = 4

/** How long a notification is kept. */
export const NOTIFICATION_LIFETIME_MS = 90 * DAY_MS

/** The most notifications of a user. The oldest go. */
const MAX_NOTIFICATIONS = 1000

/** What is older is not pushed: it was restored, or stored while no process ran. */
const PUSHED_MS = 60_000

/** The number of events that one transaction deals with. */
const STEP = 100

/** The key in `meta` of the number of the last event that was dealt with. */
const NOTIFIED_EVENT = 'notifiedEvent'

export type Notifier = (signal?: AbortSignal) => Promise<void>

/** What a user is to be told: the columns that make up its row. */
type Wanted = Pick<NotificationRow, 'userId' | 'kind' | 'subject' | 'postId' | 'actorCount' | 'updatedAt'>

/**
 * Creates a function that brings the notifications up to date with the events that were stored since its last call, by any
 * process. Call it when there are new events.
 */
export function createNotifier(deps: Dependencies): Notifier {
  const { store } = deps
  const isBehind = async () =>
    (await store.read.events.lastNumber()) > Number((await store.read.meta.get(NOTIFIED_EVENT)) ?? 0)
  const step = async (tx: Tables, { publish }: Pick<ChangeContext, 'publish'>) => {
    const rows = await tx.events.after(Number((await tx.meta.get(NOTIFIED_EVENT)) ?? 0), STEP)
    const pushed: NotificationRow[] = []
    const last = rows.at(-1)
    if (!last) return pushed
    const { postIds, userIds, restorableIds } = subjectsOf(rows)
    const told = new Set<string>()
    const update: Update = {
      tx,
      now: deps.clock(),
      newId: deps.ids,
      onChange: (userId) => told.add(userId),
      onPush: (row) => pushed.push(row),
      isRestored: false,
    }
    for (const postId of postIds) {
      const existing = await notificationsOfPost(tx, postId)
      const wanted = await wantedOfPost(tx, postId, existing)
      await match({ ...update, isRestored: restorableIds.has(postId) }, existing, wanted)
    }
    for (const userId of userIds) {
      const existing = await followNotifications(tx, userId)
      await match(update, existing, await wantedOfFollows(tx, userId, existing))
    }
    for (const userId of told) publish('notificationsChanged', { userId })
    await tx.meta.put(NOTIFIED_EVENT, last.number)
    return pushed
  }
  // One process after the other: the next one finds nothing left to do. What a power cut takes is derived again.
  const options = { isExclusive: true, durability: 'relaxed' } as const
  return async (signal) => {
    for (;;) {
      if (signal?.aborted || !(await isBehind())) return
      const pushed = await transactAndPublish(deps, step, options)
      if (pushed.length > 0) deps.push?.deliver(pushed)
    }
  }
}

/** Returns the posts and users about which there may be something new to tell, and which posts may have been restored. */
function subjectsOf(rows: readonly RowOf<'events'>[]) {
  const [postIds, userIds, restorableIds] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const row of rows) {
    const { topic, payload } = eventOf(row) ?? {}
    // A like, a new number of replies and an edit are changes of a post.
    if (payload && 'authorId' in payload) postIds.add(payload.postId)
    else if (topic === 'userChanged' && payload && 'userId' in payload) userIds.add(payload.userId)
    // The event of a new reply is also that of a restored one.
    if (payload && 'postId' in payload && (topic === 'postRestored' || topic === 'replyCreated'))
      restorableIds.add(payload.postId)
  }
  return { postIds, userIds, restorableIds }
}

async function notificationsOfPost(tx: ReadTables, postId: string): Promise<NotificationRow[]> {
  const page = await tx.notifications.page('byPost', { of: postId, limit: Infinity })
  return page.map(({ row }) => row)
}

const subjectOf = (kind: NotificationKind, ...parts: readonly string[]) => [kind, ...parts].join(' ')

async function wantedOfPost(tx: ReadTables, postId: string, existing: readonly NotificationRow[]): Promise<Wanted[]> {
  const post = await tx.posts.get(postId)
  const [author] = post?.state === 'shown' ? await tx.users.getSummaries([post.authorId]) : []
  if (!post || author?.state !== 'active') return []
  const at = { postId, actorCount: 1, updatedAt: post.editedAt ?? post.createdAt }
  const parent = post.parentId === null ? undefined : await tx.posts.get(post.parentId)
  const wanted = new Map<string, Wanted>()
  if (parent && parent.authorId !== author.id)
    wanted.set(parent.authorId, {
      ...at,
      userId: parent.authorId,
      kind: 'reply',
      subject: subjectOf('reply', postId),
      updatedAt: post.createdAt,
    })
  for (const { userId } of post.mentions) {
    if (userId === author.id || wanted.has(userId)) continue
    wanted.set(userId, { ...at, userId, kind: 'mention', subject: subjectOf('mention', postId) })
  }
  return [...wanted.values(), ...(await wantedOfLikes(tx, post, existing))]
}

/** The likes of a post are grouped by day. */
async function wantedOfLikes(
  tx: ReadTables,
  { id: postId, authorId }: PostRow,
  existing: readonly NotificationRow[],
): Promise<Wanted[]> {
  const own = await tx.reactions.get([postId, authorId])
  const ownLike = own?.kind === 'like' ? own : undefined
  const latest = await tx.reactions.page('byKind', { of: [postId, 'like'], limit: 2 })
  const last = latest.find(({ row }) => row.userId !== authorId)?.row
  return wantedByDay('like', { userId: authorId, postId }, existing, last?.id, async (range) => {
    const count = await tx.reactions.count('byKind', { of: [postId, 'like'], ...range })
    return count - Number(ownLike !== undefined && ownLike.id > range.after.id && ownLike.id < range.before.id)
  })
}

async function followNotifications(tx: ReadTables, userId: string): Promise<NotificationRow[]> {
  const page = await tx.notifications.page('bySubject', {
    of: userId,
    after: { subject: subjectOf('follow', '') },
    direction: 'ascending',
    limit: NOTIFICATION_LIFETIME_MS / DAY_MS + 1,
  })
  return page.flatMap(({ row }) => (row.kind === 'follow' ? [row] : []))
}

/** New followers are grouped by day. */
async function wantedOfFollows(
  tx: ReadTables,
  userId: string,
  existing: readonly NotificationRow[],
): Promise<Wanted[]> {
  const [latest] = await tx.follows.page('byFollowee', { of: userId, limit: 1 })
  return wantedByDay('follow', { userId, postId: null }, existing, latest?.row.id, (range) =>
    tx.follows.count('byFollowee', { of: userId, ...range }),
  )
}

/** The ids of a day, between two of which no act has. */
interface DayRange {
  after: { id: string }
  before: { id: string }
}

/** Returns the range of ids of a day. */
export function idsOfDay(day: string): DayRange {
  const start = Date.parse(day)
  return { after: { id: idAt(start, () => 0) }, before: { id: idAt(start + DAY_MS, () => 0) } }
}

/** Returns the day of a notification about the acts of a day. */
export function dayOfSubject({ subject }: Pick<NotificationRow, 'subject'>): string {
  return subject.slice(subject.lastIndexOf(' ') + 1)
}

async function wantedByDay(
  kind: 'like' | 'follow',
  about: Pick<Wanted, 'userId' | 'postId'>,
  existing: readonly NotificationRow[],
  lastId: string | undefined,
  count: (range: DayRange) => Promise<number>,
): Promise<Wanted[]> {
  const told = existing.filter((row) => row.kind === kind)
  const lastAt = lastId === undefined ? undefined : instantOf(lastId)
  const times = new Map(told.map((row) => [dayOfSubject(row), row.updatedAt]))
  if (lastAt !== undefined) times.set(dayOf(lastAt), lastAt)
  const wanted: Wanted[] = []
  for (const [day, updatedAt] of times) {
    const actorCount = await count(idsOfDay(day))
    const subject = subjectOf(kind, about.postId ?? '', day)
    if (actorCount > 0) wanted.push({ ...about, kind, subject, actorCount, updatedAt })
  }
  return wanted
}

interface Update {
  tx: Tables
  now: number
  newId: () => string
  /** Called with the id of each user whose notifications have changed. */
  onChange: (userId: string) => void
  /** Called with each row that devices are to show. */
  onPush: (row: NotificationRow) => void
  /** Whether the post may have been restored, whose rows went when it was deleted. */
  isRestored: boolean
}

function nameOf({ userId, subject }: Pick<NotificationRow, 'userId' | 'subject'>): string {
  return `${userId} ${subject}`
}

/** Makes the existing rows match the wanted ones. */
async function match(
  { tx, now, newId, onChange, onPush, isRestored }: Update,
  existing: readonly NotificationRow[],
  wanted: readonly Wanted[],
): Promise<void> {
  const rows = new Map(existing.map((row) => [nameOf(row), row]))
  for (const one of wanted) {
    const row = rows.get(nameOf(one))
    rows.delete(nameOf(one))
    if (row) {
      const { kind, actorCount, updatedAt } = one
      const isOfDay = kind === 'like' || kind === 'follow'
      const hasMore = isOfDay && (updatedAt > row.updatedAt || actorCount > row.actorCount)
      if (!hasMore && actorCount === row.actorCount) continue
      const isNews = hasMore && (await isTold(tx, one))
      const set = isNews ? { actorCount, updatedAt, readAt: null } : { actorCount }
      const patched = await tx.notifications.patch([row.userId, row.subject], { set })
      onChange(row.userId)
      // A post that 10,000 like is pushed some 14 times.
      const isPushed = isNews && (row.readAt !== null || hasDoubled(row.actorCount, actorCount))
      if (patched && isPushed) onPush(patched)
    } else if ((isRestored || one.updatedAt > now - EVENT_LIFETIME_MS) && (await isTold(tx, one))) {
      // What is older was dealt with when it happened, and its row may be gone since.
      const added = { ...one, id: newId(), readAt: null }
      await tx.notifications.insertIfNew(added)
      await removeOldest(tx, one.userId)
      onChange(one.userId)
      if (one.updatedAt > now - PUSHED_MS) onPush(added)
    }
  }
  for (const { userId, subject } of rows.values()) {
    await tx.notifications.remove([userId, subject])
    onChange(userId)
  }
}

/** Whether a count has passed a power of two. */
function hasDoubled(from: number, to: number): boolean {
  return Math.floor(Math.log2(to)) > Math.floor(Math.log2(from))
}

/** Whether the user is there, and wants to be told of such acts. */
async function isTold(tx: Tables, { userId, kind }: Wanted): Promise<boolean> {
  const [user, [muted]] = await Promise.all([
    tx.users.lock(userId, 'reference'),
    tx.mutedKinds.getMany([[userId, kind]]),
  ])
  return user !== undefined && muted === undefined
}

async function removeOldest(tx: Tables, userId: string): Promise<void> {
  const excess = (await tx.notifications.count('byUser', { of: userId })) - MAX_NOTIFICATIONS
  if (excess <= 0) return
  const oldest = await tx.notifications.page('byUser', { of: userId, limit: excess, direction: 'ascending' })
  await tx.notifications.remove(...oldest.map(({ row }) => keyOfNotification(row)))
}

export function keyOfNotification({ userId, subject }: NotificationRow): [userId: string, subject: string] {
  return [userId, subject]
}

/** Returns the number of notifications that a user has not read. */
export async function unreadCount(tx: ReadTables, userId: string): Promise<number> {
  return tx.notifications.count('unread', { of: userId })
}

/** The number of rows that are read or marked at once. */
const PAGE = 100

/**
 * Marks notifications of the viewer as read: those with these ids, or all. Returns those that were marked, of all only the
 * latest.
 */
export async function markNotificationsRead(
  ctx: ServiceContext,
  ids: readonly string[] | null,
): Promise<{ userId: string; marked: NotificationRow[] }> {
  if (ids && ids.length > PAGE) throw badInput('ids', `must not have more than ${PAGE} ids`)
  const work = async ({ tx, viewer, now, publish }: ChangeContext) => {
    const marked: NotificationRow[] = []
    const mark = async (rows: readonly NotificationRow[]) => {
      for (const row of rows) {
        const patched = await tx.notifications.patch(keyOfNotification(row), { set: { readAt: now } })
        if (patched && marked.length < PAGE) marked.push(patched)
      }
    }
    if (ids) {
      const pages = await tx.notifications.pages(
        'byId',
        ids.map((of) => ({ of, limit: 1 })),
      )
      const found = pages.flat().map(({ row }) => row)
      await mark(found.filter(({ userId, readAt }) => userId === viewer.id && readAt === null))
    } else {
      const unread = async () => tx.notifications.page('unread', { of: viewer.id, limit: PAGE })
      for (let page = await unread(); page.length > 0; page = await unread()) await mark(page.map(({ row }) => row))
    }
    if (marked.length > 0) publish('notificationsChanged', { userId: viewer.id })
    return { userId: viewer.id, marked }
  }
  return changeAsViewer(ctx, work, { limitedAs: 'toggle' })
}

/** Returns the kinds of notifications that a user wants. */
export async function kindsOf(tx: ReadTables, userId: string): Promise<NotificationKind[]> {
  const muted = await tx.mutedKinds.getMany(notificationKinds.map((kind) => [userId, kind]))
  return notificationKinds.filter((_kind, index) => muted[index] === undefined)
}

/** Sets which kinds of notifications the viewer wants. Those that are there stay. Returns the viewer's id. */
export async function setNotificationKinds(ctx: ServiceContext, kinds: readonly NotificationKind[]): Promise<string> {
  const work = async ({ tx, viewer }: ChangeContext) => {
    for (const kind of notificationKinds) {
      if (kinds.includes(kind)) await tx.mutedKinds.remove([viewer.id, kind])
      else await tx.mutedKinds.insertIfNew({ userId: viewer.id, kind })
    }
    return viewer.id
  }
  return changeAsViewer(ctx, work, { limitedAs: 'edit' })
}

/** Reads a page of the notifications of a user, of some kinds only, the latest first. */
export async function pageOfNotifications(
  tx: ReadTables,
  userId: string,
  kinds: readonly NotificationKind[],
  { after, limit }: { after?: CursorOf<'notifications', 'byUser'> | undefined; limit: number },
) {
  const found: Awaited<ReturnType<typeof read>> = []
  const read = (from: typeof after) => tx.notifications.page('byUser', { of: userId, after: from, limit: PAGE })
  // A user has few rows: they are walked.
  for (let from = after; found.length < limit;) {
    const page = await read(from)
    found.push(...page.filter(({ row }) => kinds.includes(row.kind)))
    from = page.at(-1)?.cursor
    if (page.length < PAGE) break
  }
  return found.slice(0, limit)
}
