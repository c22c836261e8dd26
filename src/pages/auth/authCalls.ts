import { openBackend } from '../../backend/openBackend.ts'
import { sessionClient } from '../../apollo/client.ts'
import { messagesOf } from '../../apollo/errors.ts'
import { beginSession, sessionUserOf } from '../../session/session.ts'
import type { SessionUserFragment } from '../../session/SessionUser.generated.ts'
import type { LogInInput, SignUpInput } from '../../generated/types.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { LogInDocument } from './LogIn.generated.ts'
import { SignUpDocument } from './SignUp.generated.ts'

// The pages import this module only after the first paint, because it imports Apollo and the backend.

/** Logs a user in: starts a session and shows a greeting, or shows each message of a failure as a toast (spec §8). */
export async function logIn(input: LogInInput): Promise<void> {
  await startSession('Welcome back', async () => {
    const { data } = await sessionClient().mutate({ mutation: LogInDocument, variables: { input } })
    return data?.logIn
  })
}

/** Creates an account, and continues like `logIn`. */
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

/** Opens the backend before the first call. */
export function warmUp(): void {
  // The log-in call reports failures.
  openBackend().catch(() => {})
}

interface AuthPayload {
  token: string
  user: SessionUserFragment
}

async function startSession(greeting: string, call: () => Promise<AuthPayload | undefined>): Promise<void> {
  try {
    const payload = await call()
    if (!payload) return
    beginSession({ token: payload.token, user: sessionUserOf(payload.user) })
    toast.success(`${greeting}, ${payload.user.username}!`)
  } catch (error) {
    for (const message of messagesOf(error)) toast.error(message)
  }
}
