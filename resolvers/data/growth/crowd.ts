import type { Position } from '../../store/port.ts'
import type { UserRow } from '../../store/rows.ts'
import type { Growth } from './grow.ts'
import { longTailed, type Random } from './random.ts'

/** A member as growth sees them. */
export interface Member {
  id: string
  /** Milliseconds since 1970; not before they joined. */
  joinedAt: number
  /** How much of all that is written, liked and followed is theirs. */
  activity: number
  /** How much of all likes and followers comes to them. */
  popularity: number
}

const day = 24 * 60 * 60 * 1000
const pageSize = 1000
/** So many only look on. */
const lurkers = 0.35

/** All members. What is made up is done by members who are made up; others are only followed. */
export async function crowdOf(growth: Growth, random: Random): Promise<Member[]> {
  const rows = await allMembers(growth)
  const isMadeUp = ({ passwordHash }: Row) => passwordHash === growth.demoPasswordHash
  const hasMadeUp = rows.some(isMadeUp)
  return rows.map((row) => {
    const [zeal, popularity] = [random() < lurkers ? 0.01 : longTailed(random, 1.5), longTailed(random, 1.6)]
    return {
      id: row.id,
      joinedAt: Math.min(growth.now, Date.parse(row.createdAt) + day),
      activity: isMadeUp(row) || !hasMadeUp ? zeal : 0,
      popularity,
    }
  })
}

type Row = Pick<UserRow, 'id' | 'createdAt' | 'passwordHash'>

async function allMembers({ store, checkCancelled }: Growth): Promise<Row[]> {
  const rows: Row[] = []
  let after: Position | undefined
  do {
    checkCancelled()
    const page = await store.read.rows('users', { after, limit: pageSize })
    for (const { row: { id, createdAt, passwordHash } } of page) rows.push({ id, createdAt, passwordHash })
    after = page.at(-1)?.position
  } while (after)
  return rows
}

/** An instant between two members' joining, or anything else's happening, and now. */
export function since(random: Random, now: number, ...instants: number[]): number {
  const start = Math.max(...instants)
  return start + Math.floor(random() * (now - start))
}
