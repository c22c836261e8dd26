import { BoundedMap } from '../lib/BoundedMap.ts'
import type { Place } from '../ui/windowedList/view.ts'
import { currentSession, subscribeToSession } from './session.ts'

/**
 * The scroll position in each list of this tab: the key of the row at the top and its offset. Saved in `sessionStorage`
 * on `pagehide`, so that a reload restores it.
 */

/** Consecutive rows at the start of a list. */
export interface Segment {
  count: number
  /** The cursor of the last of these rows. */
  end: string
}

interface SavedPlace extends Place {
  /** Returns the rows that need not be loaded to show the row with this key. */
  segmentsBefore: (key: string) => readonly Segment[]
}

const storageKey = 'places'
const MAX_PLACES = 30

const userId = () => currentSession().session?.user._id ?? ''

const places = new BoundedMap<string, SavedPlace>(MAX_PLACES)
let owner = userId()
readPlaces()

addEventListener('pagehide', writePlaces)
subscribeToSession(() => {
  if (owner === userId()) return
  owner = userId()
  places.clear()
})

export function placeIn(list: string): SavedPlace | undefined {
  return places.get(list)
}

/** Saves where the user is in a list. Null is its start. */
export function savePlace(list: string, place: Place | null, segmentsBefore: SavedPlace['segmentsBefore']): void {
  if (place) places.set(list, { ...place, segmentsBefore })
  else places.delete(list)
}

function writePlaces(): void {
  const entries = [...places].map(([list, place]) => [list, { ...place, segments: place.segmentsBefore(place.key) }])
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ owner, entries }))
  } catch {
    // Storage is full or blocked: a reload shows the start of each list.
  }
}

function readPlaces(): void {
  try {
    const stored: { owner?: unknown; entries?: unknown } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    if (stored.owner !== owner || !Array.isArray(stored.entries)) return
    for (const [list, { key, offset, segments }] of stored.entries) {
      if (typeof key === 'string' && typeof offset === 'number' && Array.isArray(segments))
        places.set(String(list), { key, offset, segmentsBefore: () => segments })
    }
  } catch {
    // Not readable: a reload shows the start of each list.
  }
}
