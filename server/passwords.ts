import { availableParallelism } from 'node:os'
import { hash, verify, type Options } from '@node-rs/argon2'
import { pbkdf2Passwords, type Passwords } from '../resolvers/services/password.ts'
import { widerNetworks } from './http/clientAddress.ts'
import { FairTurns } from './limits/fairTurns.ts'

/** What OWASP recommends for argon2id: 19 MiB, two passes, one lane. `store/rows.ts` accepts no other costs. */
const costs: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** How many log-ins and sign-ups may wait for their turn. More are refused, so that the queue cannot grow. */
const waiting = { maxWaiting: 200, maxWaitingOfKey: 50, maxWaitMs: 20_000 }

/**
 * Hashes with argon2id. Verifies hashes that a browser has made with PBKDF2, too; the next log-in replaces them. At most
 * one hash for each core but one is computed at a time, so that other requests keep a core and libuv's threads. Addresses
 * take turns, those of a network of 48 bits as one.
 */
export function argon2Passwords(): Passwords {
  const pbkdf2 = pbkdf2Passwords()
  const atOnce = Math.max(1, availableParallelism() - 1)
  const turns = new FairTurns({ atOnce, atOnceOfKey: atOnce, ...waiting })
  const inTurn = async <T>(client: string | null | undefined, call: () => Promise<T>): Promise<T> => {
    const address = client ?? ''
    const [wider] = widerNetworks(address)
    const end = await turns.begin(wider?.network ?? address)
    return call().finally(end)
  }
  return {
    hash: (password, client) => inTurn(client, () => hash(password, costs)),
    matches: (password, stored, client) =>
      inTurn(client, () => (isArgon2(stored) ? verify(stored, password) : pbkdf2.matches(password, stored))),
    isOutdated: (stored) => !isArgon2(stored),
  }
}

function isArgon2(stored: string): boolean {
  return stored.startsWith('$argon2id$')
}
