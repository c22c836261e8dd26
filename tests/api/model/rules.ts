import type { ErrorCode } from '../../errorCatalogue.ts'

/**
 * One step of a random run: a call by a user, or the start of the next day. The user may not have signed up yet. A post
 * is named by its number in the order of creation, from 0.
 */
export type Step =
  | { kind: 'nextDay' }
  | { kind: 'signUp'; by: string }
  | { kind: 'logIn'; by: string; isRight: boolean }
  | { kind: 'createPost'; by: string; text: string }
  | { kind: 'editPost'; by: string; post: number; text: string }
  | { kind: 'deletePost' | 'likePost' | 'dislikePost' | 'addBookmark' | 'removeBookmark'; by: string; post: number }
  | { kind: 'followUser' | 'unfollowUser'; by: string; target: string }
  | { kind: 'editProfile'; by: string; text: string; username: string }

interface User {
  bio: string
  createdOn: number
  updatedOn: number
}

interface Post {
  author: string
  content: string
  likeCount: number
  createdOn: number
  updatedOn: number
  isDeleted: boolean
}

/** A plain model of spec §4 and §5: unindexed lists in the order of creation. */
export interface Model {
  day: number
  users: Map<string, User>
  posts: Post[]
  reactions: { by: string; post: number; kind: 'like' | 'dislike' }[]
  bookmarks: { by: string; post: number }[]
  follows: { by: string; target: string }[]
}

export function emptyModel(): Model {
  return { day: 0, users: new Map(), posts: [], reactions: [], bookmarks: [], follows: [] }
}

/** Applies a step to the model. Returns the error with which the backend rejects it, or null. */
export function applyStep(model: Model, step: Step): ErrorCode | null {
  if (step.kind === 'nextDay') {
    model.day += 1
    return null
  }
  const user = model.users.get(step.by)
  if (step.kind === 'signUp') {
    if (user) return 'USERNAME_TAKEN'
    model.users.set(step.by, { bio: '', createdOn: model.day, updatedOn: model.day })
    return null
  }
  if (step.kind === 'logIn') {
    if (!user) return 'NOT_REGISTERED'
    return step.isRight ? null : 'CREDENTIALS_INVALID'
  }
  return user ? applyUserStep(model, user, step) : 'TOKEN_INVALID'
}

type UserStep = Exclude<Step, { kind: 'signUp' | 'nextDay' | 'logIn' }>

function applyUserStep(model: Model, user: User, step: UserStep): ErrorCode | null {
  switch (step.kind) {
    case 'createPost':
      model.posts.push({
        author: step.by,
        content: step.text,
        likeCount: 0,
        createdOn: model.day,
        updatedOn: model.day,
        isDeleted: false,
      })
      return null
    case 'editProfile':
      if (step.username !== step.by) return 'USERNAME_FIXED'
      Object.assign(user, { bio: step.text, updatedOn: model.day })
      return null
    case 'followUser':
    case 'unfollowUser':
      return applyFollowStep(model, user, step)
    default: {
      const post = model.posts[step.post]
      if (!post || post.isDeleted) return 'POST_NOT_FOUND'
      return applyPostStep(model, user, post, step)
    }
  }
}

function applyFollowStep(
  model: Model,
  user: User,
  { kind, by, target }: Extract<UserStep, { target: string }>,
): ErrorCode | null {
  if (kind === 'followUser' && target === by) return 'CANNOT_FOLLOW_SELF'
  const followee = model.users.get(target)
  if (!followee) return 'USER_NOT_FOUND'
  const existing = model.follows.find((follow) => follow.by === by && follow.target === target)
  if (kind === 'followUser') {
    if (existing) return 'ALREADY_FOLLOWING'
    model.follows.push({ by, target })
  } else {
    if (!existing) return 'NOT_FOLLOWING'
    model.follows = model.follows.filter((follow) => follow !== existing)
  }
  user.updatedOn = followee.updatedOn = model.day
  return null
}

function applyPostStep(
  model: Model,
  user: User,
  post: Post,
  step: Extract<UserStep, { post: number }>,
): ErrorCode | null {
  const matches = (row: { by: string; post: number }) => row.by === step.by && row.post === step.post
  const reaction = model.reactions.find(matches)
  const bookmark = model.bookmarks.find(matches)
  switch (step.kind) {
    case 'editPost':
      if (post.author !== step.by) return 'NOT_POST_EDITOR'
      Object.assign(post, { content: step.text, updatedOn: model.day })
      return null
    case 'deletePost':
      if (post.author !== step.by) return 'NOT_POST_OWNER'
      post.isDeleted = true
      model.bookmarks = model.bookmarks.filter((row) => row.post !== step.post)
      return null
    case 'likePost':
    case 'dislikePost': {
      const kind = step.kind === 'likePost' ? 'like' : 'dislike'
      if (kind === 'dislike' && post.likeCount === 0) return 'NO_LIKES_LEFT'
      if (reaction?.kind === kind) return kind === 'like' ? 'ALREADY_LIKED' : 'ALREADY_DISLIKED'
      post.likeCount += kind === 'like' ? 1 : -1
      post.updatedOn = model.day
      model.reactions = [...model.reactions.filter((row) => row !== reaction), { by: step.by, post: step.post, kind }]
      return null
    }
    case 'addBookmark':
      if (bookmark) return 'ALREADY_BOOKMARKED'
      model.bookmarks.push({ by: step.by, post: step.post })
      user.updatedOn = model.day
      return null
    default:
      if (!bookmark) return 'NOT_BOOKMARKED'
      model.bookmarks = model.bookmarks.filter((row) => row !== bookmark)
      user.updatedOn = model.day
      return null
  }
}
