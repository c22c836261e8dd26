import { isObject } from '../../shared/json.ts'
import type { Session } from './storedSession.ts'

/** Returns whether the token belongs to another user than the stored one. False for an unreadable token. */
export function isOtherUsersToken({ token, user }: Session): boolean {
  const payload = payloadOf(token)
  return payload !== null && (payload['_id'] !== user._id || payload['username'] !== user.username)
}

function payloadOf(token: string): { readonly [name: string]: unknown } | null {
  try {
    const base64 = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isObject(payload) ? payload : null
  } catch {
    return null
  }
}
