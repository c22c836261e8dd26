import { openBackend } from '../../backend/openBackend.ts'
import { sessionClient } from '../../apollo/client.ts'
import { messagesOf } from '../../apollo/errors.ts'
import { beginSession, sessionUserOf } from '../../session/session.ts'
import type { SessionUserFragment } from '../../session/SessionUser.generated.ts'
import type { LogInInput, SignUpInput } from '../../generated/types.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { LogInDocument } from './LogIn.generated.ts'
import { SignUpDocument } from './SignUp.generated.ts'

/**
 * Log-in and sign-up. This module imports Apollo and the backend, so the pages load it only after they have been
 * painted. A success starts a session and greets the user; a failure shows each of its messages as a toast (spec §8).
 */

export async function logIn(input: LogInInput): Promise<void> {
  await startSession('Welcome back', async () => {
    const { data } = await sessionClient().mutate({ mutation: LogInDocument, variables: { input } })
    return data?.logIn
  })
}

export async function signUp(input: SignUpInput): Promise<void> {
  await startSession('Welcome to Weft', async () => {
    const { data } = await sessionClient().mutate({ mutation: SignUpDocument, variables: { input } })
    return data?.signUp
  })
}

/** Returns the account of 'Test Login'. */
export async function demoCredentials(): Promise<LogInInput> {
  return (await openBackend()).demoAccount
}

/** Opens the backend ahead of the first call. */
export function warmUp(): void {
  // The log-in call reports the failure.
  openBackend().catch(() => {})
}

interface Answer {
  token: string
  user: SessionUserFragment
}

async function startSession(greeting: string, call: () => Promise<Answer | undefined>): Promise<void> {
  try {
    const answer = await call()
    if (!answer) return
    beginSession({ token: answer.token, user: sessionUserOf(answer.user) })
    toast.success(`${greeting}, ${answer.user.username}!`)
  } catch (error) {
    for (const message of messagesOf(error)) toast.error(message)
  }
}
