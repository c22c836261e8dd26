import type { AdminWriter, KeyCursor } from '../../store/administration.ts'
import { pagesOf, type PageRequest } from '../../store/pages.ts'
import type { UserRow } from '../../store/rows.ts'
import type { Advance, Job } from '../../snapshot/job.ts'
import type { Seed } from '../tasks.ts'
import { longTailed, type Random } from './random.ts'

/** The job of a generator run, shared by its phases. */
export interface GeneratorRun extends Job {
  advance: Advance
  seedData: Seed
}

/** A user with the weights that the generator samples by. */
export interface PopulationUser {
  id: string
  username: string
  /** Milliseconds since 1970. */
  joinedAt: number
  /** The weight of the user as author, liker and follower. */
  activityWeight: number
  /** The weight of the user as receiver of likes and followers. */
  popularity: number
}

/** The share of users with almost no activity. */
const INACTIVE_SHARE = 0.35
const INACTIVE_WEIGHT = 0.01
/** The spreads of the weights: the larger, the more unequal. */
const ACTIVITY_SPREAD = 1.5
const POPULARITY_SPREAD = 1.6
/** About three times the average, because developers mostly look at the app as a user of the seed. */
const SEED_USER_ACTIVITY = 6

/** Reads all users. Only generated and seed users are active; users who signed up are only followed. */
export async function readPopulation(run: GeneratorRun, random: Random): Promise<PopulationUser[]> {
  const rows = await allUsers(run)
  const { demoPasswordHash, seedUsers } = run.seedData
  const isGenerated = ({ passwordHash }: Row) => passwordHash === demoPasswordHash
  const isSeedUser = (row: Row) => isGenerated(row) && seedUsers.some(({ username }) => username === row.username)
  const hasGenerated = rows.some(isGenerated)
  const activityOf = (row: Row, weight: number) => {
    if (isSeedUser(row)) return SEED_USER_ACTIVITY
    return isGenerated(row) || !hasGenerated ? weight : 0
  }
  return rows.map((row) => {
    const { activityWeight, popularity } = weightsOf(random)
    return {
      id: row.id,
      username: row.username,
      joinedAt: Math.min(run.now, row.createdAt),
      activityWeight: activityOf(row, activityWeight),
      popularity,
    }
  })
}

/** Returns the weights of a generated user. */
export function weightsOf(random: Random): Pick<PopulationUser, 'activityWeight' | 'popularity'> {
  const activityWeight = random() < INACTIVE_SHARE ? INACTIVE_WEIGHT : longTailed(random, ACTIVITY_SPREAD)
  return { activityWeight, popularity: longTailed(random, POPULARITY_SPREAD) }
}

type Row = Pick<UserRow, 'id' | 'username' | 'createdAt' | 'passwordHash'>

async function allUsers({ store, checkCancelled }: GeneratorRun): Promise<Row[]> {
  const rows: Row[] = []
  const read = (request: PageRequest<KeyCursor>) => store.admin.read((tx) => tx.rows('users', request))
  for await (const page of pagesOf(read)) {
    checkCancelled()
    for (const { id, username, createdAt, passwordHash } of page) rows.push({ id, username, createdAt, passwordHash })
  }
  return rows
}

/** Returns a random instant between the latest of these and now. */
export function instantAfter(random: Random, now: number, ...instants: number[]): number {
  const start = Math.max(...instants)
  return start + Math.floor(random() * (now - start))
}

/** Returns those of these users who still exist: the app may have removed some since the population was read. */
export async function existingIds(tx: AdminWriter, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const users = await tx.users.getMany([...new Set(userIds)])
  return new Set(users.flatMap((user) => user?.id ?? []))
}
