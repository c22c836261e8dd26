import { nullIfRefused } from './errorCatalogue.ts'
import { requireViewer, type Dependencies } from './serviceContext.ts'
import { createTokens } from './token.ts'

/**
 * Reads the user of a token, for a task that replaces all data and so ends every session. Returns a function that issues
 * a new token for that user, or returns null if the token was not valid or the new data lacks the user.
 */
export async function tokenRenewal(
  { store, clock }: Pick<Dependencies, 'store' | 'clock'>,
  authorization: string | null,
): Promise<() => Promise<string | null>> {
  const tokens = createTokens(store, clock)
  const viewer = await requireViewer({ store, tokens, authorization }).catch(nullIfRefused)
  return async () => {
    if (!viewer) return null
    const [user] = await store.read.users.getMany([viewer.id])
    return user?.username === viewer.username ? tokens.issue(user) : null
  }
}
