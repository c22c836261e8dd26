import type { SearchCursor } from '../port.ts'
import type { UserRow } from '../rows.ts'
import { foldedName, partWith, ranks, spelledName, type Rank } from './firstNames.ts'

/** Returns the place of a user among those that a folded text finds. */
export function searchCursorOf({ id, firstName }: UserRow, rank: Rank, sought: string): SearchCursor {
  const folded = foldedName(firstName)
  const part = rank === ranks.contains ? partWith(folded, sought) : ''
  return { rank, part, folded, spelled: spelledName(firstName), id }
}
