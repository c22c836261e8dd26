import type { ReadTables } from '../store/port.ts'
import type { KeyOf } from '../store/tables.ts'
import { Loader } from './loader.ts'
import { createRecordLoaders, type RecordLoaders } from './recordLoaders.ts'

/** The calls that read what viewers have to do with records. */
export type ViewerReads = {
  readonly [Table in 'reactions' | 'bookmarks' | 'follows']: Pick<ReadTables[Table], 'getMany'>
}

interface Reads {
  loaders: RecordLoaders
  viewerReads: ViewerReads
}

/**
 * What the subscriptions of a backend read. They share it until something changes, so the number of store calls for an
 * event does not grow with the number of subscriptions, nor with that of their viewers.
 */
export class SharedReads {
  readonly #read: ReadTables
  #current: Reads | undefined

  constructor(read: ReadTables) {
    this.#read = read
  }

  /** Called after a change. */
  forget(): void {
    this.#current = undefined
  }

  /** Returns what to read the present rows with. */
  current(): Reads {
    return (this.#current ??= readsOf(this.#read))
  }
}

function readsOf(read: ReadTables): Reads {
  const { reactions, bookmarks, follows } = read
  return {
    loaders: createRecordLoaders(read, { keeps: true }),
    viewerReads: {
      reactions: kept((keys: readonly KeyOf<'reactions'>[]) => reactions.getMany(keys)),
      bookmarks: kept((keys: readonly KeyOf<'bookmarks'>[]) => bookmarks.getMany(keys)),
      follows: kept((keys: readonly KeyOf<'follows'>[]) => follows.getMany(keys)),
    },
  }
}

/** Returns the same call, which reads each row once. */
function kept<Key, Row>(getMany: (keys: readonly Key[]) => Promise<Row[]>) {
  const loader = new Loader(getMany, { keeps: true, nameOf: (key) => JSON.stringify(key) })
  return { getMany: (keys: readonly Key[]) => Promise.all(keys.map((key) => loader.load(key))) }
}
