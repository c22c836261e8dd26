import { UniqueViolationError } from '../store/port.ts'
import type { Json, UserRow } from '../store/rows.ts'
import { toStorable } from '../store/text.ts'
import { transactAndPublish, type Dependencies } from './serviceContext.ts'
import { ApiError, badInput } from './errors.ts'
import { storableFields } from './extraFields.ts'
import { hashPassword, passwordMatches } from './password.ts'
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

/** The avatar of users who have not chosen a picture. */
export const defaultAvatarUrl = '/art/avatar-default.svg'

/** POST /auth/signup (spec §7). Throws `USERNAME_TAKEN`, `BAD_INPUT`. */
export async function signUp(deps: Dependencies, input: SignUpInput): Promise<Session> {
  const { password, ...fields } = storableTexts(input)
  if (!fields.username) throw badInput('username', 'must not be empty')
  if (!password) throw badInput('password', 'must not be empty')
  const extra = storableFields(fields.extra, password)
  const passwordHash = await hashPassword(password, deps.passwordIterations)
  const id = deps.ids()
  // Before the transaction: if this fails, no account must exist.
  const token = await deps.tokens.issue({ id, username: fields.username, tokenVersion: 0 })
  const user = await transactAndPublish(deps, async (tx, { publish }) => {
    const now = deps.clock()
    const row: UserRow = {
      ...fields,
      extra,
      id,
      passwordHash,
      bio: '',
      portfolioUrl: '',
      avatarUrl: defaultAvatarUrl,
      createdAt: now,
      updatedAt: now,
      postCount: 0,
      followerCount: 0,
      followingCount: 0,
      tokenVersion: 0,
    }
    await tx.users.insert(row)
    publish('userChanged', { userId: id })
    return row
  }).catch((error: unknown) => {
    throw error instanceof UniqueViolationError ? new ApiError('USERNAME_TAKEN') : error
  })
  return { user, token }
}

/** POST /auth/login (spec §7). Throws `NOT_REGISTERED`, `CREDENTIALS_INVALID`. */
export async function logIn(deps: Dependencies, input: { username: string; password: string }): Promise<Session> {
  const user = await deps.store.read.users.byUsername(toStorable(input.username))
  if (!user) throw new ApiError('NOT_REGISTERED')
  if (!(await passwordMatches(input.password, user.passwordHash))) throw new ApiError('CREDENTIALS_INVALID')
  return { user, token: await deps.tokens.issue(user) }
}
