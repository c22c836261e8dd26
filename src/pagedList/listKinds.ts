import { isReference, type FieldFunctionOptions, type Reference } from '@apollo/client'

type ReadField = FieldFunctionOptions['readField']

export interface ListKind {
  /** The type that has the field. */
  parent: 'Query' | 'Post' | 'User'
  field: string
  /** The arguments that select and order the rows: variables of the list's query with the same names. */
  args?: readonly string[]
  rows: 'posts' | 'replies' | 'people' | 'notifications'
  /** Whether a new post comes first in it, if it is in the order `LATEST`. */
  isTimeline?: boolean
  /** Returns whether the viewer has taken a row out of the list. The row stays while the list is on screen. */
  isTakenOut?: (row: Reference, readField: ReadField) => boolean
}

const declare = <Kinds extends Record<string, ListKind>>(kinds: Kinds): Record<keyof Kinds, ListKind> => kinds

/** Every kind of paged list. Its cache policy, and what changes do to it, derive from its entry. */
export const listKinds = declare({
  posts: { parent: 'Query', field: 'posts', args: ['orderBy'], rows: 'posts', isTimeline: true },
  feed: {
    parent: 'Query',
    field: 'feed',
    args: ['orderBy'],
    rows: 'posts',
    isTimeline: true,
    isTakenOut(post, readField) {
      const author = readField('author', post)
      if (!isReference(author)) return false
      return readField('viewerIsFollowing', author) === false && readField('isViewer', author) === false
    },
  },
  userPosts: { parent: 'User', field: 'posts', args: ['orderBy'], rows: 'posts', isTimeline: true },
  userReplies: { parent: 'User', field: 'replies', rows: 'posts' },
  userMedia: { parent: 'User', field: 'mediaPosts', rows: 'posts' },
  /** The replies to a post, the oldest first: a new one comes last. */
  replies: { parent: 'Post', field: 'replies', rows: 'replies' },
  postsByTag: { parent: 'Query', field: 'postsByTag', args: ['tag', 'orderBy'], rows: 'posts' },
  searchPosts: { parent: 'Query', field: 'searchPosts', args: ['text', 'scope'], rows: 'posts' },
  bookmarks: {
    parent: 'Query',
    field: 'bookmarks',
    rows: 'posts',
    isTakenOut: (post, readField) => readField('viewerHasBookmarked', post) === false,
  },
  notifications: { parent: 'Query', field: 'notifications', args: ['kinds'], rows: 'notifications' },
  searchUsers: { parent: 'Query', field: 'searchUsers', args: ['text'], rows: 'people' },
  suggestions: { parent: 'Query', field: 'suggestions', rows: 'people' },
  followers: { parent: 'User', field: 'followers', rows: 'people' },
  following: { parent: 'User', field: 'following', rows: 'people' },
  likedBy: { parent: 'Post', field: 'likedBy', rows: 'people' },
})

export type ListName = keyof typeof listKinds
