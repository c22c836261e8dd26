import type { ErrorCode } from '../../errorCatalogue.ts'

/** One call by one of a few members, some of whom may not have signed up; a post is named by its number, from 0. */
export type Step =
  | { kind: 'nextDay' }
  | { kind: 'signUp'; by: string }
  | { kind: 'logIn'; by: string; isRight: boolean }
  | { kind: 'createPost'; by: string; text: string }
  | { kind: 'editPost'; by: string; post: number; text: string }
  | { kind: 'deletePost' | 'likePost' | 'dislikePost' | 'addBookmark' | 'removeBookmark'; by: string; post: number }
  | { kind: 'followUser' | 'unfollowUser'; by: string; whom: string }
  | { kind: 'editProfile'; by: string; text: string; username: string }

interface Member {
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

/** Spec §4 and §5 in their plainest form: lists in the order things happened, searched from the start. */
export interface Model {
  day: number
  members: Map<string, Member>
  posts: Post[]
  reactions: { by: string; post: number; kind: 'like' | 'dislike' }[]
  bookmarks: { by: string; post: number }[]
  follows: { by: string; whom: string }[]
}

export function emptyModel(): Model {
  return { day: 0, members: new Map(), posts: [], reactions: [], bookmarks: [], follows: [] }
}

/** Plays one step: why it is refused, or null where it is done. */
export function play(model: Model, step: Step): ErrorCode | null {
  if (step.kind === 'nextDay') {
    model.day += 1
    return null
  }
  const member = model.members.get(step.by)
  if (step.kind === 'signUp') {
    if (member) return 'USERNAME_TAKEN'
    model.members.set(step.by, { bio: '', createdOn: model.day, updatedOn: model.day })
    return null
  }
  if (step.kind === 'logIn') {
    if (!member) return 'NOT_REGISTERED'
    return step.isRight ? null : 'CREDENTIALS_INVALID'
  }
  return member ? playAs(model, member, step) : 'TOKEN_INVALID'
}

type MemberStep = Exclude<Step, { kind: 'signUp' | 'nextDay' | 'logIn' }>

function playAs(model: Model, member: Member, step: MemberStep): ErrorCode | null {
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
      Object.assign(member, { bio: step.text, updatedOn: model.day })
      return null
    case 'followUser':
    case 'unfollowUser':
      return playFollow(model, member, step)
    default: {
      const post = model.posts[step.post]
      if (!post || post.isDeleted) return 'POST_NOT_FOUND'
      return playOnPost(model, member, post, step)
    }
  }
}

function playFollow(
  model: Model,
  member: Member,
  { kind, by, whom }: Extract<MemberStep, { whom: string }>,
): ErrorCode | null {
  if (kind === 'followUser' && whom === by) return 'CANNOT_FOLLOW_SELF'
  const other = model.members.get(whom)
  if (!other) return 'USER_NOT_FOUND'
  const known = model.follows.find((follow) => follow.by === by && follow.whom === whom)
  if (kind === 'followUser') {
    if (known) return 'ALREADY_FOLLOWING'
    model.follows.push({ by, whom })
  } else {
    if (!known) return 'NOT_FOLLOWING'
    model.follows = model.follows.filter((follow) => follow !== known)
  }
  member.updatedOn = other.updatedOn = model.day
  return null
}

function playOnPost(
  model: Model,
  member: Member,
  post: Post,
  step: Extract<MemberStep, { post: number }>,
): ErrorCode | null {
  const isThis = (row: { by: string; post: number }) => row.by === step.by && row.post === step.post
  const reaction = model.reactions.find(isThis)
  const bookmark = model.bookmarks.find(isThis)
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
      member.updatedOn = model.day
      return null
    default:
      if (!bookmark) return 'NOT_BOOKMARKED'
      model.bookmarks = model.bookmarks.filter((row) => row !== bookmark)
      member.updatedOn = model.day
      return null
  }
}
