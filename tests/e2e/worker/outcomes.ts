import type { Rows } from '../databases.ts'
import type { Deed, Outcome } from '../inPage/actor.ts'

/** A user, and a post or another user. */
export type Pair = Pick<Outcome, 'by' | 'of'>

/** Selects the outcomes of a change of this post or user. */
export function isOf(deed: Deed, of: string): (outcome: Outcome) => boolean {
  return (outcome) => outcome.deed === deed && outcome.of === of
}

/** Selects those by one user. */
export function isBy(deed: Deed, { by, of }: Pair): (outcome: Outcome) => boolean {
  return (outcome) => outcome.deed === deed && outcome.of === of && outcome.by === by
}

export function doesFollow({ follows }: Rows, { by, of }: Pair): boolean {
  return follows.some(({ followerId, followeeId }) => followerId === by && followeeId === of)
}
