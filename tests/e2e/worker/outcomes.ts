import type { Rows } from '../databases.ts'
import type { MutationName, Outcome } from '../inPage/randomChanges.ts'

/** A user, and a post or another user. */
export type Pair = Pick<Outcome, 'by' | 'of'>

/** Returns a predicate for the outcomes of a mutation of this post or user. */
export function isOf(mutation: MutationName, of: string): (outcome: Outcome) => boolean {
  return (outcome) => outcome.mutation === mutation && outcome.of === of
}

/** Returns a predicate for the outcomes of a mutation of this post or user by one user. */
export function isBy(mutation: MutationName, { by, of }: Pair): (outcome: Outcome) => boolean {
  return (outcome) => outcome.mutation === mutation && outcome.of === of && outcome.by === by
}

/** Returns whether the user follows the other user. */
export function doesFollow({ follows }: Rows, { by, of }: Pair): boolean {
  return follows.some(({ followerId, followeeId }) => followerId === by && followeeId === of)
}
