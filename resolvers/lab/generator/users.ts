import { idAt } from '../../lib/ids.ts'
import { dayOf } from '../../lib/dates.ts'
import type { UserRow } from '../../store/rows.ts'
import { batchesOf } from './batches.ts'
import { firstNames, handles, lastNames } from './names.ts'
import type { Generation } from './population.ts'
import { oneOf, type Random } from './random.ts'
import { bioOf } from './texts.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A user row is expensive: a look-up of the username, and an index entry for each part of the name. */
const COST = 8

/** Users joined between two years and two days ago, most of them recently. */
const OLDEST_MS = 730 * DAY_MS
const NEWEST_MS = 2 * DAY_MS

const avatars = ['default', 'default', 'asha', 'freya', 'ines', 'kenji', 'samuel', 'tomas'] as const

/** Adds users without posts and follows. */
export async function addUsers(
  { now, seedData, transaction, advance }: Generation,
  count: number,
  random: Random,
): Promise<void> {
  const joined = Array.from({ length: count }, () =>
    Math.floor(now - NEWEST_MS - (OLDEST_MS - NEWEST_MS) * random() ** 1.5),
  )
  const rows = joined
    .toSorted((a, b) => a - b)
    .map((joinedAt) => userRowOf(joinedAt, seedData.demoPasswordHash, random))
  for (const batch of batchesOf(rows, () => COST)) {
    await transaction(async (tx) => {
      for (const row of batch) {
        let { username } = row
        while (await tx.users.byUsername(username)) username = `${row.username}${Math.floor(random() * 10_000)}`
        void tx.users.put({ ...row, username, email: `${username}@weft.example` })
      }
    })
    advance('users', batch.length)
  }
}

function userRowOf(joinedAt: number, passwordHash: string, random: Random): UserRow {
  const firstName = oneOf(random, firstNames)
  const lastName = oneOf(random, lastNames)
  const username = oneOf(random, handles)(plain(firstName), plain(lastName), random)
  return {
    id: idAt(joinedAt, random),
    username,
    firstName,
    lastName,
    email: '',
    passwordHash,
    bio: random() < 0.2 ? '' : bioOf(random),
    portfolioUrl: random() < 0.15 ? `https://${plain(lastName)}.example` : '',
    avatarUrl: `/art/avatar-${oneOf(random, avatars)}.svg`,
    createdAt: dayOf(joinedAt),
    updatedAt: dayOf(joinedAt),
    postCount: 0,
    followerCount: 0,
    followingCount: 0,
    extra: {},
  }
}

/** A name in the letters a to z. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
}
