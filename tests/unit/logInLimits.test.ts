import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '../../resolvers/services/errorCatalogue.ts'
import { clientOf } from '../../server/http/clientAddress.ts'
import {
  accountLogIns,
  clientLimits,
  createRateLimits,
  MAX_LOG_IN_DELAY,
  networkFactors,
  promptLogIns,
} from '../../server/limits/rateLimits.ts'
import { openBackend, passwordInput, type TestBackend } from '../backend.ts'
import { openMemoryStore } from '../rest/fixture.ts'

const OWN = '198.51.100.1'
const OTHER = '203.0.113.7'

let backend: TestBackend
/** How long the limits have waited before each answer, in milliseconds. */
let waits: number[]

async function send(path: string, address: string, body: object): Promise<number> {
  const request = new Request(`http://localhost/api/auth/${path}`, { method: 'POST', body: JSON.stringify(body) })
  return (await backend.http(request, { client: clientOf(address) })).status
}
const logIn = (address: string, username = 'mira') => send('login', address, { username, ...passwordInput('mira') })
const logInWrongly = (address: string, username = 'mira') => send('login', address, { username, password: 'wrong' })
const signUp = (address: string, username: string) => send('signup', address, { username, ...passwordInput(username) })

/** Does this for the numbers from 0 on, one after the other. Returns the different results. */
async function repeat(times: number, work: (index: number) => Promise<number>): Promise<Set<number>> {
  const results = new Set<number>()
  for (let index = 0; index < times; index += 1) results.add(await work(index))
  return results
}

async function wrongLogIn(): Promise<never> {
  throw new ApiError('CREDENTIALS_INVALID')
}

beforeEach(async () => {
  waits = []
  const wait = async (ms: number) => void waits.push(ms)
  backend = await openBackend(openMemoryStore, { rateLimits: createRateLimits({ wait }) })
  await signUp(OWN, 'mira')
})

describe('log-ins that fail', () => {
  it('are refused after ten to one account from one address, whose owner can still log in elsewhere', async () => {
    expect(await repeat(accountLogIns.points, () => logInWrongly(OTHER))).toEqual(new Set([401]))
    expect(await repeat(16, () => logInWrongly(OTHER))).toEqual(new Set([429]))
    expect(await logIn(OTHER)).toBe(429)
    expect(await logIn(OWN)).toBe(200)
  })

  it('from many addresses lock out neither the owner nor others', async () => {
    await signUp(OWN, 'noor')
    expect(await repeat(26, (index) => logInWrongly(`203.0.113.${index}`))).toEqual(new Set([401]))
    expect(await logIn(OWN)).toBe(200)
    expect(await logInWrongly(OTHER, 'noor')).toBe(401)
  })

  it('are refused after 25 to any accounts from one address, and not from another', async () => {
    expect(await repeat(clientLimits.logIn.points, (index) => logInWrongly(OTHER, `nobody${index}`))).toEqual(
      new Set([404]),
    )
    expect(await logIn(OTHER)).toBe(429)
    expect(await logIn(OWN)).toBe(200)
  })

  it('count also while they are under way', async () => {
    const statuses = await Promise.all(Array.from({ length: 15 }, () => logInWrongly(OTHER)))
    expect(statuses.filter((status) => status === 401)).toHaveLength(accountLogIns.points)
    expect(statuses.filter((status) => status === 429)).toHaveLength(15 - accountLogIns.points)
  })

  it('to an account are forgotten after one that succeeds, but not those of the address to others', async () => {
    for (let round = 0; round < 2; round += 1) {
      expect(await repeat(accountLogIns.points - 1, () => logInWrongly(OTHER))).toEqual(new Set([401]))
      expect(await logIn(OTHER)).toBe(200)
    }
    const left = clientLimits.logIn.points - 2 * (accountLogIns.points - 1)
    expect(await repeat(left, (index) => logInWrongly(OTHER, `nobody${index}`))).toEqual(new Set([404]))
    expect(await logIn(OTHER)).toBe(429)
  })

  it('are the only ones that count: not those that succeed, nor those that the server could not check', async () => {
    expect(await repeat(2 * clientLimits.logIn.points, () => logIn(OTHER))).toEqual(new Set([200]))
    const limits = createRateLimits()
    const fail = () => limits.logIn(OTHER, 'mira', () => Promise.reject(new Error('The database does not answer')))
    for (let count = 0; count <= clientLimits.logIn.points; count += 1)
      await expect(fail()).rejects.toThrow('The database does not answer')
  })

  it('to one account are answered later beyond a hundred in an hour, until one succeeds', async () => {
    expect(await repeat(promptLogIns.points, (index) => logInWrongly(`203.0.113.${index}`))).toEqual(new Set([401]))
    expect(waits).toEqual([])
    expect(await logInWrongly('192.0.2.1')).toBe(401)
    expect(await logIn(OWN)).toBe(200)
    expect(waits).toEqual([1000, 1000])
    expect(await logIn(OWN)).toBe(200)
    expect(waits).toHaveLength(2)
  })

  it('are answered at most five seconds later', async () => {
    const limits = createRateLimits({ wait: async (ms) => void waits.push(ms) })
    const tries = (MAX_LOG_IN_DELAY + 2) * promptLogIns.points
    for (let count = 0; count < tries; count += 1)
      await limits.logIn(`address ${count}`, 'mira', wrongLogIn).catch(() => {})
    expect(waits).toHaveLength(tries - promptLogIns.points)
    expect(Math.max(...waits)).toBe(1000 * MAX_LOG_IN_DELAY)
  })
})

