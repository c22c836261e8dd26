import { BoundedMap } from '../../shared/BoundedMap.ts'
import type { ListPosition } from '../ui/windowedList/rowSelection.ts'
import { currentSession, subscribeToSession } from './session.ts'

/**
 * The scroll position in each list of this tab. Saved in `sessionStorage` on `pagehide`, so that a reload restores it.
 */

/** Consecutive rows at the start of a list. */
export interface Segment {
  count: number
  /** The cursor of the last of these rows. */
  end: string
}

interface SavedPosition extends ListPosition {
  /** Returns the rows that need not be loaded to show the row with this key. */
  segmentsBefore: (key: string) => readonly Segment[]
}

const storageKey = 'listPositions'
const MAX_POSITIONS = 30

const userId = () => currentSession().session?.user._id ?? ''

const positions = new BoundedMap<string, SavedPosition>(MAX_POSITIONS)
let owner = userId()
readPositions()

addEventListener('pagehide', writePositions)
subscribeToSession(() => {
  if (owner === userId()) return
  owner = userId()
  positions.clear()
})

export function savedPosition(list: string): SavedPosition | undefined {
  return positions.get(list)
}

/** Saves the scroll position in a list. Null is its start. */
export function savePosition(
  list: string,
  position: ListPosition | null,
  segmentsBefore: SavedPosition['segmentsBefore'],
): void {
  if (position) positions.set(list, { ...position, segmentsBefore })
  else positions.delete(list)
}

function writePositions(): void {
  const entries = [...positions].map(([list, { segmentsBefore, ...position }]) => [
    list,
    { ...position, segments: segmentsBefore(position.key) },
  ])
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ owner, entries }))
  } catch {
    // Storage is full or blocked: a reload shows the start of each list.
  }
}

/** The positions as JSON. It may have been changed, or written by another version. */
interface StoredPositions {
  owner?: string
  entries?: [list: string, position: Partial<ListPosition> & { segments?: (Partial<Segment> | null)[] }][]
}

function readPositions(): void {
  try {
    const stored: StoredPositions = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    if (stored.owner !== owner) return
    for (const [list, { key, offset, rowHeight, segments }] of stored.entries ?? []) {
      const isPosition = typeof key === 'string' && typeof offset === 'number' && typeof rowHeight === 'number'
      if (isPosition && segments?.every(isSegment))
        positions.set(list, { key, offset, rowHeight, segmentsBefore: () => segments })
    }
  } catch {
    // Not readable: a reload shows the start of each list.
  }
}

function isSegment(segment: Partial<Segment> | null): segment is Segment {
  return typeof segment?.count === 'number' && typeof segment.end === 'string'
}
