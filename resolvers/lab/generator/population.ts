import type { Position } from '../../store/port.ts'
import type { UserRow } from '../../store/rows.ts'
import type { Advance, Job, Seed } from '../tasks.ts'
import { longTailed, type Random } from './random.ts'

/** What each phase of the generator works with. */
export interface Generation extends Job {
  advance: Advance
  seedData: Seed
}

/** A user as the generator sees them. */
export interface Person {
  id: string
  /** Milliseconds since 1970; not before the user joined. */
  joinedAt: number
  /** Their share of all posts, likes and follows, as a weight. */
  activityWeight: number
  /** Their share of all likes and followers received, as a weight. */
  popularity: number
}

const DAY_MS = 24 * 60 * 60 * 1000
const PAGE_SIZE = 1000
/** The share of users who do almost nothing. */
const inactiveShare = 0.35
/** About three times the average: developers mostly look at the app as a user of the seed. */
const SEED_USER_ACTIVITY = 6

/** Reads all users. Only generated and seed users act; people who signed up are only followed. */
export async function readPopulation(generation: Generation, random: Random): Promise<Person[]> {
  const rows = await allUsers(generation)
  const { demoPasswordHash, seedUsers } = generation.seedData
  const isGenerated = ({ passwordHash }: Row) => passwordHash === demoPasswordHash
  const isOfSeed = (row: Row) => isGenerated(row) && seedUsers.some(({ username }) => username === row.username)
  const hasGenerated = rows.some(isGenerated)
  const activityOf = (row: Row, weight: number) => {
    if (isOfSeed(row)) return SEED_USER_ACTIVITY
    return isGenerated(row) || !hasGenerated ? weight : 0
  }
  return rows.map((row) => {
    const weight = random() < inactiveShare ? 0.01 : longTailed(random, 1.5)
    const popularity = longTailed(random, 1.6)
    return {
      id: row.id,
      joinedAt: Math.min(generation.now, Date.parse(row.createdAt) + DAY_MS),
      activityWeight: activityOf(row, weight),
      popularity,
    }
  })
}

type Row = Pick<UserRow, 'id' | 'username' | 'createdAt' | 'passwordHash'>

async function allUsers({ store, checkCancelled }: Generation): Promise<Row[]> {
  const rows: Row[] = []
  let after: Position | undefined
  do {
    checkCancelled()
    const page = await store.read.rows('users', { after, limit: PAGE_SIZE })
    for (const { row } of page) {
      const { id, username, createdAt, passwordHash } = row
      rows.push({ id, username, createdAt, passwordHash })
    }
    after = page.at(-1)?.position
  } while (after)
  return rows
}

/** A random instant between the latest of these and now. */
export function instantAfter(random: Random, now: number, ...instants: number[]): number {
  const start = Math.max(...instants)
  return start + Math.floor(random() * (now - start))
}
