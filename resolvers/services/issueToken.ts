import { SignJWT } from 'jose'
import type { UserRow } from '../store/rows.ts'
import type { Dependencies } from './serviceContext.ts'
import { TOKEN_ALGORITHM, type Claims } from './token.ts'

const LIFETIME_SECONDS = 30 * 24 * 60 * 60

/** Returns a token that is valid for 30 days. */
export async function issueToken(
  { tokens, clock }: Pick<Dependencies, 'tokens' | 'clock'>,
  { userId, username, generation }: Claims,
): Promise<string> {
  const now = Math.floor(clock() / 1000)
  return new SignJWT({ _id: userId, username, ...(generation > 0 && { generation }) })
    .setProtectedHeader({ alg: TOKEN_ALGORITHM })
    .setIssuedAt(now)
    .setExpirationTime(now + LIFETIME_SECONDS)
    .sign(await tokens.key())
}

/** Returns what a token of this user says. */
export function claimsOf({ id, username, tokenGeneration }: UserRow): Claims {
  return { userId: id, username, generation: tokenGeneration }
}
