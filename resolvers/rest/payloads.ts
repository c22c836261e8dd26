import type { SignUpInput } from '../services/auth.ts'
import type { PostContent } from '../services/posts.ts'
import type { ProfileChanges } from '../services/profile.ts'
import { objectField, optionalText, requiredText, type JsonObject } from './body.ts'

/** Fields that the server owns. Sign-up ignores them instead of refusing them (docs/spec-decisions.md, "Payloads"). */
const ignoredAtSignUp = new Set([
  '_id',
  'id',
  'followers',
  'following',
  'bookmarks',
  'bio',
  'profile',
  'avatar',
  'createdAt',
  'updatedAt',
])

/** The fields of sign-up that spec §7 lists. All others are further fields. */
const knownAtSignUp = new Set(['firstname', 'firstName', 'lastname', 'lastName', 'email', 'username', 'password'])

/** Reads the body of POST /auth/signup. Accepts both spellings of the names. */
export function signUpInputIn(body: JsonObject): SignUpInput {
  return {
    firstName: optionalText(body, 'firstname') ?? optionalText(body, 'firstName') ?? '',
    lastName: optionalText(body, 'lastname') ?? optionalText(body, 'lastName') ?? '',
    email: optionalText(body, 'email') ?? '',
    username: requiredText(body, 'username'),
    password: requiredText(body, 'password'),
    extra: Object.fromEntries(Object.entries(body).filter(([name]) => isExtra(name))),
  }
}

function isExtra(name: string): boolean {
  return !knownAtSignUp.has(name) && !ignoredAtSignUp.has(name)
}

/** What REST calls the fields that the services name differently. */
export const restNames = {
  mediaUrl: 'post_img',
  mediaType: 'media_type',
  portfolioUrl: 'profile',
  avatarUrl: 'avatar',
  idempotencyKey: 'Idempotency-Key',
}

/** Reads the fields of a post in `postData`. Ignores all others. */
export function postChangesIn(body: JsonObject): Partial<PostContent> {
  const postData = objectField(body, 'postData')
  return defined({
    content: optionalText(postData, 'content'),
    mediaUrl: optionalText(postData, restNames.mediaUrl),
    mediaType: optionalText(postData, restNames.mediaType),
  })
}

/** Reads the fields of a profile in `userData`. Ignores all others. */
export function profileChangesIn(body: JsonObject): { changes: ProfileChanges; username: string | undefined } {
  const userData = objectField(body, 'userData')
  const changes = defined({
    bio: optionalText(userData, 'bio'),
    portfolioUrl: optionalText(userData, restNames.portfolioUrl),
    avatarUrl: optionalText(userData, restNames.avatarUrl),
  })
  return { changes, username: optionalText(userData, 'username') }
}

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

/** Removes the fields that are undefined. */
function defined<T extends Record<string, string | undefined>>(fields: T): Defined<T> {
  const present: Defined<T> = {}
  for (const key in fields) {
    const value = fields[key]
    if (isDefined(value)) present[key] = value
  }
  return present
}

function isDefined<T>(value: T): value is Exclude<T, undefined> {
  return value !== undefined
}
