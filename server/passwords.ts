import { availableParallelism } from 'node:os'
import { hash, verify, type Options } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { RetryLaterError } from '../resolvers/services/errorCatalogue.ts'
import { pbkdf2Passwords, type Passwords } from '../resolvers/services/password.ts'

/** What OWASP recommends for argon2id: 19 MiB, two passes, one lane. `store/rows.ts` accepts no other costs. */
const costs: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** How many log-ins and sign-ups may wait for their turn. More are refused, so that the queue cannot grow. */
const MAX_WAITING = 200

/**
 * Hashes with argon2id. Verifies hashes that a browser has made with PBKDF2, too; the next log-in replaces them. At most
 * one hash for each core but one is computed at a time, so that other requests keep a core and libuv's threads.
 */
export function argon2Passwords(): Passwords {
  const pbkdf2 = pbkdf2Passwords()
  const limit = pLimit(Math.max(1, availableParallelism() - 1))
  const inTurn = async <T>(call: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= MAX_WAITING) throw new RetryLaterError('UNAVAILABLE', 1)
    return limit(call)
  }
  return {
    hash: (password) => inTurn(() => hash(password, costs)),
    matches: (password, stored) =>
      inTurn(() => (isArgon2(stored) ? verify(stored, password) : pbkdf2.matches(password, stored))),
    isOutdated: (stored) => !isArgon2(stored),
  }
}

function isArgon2(stored: string): boolean {
  return stored.startsWith('$argon2id$')
}
