import type { Position } from '../../../store/port.ts'
import type { UserRow } from '../../../store/rows.ts'
import type { Growth } from './generate.ts'
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
/** Of a member of the seed: some three times as much as others do, for it is as one of them that people look around. */
const busy = 6

/** All members. What is made up is done by members who are made up; others are only followed. */
export async function crowdOf(growth: Growth, random: Random): Promise<Member[]> {
  const rows = await allMembers(growth)
  const { demoPasswordHash, seedUsers } = growth.samples
  const isMadeUp = ({ passwordHash }: Row) => passwordHash === demoPasswordHash
  const isSample = (row: Row) => isMadeUp(row) && seedUsers.some(({ username }) => username === row.username)
  const hasMadeUp = rows.some(isMadeUp)
  const activityOf = (row: Row, zeal: number) => {
    if (isSample(row)) return busy
    return isMadeUp(row) || !hasMadeUp ? zeal : 0
  }
  return rows.map((row) => {
    const [zeal, popularity] = [random() < lurkers ? 0.01 : longTailed(random, 1.5), longTailed(random, 1.6)]
    return {
      id: row.id,
      joinedAt: Math.min(growth.now, Date.parse(row.createdAt) + day),
      activity: activityOf(row, zeal),
      popularity,
    }
  })
}

type Row = Pick<UserRow, 'id' | 'username' | 'createdAt' | 'passwordHash'>

async function allMembers({ store, checkCancelled }: Growth): Promise<Row[]> {
  const rows: Row[] = []
  let after: Position | undefined
  do {
    checkCancelled()
    const page = await store.read.rows('users', { after, limit: pageSize })
    for (const {
      row: { id, username, createdAt, passwordHash },
    } of page)
      rows.push({ id, username, createdAt, passwordHash })
    after = page.at(-1)?.position
  } while (after)
  return rows
}

/** An instant between two members' joining, or anything else's happening, and now. */
export function since(random: Random, now: number, ...instants: number[]): number {
  const start = Math.max(...instants)
  return start + Math.floor(random() * (now - start))
}
