import { idAt } from '../../../lib/ids.ts'
import { dayOf } from '../../../lib/dates.ts'
import type { UserRow } from '../../../store/rows.ts'
import { batchesOf } from './batches.ts'
import type { Growth } from './generate.ts'
import { firstNames, handles, lastNames } from './names.ts'
import { oneOf, type Random } from './random.ts'
import { bioOf } from './texts.ts'

const day = 24 * 60 * 60 * 1000
/** Looked up, and found by each part of a name. */
const cost = 8

/** They have joined over two years, more of them of late, and the last the day before yesterday. */
const first = 730 * day
const last = 2 * day

const avatars = ['default', 'default', 'asha', 'freya', 'ines', 'kenji', 'samuel', 'tomas'] as const

/** Members whom nobody follows yet, and who have written nothing. */
export async function addMembers(
  { now, samples, change, advance }: Growth,
  count: number,
  random: Random,
): Promise<void> {
  const joined = Array.from({ length: count }, () => Math.floor(now - last - (first - last) * random() ** 1.5))
  const rows = joined.toSorted((a, b) => a - b).map((joinedAt) => memberOf(joinedAt, samples.demoPasswordHash, random))
  for (const batch of batchesOf(rows, () => cost)) {
    await change(async (tx) => {
      for (const row of batch) {
        let { username } = row
        while (await tx.users.byUsername(username)) username = `${row.username}${Math.floor(random() * 10_000)}`
        void tx.users.put({ ...row, username, email: `${username}@weft.example` })
      }
    })
    advance('members', batch.length)
  }
}

function memberOf(joinedAt: number, passwordHash: string, random: Random): UserRow {
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

/** A name in the letters of addresses. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
}
