import { defaultAvatarUrl } from '../../shared/mediaAddress.ts'
import { textLimits } from '../../shared/textLimits.ts'
import { UniqueViolationError } from '../store/port.ts'
import type { Json } from '../../shared/json.ts'
import { emptyProfile, type UserRow } from '../store/rows.ts'
import { toStorable } from '../store/text.ts'
import { transactAndPublish, type Dependencies, type ServiceContext } from './serviceContext.ts'
import { ApiError, badInput } from './errorCatalogue.ts'
import { storableFields } from './extraFields.ts'
import { claimRequest, earlierRequest, keyedRequest, type KeyedRequest } from './idempotency.ts'
import { storableTexts } from './storableTexts.ts'

/** A signed-in user and their token. */
export interface Session {
  user: UserRow
  token: string
}

export interface SignUpInput {
  firstName: string
  lastName: string
  email: string
  username: string
  password: string
  /** Further fields (spec §3), of which `storableFields` are stored. */
  extra: { [key: string]: Json }
}

/** The dependencies, and what the service reads of the request. */
type LogInContext = Dependencies & Pick<ServiceContext, 'client'>
type SignUpContext = LogInContext & Pick<ServiceContext, 'idempotencyKey' | 'onChange'>

/**
 * POST /auth/signup (spec §7). If the request was carried out before, with the same idempotency key and password, signs
 * in the account that it has created. Throws `USERNAME_TAKEN`, `BAD_INPUT`; on a server `SIGN_UP_CLOSED`, `TOO_MANY_REQUESTS`.
 */
export async function signUp(deps: SignUpContext, input: SignUpInput): Promise<Session> {
  if (deps.signUp === 'closed') throw new ApiError('SIGN_UP_CLOSED')
  const { password, ...fields } = storableTexts(input)
  if (!fields.username) throw badInput('username', 'must not be empty')
  if (!password) throw badInput('password', 'must not be empty')
  const extra = storableFields(fields.extra, password)
  await deps.rateLimits?.consume('signUp', deps.client)
  const keyed = await keyedRequest(deps, ['signUp', { ...fields, extra }])
  const passwordHash = await deps.passwords.hash(password, deps.client)
  const id = deps.ids()
  // Before the transaction: if this fails, no account must exist.
  const token = await deps.tokens.issue({ id, username: fields.username, tokenVersion: 0 })
  try {
    const user = await transactAndPublish(deps, async (tx, { publish }) => {
      const now = deps.clock()
      const row: UserRow = {
        ...fields,
        extra,
        id,
        passwordHash,
        ...emptyProfile,
        avatarUrl: defaultAvatarUrl,
        createdAt: now,
        updatedAt: now,
        postCount: 0,
        followerCount: 0,
        followingCount: 0,
        tokenVersion: 0,
        state: 'active',
        role: 'member',
      }
      await tx.users.insert(row)
      if (keyed) await claimRequest(tx, id, keyed, id, now)
      publish('userChanged', { userId: id })
      return row
    })
    deps.onChange?.(id)
    return { user, token }
  } catch (error) {
    if (!(error instanceof UniqueViolationError)) throw error
    return signUpAgain(deps, keyed, fields.username, password)
  }
}

/**
 * Starts a session of the account that this request has created before. Throws `USERNAME_TAKEN` if there is none, or for
 * another password.
 */
async function signUpAgain(
  deps: LogInContext,
  keyed: KeyedRequest | undefined,
  username: string,
  password: string,
): Promise<Session> {
  const user = await deps.store.read.users.byUsername(username)
  const isRepeated =
    user && keyed && (await deps.store.transaction((tx) => earlierRequest(tx, user.id, keyed, deps.clock())))
  if (!isRepeated || !(await deps.passwords.matches(password, user.passwordHash, deps.client)))
    throw new ApiError('USERNAME_TAKEN')
  return { user, token: await deps.tokens.issue(user) }
}

/**
 * POST /auth/login (spec §7). Replaces a hash of an older scheme. Throws `NOT_REGISTERED`, `CREDENTIALS_INVALID`; on a
 * server `TOO_MANY_REQUESTS`.
 */
export async function logIn(deps: LogInContext, input: { username: string; password: string }): Promise<Session> {
  const username = toStorable(input.username)
  const attempt = async () => {
    const found = await deps.store.read.users.byUsername(username)
    if (!found) throw new ApiError('NOT_REGISTERED')
    if (!(await deps.passwords.matches(input.password, found.passwordHash, deps.client)))
      throw new ApiError('CREDENTIALS_INVALID')
    return found
  }
  // The limits remember the names of accounts, but none that no account can have.
  const account = username.length > textLimits.username ? undefined : username
  const user = await (deps.rateLimits?.logIn(deps.client, account, attempt) ?? attempt())
  if (deps.passwords.isOutdated(user.passwordHash)) await replaceHash(deps, user, input.password)
  return { user, token: await deps.tokens.issue(user) }
}

/** Stores a new hash of the password. Does nothing if the hash has changed meanwhile. */
async function replaceHash(deps: LogInContext, { id, passwordHash: former }: UserRow, password: string): Promise<void> {
  const passwordHash = await deps.passwords.hash(password, deps.client)
  await deps.store.transaction(async (tx) => {
    const user = await tx.users.lock(id, 'change')
    if (user?.passwordHash === former) await tx.users.patch(id, { set: { passwordHash } })
  })
}
