import type { Rows } from '../databases.ts'
import type { Deed, Outcome } from '../inPage/actor.ts'
import { doesFollow, isBy, isOf, type Pair } from './outcomes.ts'
import { hasReason } from './reasons.ts'

/**
 * Describes what in these outcomes and rows no serial order of the changes explains. Empty if there is one: the
 * returned counts are steps from the count before to the count after, bookmarks, follows and reactions alternate, every
 * text is stored or overwritten, deleted posts are gone, and every error had a reason.
 */
export function contradictionsIn(before: Rows, after: Rows, outcomes: readonly Outcome[]): string[] {
  const done = outcomes.filter(({ refused }) => refused === null)
  return [
    ...brokenWalks(before, after, done),
    ...brokenPairs(before, after, done),
    ...brokenPosts(before, after, done),
    ...brokenBios(before, after, done),
    ...outcomes.filter((outcome) => outcome.refused !== null && !hasReason(before, outcome, done)).map(told),
  ]
}

const told = ({ refused, ...outcome }: Outcome) => `${refused ?? 'done'}: ${JSON.stringify(outcome)}`

const falling: ReadonlySet<Deed> = new Set(['dislikePost', 'unfollowUser', 'deletePost'])

/** Every stored count by its name, such as `likeCount of` and an id. */
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

/** Finds lost and doubled updates: both make two steps from the same number. */
function brokenWalks(before: Rows, after: Rows, done: readonly Outcome[]): string[] {
  const [first, last] = [countsOf(before), countsOf(after)]
  const steps = done.flatMap(({ deed, counts }) =>
    Object.entries(counts).map(([of, to]) => ({ of, to, by: falling.has(deed) ? -1 : 1 })),
  )
  return [...new Set([...last.keys(), ...steps.map(({ of }) => of)])].flatMap((of) => {
    const taken = steps.filter((step) => step.of === of)
    const start = first.get(of) ?? 0
    const end = start + taken.reduce((sum, { by }) => sum + by, 0)
    const isKept = !last.has(of) || last.get(of) === end
    return isKept && isWalk(start, end, taken)
      ? []
      : [`${of}: from ${start} to ${last.get(of)} by ${taken.map(({ to }) => to).join()}`]
  })
}

/**
 * Whether the steps form one path from `start` to `end`: every gap between is crossed as often as such a path needs.
 */
function isWalk(start: number, end: number, steps: readonly { to: number; by: number }[]): boolean {
  const low = Math.min(start, ...steps.map(({ to, by }) => Math.min(to, to - by)))
  const high = Math.max(start, ...steps.map(({ to, by }) => Math.max(to, to - by)))
  for (let gap = low; gap < high; gap += 1) {
    const crossed = steps.filter(({ to, by }) => Math.min(to, to - by) === gap)
    const expected = Number(start <= gap && gap < end) - Number(end <= gap && gap < start)
    if (crossed.length === 0 || crossed.reduce((sum, { by }) => sum + by, 0) !== expected) return false
  }
  return true
}

/** Finds bookmarks, follows and reactions that do not match their changes. */
function brokenPairs(before: Rows, after: Rows, done: readonly Outcome[]): string[] {
  const isThere = (postId: string) => after.posts.some(({ id }) => id === postId)
  const pairs = new Map(done.map(({ by, of }) => [`${by} ${of}`, { by, of }]))
  return [...pairs.values()].flatMap((pair) => {
    const times = (deed: Deed) => done.filter(isBy(deed, pair)).length
    const [likes, dislikes] = [times('likePost'), times('dislikePost')]
    const bookmarks = times('addBookmark') - times('removeBookmark')
    const follows = Number(doesFollow(before, pair)) + times('followUser') - times('unfollowUser')
    const said = after.reactions.find(({ userId, postId }) => userId === pair.by && postId === pair.of)?.kind
    const mayBe = {
      like: likes > 0 && likes >= dislikes,
      dislike: dislikes > 0 && dislikes >= likes,
      nothing: likes + dislikes === 0,
    }
    const isSaid = Math.abs(likes - dislikes) <= 1 && (!isThere(pair.of) || mayBe[said ?? 'nothing'])
    const isKept = isThere(pair.of)
      ? bookmarks === Number(hasBookmark(after, pair))
      : bookmarks === 0 || bookmarks === 1
    const isSo = isSaid && isKept && follows === Number(doesFollow(after, pair))
    return isSo ? [] : [`${JSON.stringify(pair)}: ${JSON.stringify({ likes, dislikes, said, bookmarks, follows })}`]
  })
}

const hasBookmark = ({ bookmarks }: Rows, { by, of }: Pair) =>
  bookmarks.some(({ userId, postId }) => userId === by && postId === of)

/** Finds posts that are missing, left over, or have a text that a later edit replaced. */
function brokenPosts(before: Rows, after: Rows, done: readonly Outcome[]): string[] {
  const made = done.filter(({ deed }) => deed === 'createPost')
  const expected = [...before.posts.map(({ id }) => id), ...made.map(({ of }) => of)].filter(
    (id) => !done.some(isOf('deletePost', id)),
  )
  const wrong = [...new Set([...expected, ...after.posts.map(({ id }) => id)])].filter((id) => {
    const post = after.posts.find((row) => row.id === id)
    const original = before.posts.find((row) => row.id === id)?.content ?? made.find(({ of }) => of === id)?.text
    return (
      !post || !expected.includes(id) || !standing(original, done.filter(isOf('editPost', id))).includes(post.content)
    )
  })
  const late = done.flatMap((outcome) => {
    const deletion = done.find(isOf('deletePost', outcome.of))
    return deletion && deletion !== outcome && deletion.ended < outcome.began
      ? [`after the deletion, ${told(outcome)}`]
      : []
  })
  const twice = done.filter(
    (outcome) => outcome.deed === 'deletePost' && done.filter(isOf('deletePost', outcome.of)).length > 1,
  )
  return [
    ...wrong.map((id) => `post ${id} is not as it should be`),
    ...late,
    ...twice.map((outcome) => `twice: ${told(outcome)}`),
  ]
}

function brokenBios(before: Rows, after: Rows, done: readonly Outcome[]): string[] {
  return after.users
    .filter(
      ({ id, bio }) =>
        !standing(before.users.find((row) => row.id === id)?.bio, done.filter(isOf('editProfile', id))).includes(bio),
    )
    .map(({ username, bio }) => `${username} says '${bio}'`)
}

/** The texts that may be stored now: those that no later edit surely replaced. */
function standing(original: string | undefined, edits: readonly Outcome[]): (string | undefined)[] {
  if (edits.length === 0) return [original]
  return edits.filter(({ ended }) => !edits.some(({ began }) => began > ended)).map(({ text }) => text)
}
