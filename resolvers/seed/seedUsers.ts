import type { Profile } from '../store/rows.ts'
import { demoAccount } from './demoAccount.ts'

/** The hash of the demo password. Precomputed, because hashing would delay the first start. */
export const demoPasswordHash =
  'pbkdf2-sha256:600000:d2VmdCBzYW1wbGUgc2FsdA:SU8U1uWy2MyJzMlfyJzEy6ZFm9lEuQv2gYLALZkg4j0'

export interface SeedUser extends Partial<Profile> {
  username: string
  firstName: string
  lastName: string
  /** The usernames of the users whom this user follows. */
  follows: string[]
}

/** The six users of the seed, in the order of sign-up. */
export const seedUsers: SeedUser[] = [
  {
    username: 'kenjimori',
    firstName: 'Kenji',
    lastName: 'Mori',
    bio: 'Indigo dyer in Tokushima, third generation. The vat is older than I am and has stronger opinions.',
    portfolioUrl: 'https://morivat.example',
    avatarUrl: '/art/avatar-kenji.svg',
    follows: ['freyalund'],
  },
  {
    username: 'samuel_adu',
    firstName: 'Samuel',
    lastName: 'Adu',
    bio: 'Allotment keeper and early riser.',
    portfolioUrl: '',
    avatarUrl: '/art/avatar-samuel.svg',
    follows: ['tomasvela', 'kenjimori'],
  },
  {
    username: 'freyalund',
    firstName: 'Freya',
    lastName: 'Lund',
    bio: 'Knits what she sees from the ferry. Bergen.',
    portfolioUrl: 'https://freyalund.example',
    avatarUrl: '/art/avatar-freya.svg',
    follows: ['asharao', 'ines_weaves'],
  },
  {
    username: 'tomasvela',
    firstName: 'Tomas',
    lastName: 'Vela',
    bio: 'Potter. Most of my bowls began as jugs.',
    portfolioUrl: 'https://vela.example/pots',
    avatarUrl: '/art/avatar-tomas.svg',
    follows: ['kenjimori'],
  },
  {
    username: 'ines_weaves',
    firstName: 'Ines',
    lastName: 'Okafor',
    bio: 'Weaver and reader of old carpets.',
    portfolioUrl: 'https://ines.example',
    avatarUrl: '/art/avatar-ines.svg',
    follows: ['asharao'],
  },
  {
    username: demoAccount.username,
    firstName: 'Asha',
    lastName: 'Rao',
    bio: 'Block printer and pattern maker in Jaipur. I collect border designs from old saris and redraw them for new blocks.',
    portfolioUrl: 'https://asharao.example',
    avatarUrl: '/art/avatar-asha.svg',
    follows: ['kenjimori', 'tomasvela'],
  },
]
