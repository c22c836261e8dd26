import type { Rows } from '../databases.ts'
import type { MutationName, Outcome } from '../inPage/randomChanges.ts'
import { doesFollow, isBy, isOf, type Pair } from './outcomes.ts'
import { hasReason } from './reasons.ts'

/**
 * Describes how the outcomes contradict a serial order of the changes. Empty if they do not: the returned counts are
 * steps from the count before to the count after, bookmarks, follows and reactions alternate, every text is stored or
 * overwritten, deleted posts do not exist, and every error had a reason.
 */
export function contradictionsIn(before: Rows, after: Rows, outcomes: readonly Outcome[]): string[] {
  const done = outcomes.filter(({ errorCode }) => errorCode === null)
  return [
    ...brokenCounts(before, after, done),
    ...brokenPairs(before, after, done),
    ...brokenPosts(before, after, done),
    ...brokenBios(before, after, done),
    ...outcomes.filter((outcome) => outcome.errorCode !== null && !hasReason(before, outcome, done)).map(describe),
  ]
}

const describe = ({ errorCode, ...outcome }: Outcome) => `${errorCode ?? 'done'}: ${JSON.stringify(outcome)}`

/** The mutations that lower a count. */
const lowering: ReadonlySet<MutationName> = new Set(['dislikePost', 'unfollowUser', 'deletePost'])

/** Returns every stored count by a name such as `likeCount of 0197…`. */
function countsOf({ users, posts }: Rows): Map<string, number> {
  return new Map([
    ...posts.map(({ id, likeCount }) => [`likeCount of ${id}`, likeCount] as const),
    ...users.flatMap(({ id, ...user }) =>
      (['postCount', 'followerCount', 'followingCount'] as const).map(
        (name) => [`${name} of ${id}`, user[name]] as const,
      ),
    ),
  ])
}

/** Finds lost and doubled updates: both appear as two steps from the same count. */
function brokenCounts(before: Rows, after: Rows, done: readonly Outcome[]): string[] {
  const [first, last] = [countsOf(before), countsOf(after)]
  const steps = done.flatMap(({ mutation, counts }) =>
    Object.entries(counts).map(([of, to]) => ({ of, to, by: lowering.has(mutation) ? -1 : 1 })),
  )
  return [...new Set([...last.keys(), ...steps.map(({ of }) => of)])].flatMap((of) => {
    const taken = steps.filter((step) => step.of === of)
    const start = first.get(of) ?? 0
    const end = start + taken.reduce((sum, { by }) => sum + by, 0)
    const isKept = !last.has(of) || last.get(of) === end
    return isKept && isPath(start, end, taken)
      ? []
      : [`${of}: from ${start} to ${last.get(of)} by ${taken.map(({ to }) => to).join()}`]
  })
}

/** Returns whether the steps can form one path from `start` to `end`: each gap is crossed as often as that needs. */
function isPath(start: number, end: number, steps: readonly { to: number; by: number }[]): boolean {
  const low = Math.min(start, ...steps.map(({ to, by }) => Math.min(to, to - by)))
  const high = Math.max(start, ...steps.map(({ to, by }) => Math.max(to, to - by)))
  for (let gap = low; gap < high; gap += 1) {
    const crossed = steps.filter(({ to, by }) => Math.min(to, to - by) === gap)
    const expected = Number(start <= gap && gap < end) - Number(end <= gap && gap < start)
    if (crossed.length === 0 || crossed.reduce((sum, { by }) => sum + by, 0) !== expected) return false
  }
  return true
}

/** Finds bookmarks, follows and reactions that do not match the changes of their user. */
function brokenPairs(before: Rows, after: Rows, done: readonly Outcome[]): string[] {
  const exists = (postId: string) => after.posts.some(({ id }) => id === postId)
  const pairs = new Map(done.map(({ by, of }) => [`${by} ${of}`, { by, of }]))
  return [...pairs.values()].flatMap((pair) => {
    const times = (mutation: MutationName) => done.filter(isBy(mutation, pair)).length
    const [likes, dislikes] = [times('likePost'), times('dislikePost')]
    const bookmarks = times('addBookmark') - times('removeBookmark')
    const follows = Number(doesFollow(before, pair)) + times('followUser') - times('unfollowUser')
    const reaction = after.reactions.find(({ userId, postId }) => userId === pair.by && postId === pair.of)?.kind
    const possible = {
      like: likes > 0 && likes >= dislikes,
      dislike: dislikes > 0 && dislikes >= likes,
      nothing: likes + dislikes === 0,
    }
    const isReactionRight = Math.abs(likes - dislikes) <= 1 && (!exists(pair.of) || possible[reaction ?? 'nothing'])
    const isBookmarkRight = exists(pair.of)
      ? bookmarks === Number(hasBookmark(after, pair))
      : bookmarks === 0 || bookmarks === 1
    const isRight = isReactionRight && isBookmarkRight && follows === Number(doesFollow(after, pair))
    return isRight
      ? []
      : [`${JSON.stringify(pair)}: ${JSON.stringify({ likes, dislikes, reaction, bookmarks, follows })}`]
  })
}

const hasBookmark = ({ bookmarks }: Rows, { by, of }: Pair) =>
  bookmarks.some(({ userId, postId }) => userId === by && postId === of)

/** Finds posts that are missing, that should have been deleted, or whose text a later edit replaced. */
function brokenPosts(before: Rows, after: Rows, done: readonly Outcome[]): string[] {
  const made = done.filter(({ mutation }) => mutation === 'createPost')
  const expected = [...before.posts.map(({ id }) => id), ...made.map(({ of }) => of)].filter(
    (id) => !done.some(isOf('deletePost', id)),
  )
  const wrong = [...new Set([...expected, ...after.posts.map(({ id }) => id)])].filter((id) => {
    const post = after.posts.find((row) => row.id === id)
    const original = before.posts.find((row) => row.id === id)?.content ?? made.find(({ of }) => of === id)?.text
    return (
      !post ||
      !expected.includes(id) ||
      !possibleTexts(original, done.filter(isOf('editPost', id))).includes(post.content)
    )
  })
  const late = done.flatMap((outcome) => {
    const deletion = done.find(isOf('deletePost', outcome.of))
    return deletion && deletion !== outcome && deletion.endedAt < outcome.startedAt
      ? [`after the deletion, ${describe(outcome)}`]
      : []
  })
  const twice = done.filter(
    (outcome) => outcome.mutation === 'deletePost' && done.filter(isOf('deletePost', outcome.of)).length > 1,
  )
  return [
    ...wrong.map((id) => `post ${id} is missing, left over or has an outdated text`),
    ...late,
    ...twice.map((outcome) => `twice: ${describe(outcome)}`),
  ]
}

/** Finds bios that a later edit replaced. */
function brokenBios(before: Rows, after: Rows, done: readonly Outcome[]): string[] {
  return after.users
    .filter(
      ({ id, bio }) =>
        !possibleTexts(before.users.find((row) => row.id === id)?.bio, done.filter(isOf('editProfile', id))).includes(
          bio,
        ),
    )
    .map(({ username, bio }) => `the bio of ${username} is '${bio}'`)
}

/** Returns the texts that can be stored at the end: those of edits after whose end no other edit started. */
function possibleTexts(original: string | undefined, edits: readonly Outcome[]): (string | undefined)[] {
  if (edits.length === 0) return [original]
  return edits.filter(({ endedAt }) => !edits.some(({ startedAt }) => startedAt > endedAt)).map(({ text }) => text)
}
