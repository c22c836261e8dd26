import type { Rows } from '../databases.ts'
import type { MutationName, Outcome } from '../inPage/randomChanges.ts'
import { doesFollow, isBy, isOf } from './outcomes.ts'

/** Returns whether the error can have been right at some time between request and response. */
export function hasReason(before: Rows, outcome: Outcome, done: readonly Outcome[]): boolean {
  const { errorCode, by, of, startedAt, endedAt } = outcome
  const possibly = (mutation: MutationName) =>
    done.filter(isBy(mutation, outcome)).filter((other) => other.startedAt <= endedAt).length
  const surely = (mutation: MutationName) =>
    done.filter(isBy(mutation, outcome)).filter((other) => other.endedAt < startedAt).length
  const followed = Number(doesFollow(before, outcome))
  switch (errorCode) {
    case 'ALREADY_LIKED':
      return possibly('likePost') > 0 && possibly('likePost') >= surely('dislikePost')
    case 'ALREADY_DISLIKED':
      return possibly('dislikePost') > 0 && possibly('dislikePost') >= surely('likePost')
    case 'NO_LIKES_LEFT':
      return (
        (before.posts.find(({ id }) => id === of)?.likeCount ?? 0) === 0 ||
        done.some(({ counts }) => counts[`likeCount of ${of}`] === 0)
      )
    case 'ALREADY_BOOKMARKED':
      return possibly('addBookmark') > surely('removeBookmark')
    case 'NOT_BOOKMARKED':
      return surely('addBookmark') <= possibly('removeBookmark')
    case 'ALREADY_FOLLOWING':
      return followed + possibly('followUser') > surely('unfollowUser')
    case 'NOT_FOLLOWING':
      return followed + surely('followUser') <= possibly('unfollowUser')
    case 'CANNOT_FOLLOW_SELF':
      return by === of
    case 'NOT_POST_EDITOR':
    case 'NOT_POST_OWNER':
      return (
        !before.posts.some(({ id, authorId }) => id === of && authorId === by) &&
        !done.some(isBy('createPost', outcome))
      )
    case 'POST_NOT_FOUND':
      return done.some((other) => isOf('deletePost', of)(other) && other.startedAt <= endedAt)
    default:
      return false
  }
}
