import { idAt } from '../../lib/ids.ts'
import { DAY_MS } from '../../lib/dates.ts'
import { emptyProfile, type UserRow } from '../../store/rows.ts'
import { batchesOf } from './batches.ts'
import { firstNames, usernamePatterns, lastNames } from './names.ts'
import type { GeneratorRun } from './population.ts'
import { pickOne, type Random } from './random.ts'
import { bioText } from './texts.ts'

/** The cost of a user row: a look-up of the username, and an index entry for each part of the name. */
const COST = 8

/** Users joined between two years and two days ago. */
const OLDEST_MS = 730 * DAY_MS
const NEWEST_MS = 2 * DAY_MS
/** The larger, the more users joined recently. */
const RECENCY_EXPONENT = 1.5

const avatars = ['default', 'default', 'asha', 'freya', 'ines', 'kenji', 'samuel', 'tomas'] as const

/** Adds users without posts and follows. */
export async function addUsers(
  { now, seedData, transaction, advance }: GeneratorRun,
  count: number,
  random: Random,
): Promise<void> {
  const joined = Array.from({ length: count }, () => joinedAtOf(now, random()))
  const rows = joined
    .toSorted((a, b) => a - b)
    .map((joinedAt) => userRowOf(joinedAt, seedData.demoPasswordHash, random))
  for (const batch of batchesOf(rows, () => COST)) {
    await transaction(async (tx) => {
      for (const row of batch) {
        let { username } = row
        while (await tx.users.byUsername(username)) username = `${row.username}${Math.floor(random() * 10_000)}`
        await tx.users.insert({ ...row, ...namedAs(username) })
      }
    })
    advance('users', batch.length)
  }
}

/** Returns when a user joined. The ages of users grow with `age`, which is from 0 to 1. */
export function joinedAtOf(now: number, age: number): number {
  return Math.floor(now - NEWEST_MS - (OLDEST_MS - NEWEST_MS) * age ** RECENCY_EXPONENT)
}

/** Returns the fields of a user that contain the username. */
export function namedAs(username: string): Pick<UserRow, 'username' | 'email'> {
  return { username, email: `${username}@weft.example` }
}

/** Returns names. Others may have the same username. */
export function namesOf(random: Random): Pick<UserRow, 'firstName' | 'lastName' | 'username'> {
  const firstName = pickOne(random, firstNames)
  const lastName = pickOne(random, lastNames)
  const username = pickOne(random, usernamePatterns)(plain(firstName), plain(lastName), random)
  return { firstName, lastName, username }
}

/** Returns a user without posts and follows. Others may have the same username. */
export function userRowOf(joinedAt: number, passwordHash: string, random: Random): UserRow {
  const names = namesOf(random)
  return {
    id: idAt(joinedAt, random),
    ...names,
    email: '',
    passwordHash,
    ...emptyProfile,
    bio: random() < 0.2 ? '' : bioText(random),
    portfolioUrl: random() < 0.15 ? `https://${plain(names.lastName)}.example` : '',
    avatarUrl: `/art/avatar-${pickOne(random, avatars)}.svg`,
    createdAt: joinedAt,
    updatedAt: joinedAt,
    postCount: 0,
    followerCount: 0,
    followingCount: 0,
    extra: {},
    tokenVersion: 0,
    state: 'active',
    role: 'member',
  }
}

/** Returns a name in the letters a to z. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
}
