import type { SignUpInput } from '../services/auth.ts'
import type { PostContent } from '../services/posts.ts'
import { profileChanges } from '../services/profile.ts'
import { profileColumns, type Profile } from '../store/rows.ts'
import { objectField, optionalText, requiredText, type JsonObject } from './body.ts'

/** What REST calls the fields that the services name differently. */
export const restNames = {
  mediaUrl: 'post_img',
  mediaType: 'media_type',
  portfolioUrl: 'profile',
  avatarUrl: 'avatar',
  idempotencyKey: 'Idempotency-Key',
}

const names = new Map(Object.entries(restNames))

/** Returns what REST calls a field of the services. */
export function restNameOf(field: keyof Profile | keyof PostContent): string {
  return names.get(field) ?? field
}

/** Fields that the server owns. Sign-up ignores them instead of refusing them (docs/spec-decisions.md, "Payloads"). */
const ignoredAtSignUp = new Set<string>([
  '_id',
  'id',
  'followers',
  'following',
  'bookmarks',
  'createdAt',
  'updatedAt',
  ...profileColumns.map(restNameOf),
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

/** Reads the fields of a post in `postData`. Ignores all others. */
export function postChangesIn(body: JsonObject): Partial<PostContent> {
  const postData = objectField(body, 'postData')
  const changes: Partial<PostContent> = {}
  for (const field of ['content', 'mediaUrl', 'mediaType'] as const) {
    const text = optionalText(postData, restNameOf(field))
    if (text !== undefined) changes[field] = text
  }
  return changes
}

/** Reads the fields of a profile in `userData`. Ignores all others. */
export function profileChangesIn(body: JsonObject): { changes: Partial<Profile>; username: string | undefined } {
  const userData = objectField(body, 'userData')
  const changes = profileChanges((column) => optionalText(userData, restNameOf(column)))
  return { changes, username: optionalText(userData, 'username') }
}
