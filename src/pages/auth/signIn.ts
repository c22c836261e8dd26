import { openBackend } from '../../backend/backend.ts'
import { sessionClient } from '../../apollo/client.ts'
import { messagesOf } from '../../apollo/errors.ts'
import { beginSession, sessionUserOf } from '../../session/session.ts'
import type { SessionUserFragment } from '../../session/SessionUser.generated.ts'
import type { LogInInput, SignUpInput } from '../../generated/types.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { LogInDocument } from './LogIn.generated.ts'
import { SignUpDocument } from './SignUp.generated.ts'

/**
 * Log-in and sign-up. They bring Apollo and the backend with them, so their pages load this module only once they have
 * been painted. A success begins a session and greets; a failure shows each of its messages (spec §8).
 */

export async function logIn(input: LogInInput): Promise<void> {
  await greeted('Welcome back', async () => {
    const { data } = await sessionClient().mutate({ mutation: LogInDocument, variables: { input } })
    return data?.logIn
  })
}

export async function signUp(input: SignUpInput): Promise<void> {
  await greeted('Welcome to Weft', async () => {
    const { data } = await sessionClient().mutate({ mutation: SignUpDocument, variables: { input } })
    return data?.signUp
  })
}

/** The account of 'Test Login'. */
export async function demoCredentials(): Promise<LogInInput> {
  return (await openBackend()).demoAccount
}

/** Loads what log-in needs before it is needed. */
export function warmUp(): void {
  // A failure here is told when someone logs in.
  openBackend().catch(() => {})
}

interface Answer {
  token: string
  user: SessionUserFragment
}

async function greeted(greeting: string, call: () => Promise<Answer | undefined>): Promise<void> {
  try {
    const answer = await call()
    if (!answer) return
    beginSession({ token: answer.token, user: sessionUserOf(answer.user) })
    toast.success(`${greeting}, ${answer.user.username}!`)
  } catch (error) {
    for (const message of messagesOf(error)) toast.error(message)
  }
}
