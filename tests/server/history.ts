/** What a client learns of a change. `notDone`: it was refused for now, and changed nothing. */
export type Outcome = 'done' | 'refused' | 'notDone' | 'unknown'

/** A change of something that is there or not: a like, a bookmark, a follow, a post. */
export interface Change {
  /** Whether it is there afterwards. */
  puts: boolean
  outcome: Outcome
}

/**
 * Whether something is there, as one client knows it from what it was told. Changes that it sends at once may take effect
 * in any order.
 */
export class Presence {
  #possible: ReadonlySet<boolean>

  constructor(isThere: boolean) {
    this.#possible = new Set([isThere])
  }

  /** Adds changes that were sent at once. Returns whether they can have happened. */
  add(changes: readonly Change[]): boolean {
    const orders = changes.length === 2 ? [changes, changes.toReversed()] : [changes]
    this.#possible = new Set(
      orders.flatMap((order) => [...this.#possible].flatMap((state) => statesAfter(state, order))),
    )
    return this.#possible.size > 0
  }

  mayBe(isThere: boolean): boolean {
    return this.#possible.has(isThere)
  }
}

/** The states in which changes, one after the other, can leave a state; none if their outcomes are impossible. */
function statesAfter(state: boolean, [first, ...others]: readonly Change[]): boolean[] {
  if (!first) return [state]
  const { puts, outcome } = first
  const isChange = state !== puts
  const states = {
    done: isChange ? [puts] : [],
    refused: isChange ? [] : [state],
    notDone: [state],
    unknown: isChange ? [state, puts] : [state],
  }
  return states[outcome].flatMap((next) => statesAfter(next, others))
}
