import DataLoader from 'dataloader'
import type { ReadRounds } from './readRounds.ts'

export interface ReadingOptions {
  /** When it reads, and in which turn it returns each value. By default as soon as nothing else can be done. */
  rounds?: ReadRounds
  /**
   * Whether it keeps what it has read. By default it only batches: of several mutations in a document, each must return
   * its own result.
   */
  keeps?: boolean
}

interface LoaderOptions<Key, Value> extends ReadingOptions {
  /** Whether its values lead to no further reads. */
  isLeaf?: boolean
  /** Names a key that is not a text. */
  nameOf?: (key: Key) => string
  /** How many rows a value has. Default: one. */
  sizeOf?: (value: Value) => number
}

/** How many rows one call reads at most, so that PGlite and the driver of Postgres do not hold the event loop for long. */
export const ROWS_PER_CALL = 5000

/** Loads values by their keys: those that are asked for together by one call. */
export class Loader<Key, Value> {
  readonly #loader: DataLoader<Key, Value, Key | string>
  readonly #rounds: ReadRounds | undefined
  readonly #sizeOf: (value: Value) => number

  constructor(
    load: (keys: readonly Key[]) => Promise<Value[]>,
    { rounds, keeps = false, isLeaf = false, nameOf, sizeOf = () => 1 }: LoaderOptions<Key, Value> = {},
  ) {
    this.#rounds = rounds
    this.#sizeOf = sizeOf
    this.#loader = new DataLoader(
      (keys) => {
        if (!keeps) this.#loader.clearAll()
        return load(keys)
      },
      {
        maxBatchSize: ROWS_PER_CALL,
        ...(nameOf && { cacheKeyFn: nameOf }),
        ...(rounds && { batchScheduleFn: isLeaf ? rounds.leafSchedule() : rounds.schedule }),
      },
    )
  }

  load(key: Key): Promise<Value> {
    const loaded = this.#loader.load(key)
    const rounds = this.#rounds
    if (!rounds) return loaded
    return loaded.then((value) => rounds.turn(this.#sizeOf(value))?.then(() => value) ?? value)
  }

  /** Saves the next load of a key the read. */
  prime(key: Key, value: Value): void {
    this.#loader.prime(key, value)
  }
}
