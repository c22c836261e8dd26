/** The rows of the tables (`tables.ts`), and parts of them. */

import { keyof, type InferOutput } from 'valibot'

import { NOBODY, profile, type RowOf, type TableName } from './tables.ts'

/** The rows of each table. */
export type Rows = { [Table in TableName]: RowOf<Table> }
/** Rows of some tables. */
export type TableRows = { readonly [Table in TableName]?: readonly Rows[Table][] }

export type UserRow = Rows['users']
export type PostRow = Rows['posts']
export type ReactionRow = Rows['reactions']
export type BookmarkRow = Rows['bookmarks']
export type FollowRow = Rows['follows']
export type FileRow = Rows['files']
export type FileUseRow = Rows['fileUses']
export type NotificationRow = RowOf<'notifications'>
export type IdempotencyKeyRow = RowOf<'idempotencyKeys'>
export type PushSubscriptionRow = RowOf<'pushSubscriptions'>

export type EventRow = RowOf<'events'>
/** An event without the number that it gets when it is stored. */
export type NewEvent = Omit<EventRow, 'number'>

/** A user without the columns that may be long: what is read of the author of each post. */
export type UserSummary = Omit<UserRow, 'bio' | 'extra'>

export type Profile = InferOutput<typeof profile>

/** The names of the columns of a profile. */
export const profileColumns = keyof(profile).options

/** The profile of a user who has not edited it. */
export const emptyProfile: Profile = { bio: '', portfolioUrl: '', avatarUrl: '' }

/** The details of a picture or video of which only the URL and the type are known. */
export const noMediaDetails = { mediaWidth: null, mediaHeight: null, mediaAlt: '' }

/** The media fields of a post without a picture or video. */
export const noMedia = { mediaUrl: '', mediaType: '', ...noMediaDetails }

/** What a post has at first, besides its content. */
export const newPost: Pick<
  PostRow,
  'mentions' | 'likeCount' | 'editedAt' | 'state' | 'deletedAt' | 'parentId' | 'replyCount'
> = { mentions: [], likeCount: 0, editedAt: null, state: 'shown', deletedAt: null, parentId: null, replyCount: 0 }

/** What remains of a post that is gone: the place of its replies. */
export const goneContent: Omit<PostRow, 'id' | 'createdAt' | 'updatedAt' | 'parentId' | 'replyCount'> = {
  ...noMedia,
  state: 'gone',
  authorId: NOBODY,
  content: '',
  mentions: [],
  likeCount: 0,
  editedAt: null,
  deletedAt: null,
}

/** A post that is gone and whose last reply was removed: housekeeping purges it, too. */
export const unanswered: Pick<PostRow, 'state' | 'deletedAt'> = { state: 'deleted', deletedAt: 0 }
