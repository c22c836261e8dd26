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
 * in any order. One whose response was lost may take effect at any later time, as a server that lives goes on with it.
 */
export class Presence {
  #possible: ReadonlySet<boolean>
  /** What the changes whose responses were lost may still make of it. */
  readonly #late = new Set<boolean>()
  readonly #changes: Change[][] = []

  constructor(isThere: boolean) {
    this.#possible = new Set([isThere])
  }

  /** Adds changes that were sent at once. Returns whether they can have happened. */
  add(changes: readonly Change[]): boolean {
    this.#changes.push([...changes])
    for (const { puts, outcome } of changes) if (outcome === 'unknown') this.#late.add(puts)
    const orders = changes.length === 2 ? [changes, changes.toReversed()] : [changes]
    this.#possible = new Set(
      orders.flatMap((order) => [...this.#possible].flatMap((state) => statesAfter(state, order, this.#late))),
    )
    return this.#possible.size > 0
  }

  mayBe(isThere: boolean): boolean {
    return this.#possible.has(isThere)
  }

  /** All changes and their outcomes, for a message. */
  toString(): string {
    return JSON.stringify(this.#changes)
  }
}

/**
 * The states in which changes, one after the other, can leave a state; none if their outcomes are impossible. `late`: the
 * states that changes whose responses were lost may make of it, after each of them.
 */
function statesAfter(state: boolean, [first, ...others]: readonly Change[], late: ReadonlySet<boolean>): boolean[] {
  if (!first) return [state]
  const { puts, outcome } = first
  const isChange = state !== puts
  const states = {
    done: isChange ? [puts] : [],
    refused: isChange ? [] : [state],
    notDone: [state],
    unknown: [state],
  }
  return states[outcome].flatMap((next) => [next, ...late].flatMap((between) => statesAfter(between, others, late)))
}
