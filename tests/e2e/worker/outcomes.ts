import type { Rows } from '../databases.ts'
import type { Deed, Outcome } from '../inPage/actor.ts'

/** A member, and a post or another member. */
export type Pair = Pick<Outcome, 'by' | 'of'>

/** Picks the outcomes of a deed done to this post or member. */
export function isOf(deed: Deed, of: string): (outcome: Outcome) => boolean {
  return (outcome) => outcome.deed === deed && outcome.of === of
}

/** Picks those of one member's doing. */
export function isBy(deed: Deed, { by, of }: Pair): (outcome: Outcome) => boolean {
  return (outcome) => outcome.deed === deed && outcome.of === of && outcome.by === by
}

export function doesFollow({ follows }: Rows, { by, of }: Pair): boolean {
  return follows.some(({ followerId, followeeId }) => followerId === by && followeeId === of)
}