describe('addresses of IPv6', () => {
  it('count as one within 64 bits', async () => {
    const addresses = Array.from({ length: clientLimits.signUp.points }, (_, at) => `2001:db8:1:2::${at + 1}`)
    expect(await repeat(addresses.length, (at) => signUp(addresses[at] ?? '', `user${at}`))).toEqual(new Set([201]))
    expect(await signUp('2001:db8:1:2:ffff::1', 'late')).toBe(429)
    expect(await signUp('2001:db8:1:3::1', 'late')).toBe(201)
  })

  it('of 30 networks within 48 bits are limited together, and those of others go on', async () => {
    const accepted = networkFactors[48] * clientLimits.signUp.points
    expect(await repeat(accepted, (at) => signUp(`2001:db8:1:${at}::1`, `user${at}`))).toEqual(new Set([201]))
    expect(await repeat(30 - accepted, (at) => signUp(`2001:db8:1:a${at}::1`, 'late'))).toEqual(new Set([429]))
    expect(await signUp('2001:db8:2::1', 'late')).toBe(201)
    expect(await signUp(OTHER, 'later')).toBe(201)
  })

  it('of a network that is refused do not count for the wider ones', async () => {
    const limits = createRateLimits()
    const consume = (address: string) => limits.consume('signUp', clientOf(address))
    for (let count = 0; count < clientLimits.signUp.points; count += 1) await consume('2001:db8:1:2::1')
    for (let count = 0; count < networkFactors[48] * clientLimits.signUp.points; count += 1)
      await expect(consume('2001:db8:1:2::1')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await consume('2001:db8:1:3::1')
  })

  it('of log-ins that fail are limited within 48 and within 32 bits', async () => {
    const limits = createRateLimits()
    const fail = (address: string) => limits.logIn(clientOf(address), undefined, wrongLogIn)
    const refused = { code: 'TOO_MANY_REQUESTS' }
    const perNetwork = networkFactors[48] * clientLimits.logIn.points
    const networks = networkFactors[32] / networkFactors[48]
    for (let network = 0; network < networks; network += 1)
      for (let count = 0; count < perNetwork; count += 1) await fail(`2001:db8:${network}:${count}::1`).catch(() => {})
    await expect(fail('2001:db8:0:ffff::1')).rejects.toMatchObject(refused)
    await expect(fail('2001:db8:ffff::1')).rejects.toMatchObject(refused)
    await expect(fail('2001:db9::1')).rejects.toMatchObject({ code: 'CREDENTIALS_INVALID' })
  })
})
