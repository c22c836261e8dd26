import type { SignUpInput } from '../services/auth.ts'
import type { PostContent } from '../services/posts.ts'
import type { ProfileChanges } from '../services/profile.ts'
import { objectField, optionalText, requiredText, type JsonObject } from './body.ts'

/** Fields of sign-up that the server owns: ignored, never rejected (docs/spec-decisions.md, "Payloads"). */
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

/** Fields of sign-up with a declared meaning; all others are further fields. */
const namedAtSignUp = new Set(['firstname', 'firstName', 'lastname', 'lastName', 'email', 'username', 'password'])

/** The body of POST /auth/signup. Both spellings of the names are accepted. */
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
  return !namedAtSignUp.has(name) && !ignoredAtSignUp.has(name)
}

/** What `postData` sends of a post; everything else in it is ignored. */
export function postChangesIn(body: JsonObject): Partial<PostContent> {
  const postData = objectField(body, 'postData')
  return sent({
    content: optionalText(postData, 'content'),
    mediaUrl: optionalText(postData, 'post_img'),
    mediaType: optionalText(postData, 'media_type'),
  })
}

/** What `userData` sends of a profile; everything else in it is ignored. */
export function profileChangesIn(body: JsonObject): { changes: ProfileChanges; username: string | undefined } {
  const userData = objectField(body, 'userData')
  const changes = sent({
    bio: optionalText(userData, 'bio'),
    portfolioUrl: optionalText(userData, 'profile'),
    avatarUrl: optionalText(userData, 'avatar'),
  })
  return { changes, username: optionalText(userData, 'username') }
}

type Sent<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

/** Only the fields that hold something. */
function sent<T extends Record<string, string | undefined>>(fields: T): Sent<T> {
  const given: Sent<T> = {}
  for (const key in fields) {
    const value = fields[key]
    if (isGiven(value)) given[key] = value
  }
  return given
}

function isGiven<T>(value: T): value is Exclude<T, undefined> {
  return value !== undefined
}
