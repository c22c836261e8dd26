import type { ApolloClient, Unmasked } from '@apollo/client'
import { openBackend } from '../../backend/openBackend.ts'
import { sendMutation } from '../../apollo/calls.ts'
import { sessionClient } from '../../apollo/client.ts'
import { lastEventOf } from '../../apollo/lastEvent.ts'
import { refusalIn } from '../../backend/refusals.ts'
import { beginSession, currentScope, sessionUserOf } from '../../session/session.ts'
import type { SessionUserFragment } from '../../session/SessionUser.generated.ts'
import { SuggestionsDocument } from '../../features/people/Suggestions.generated.ts'
import { HomePageDocument } from '../home/HomePage.generated.ts'
import { preferences } from '../../ui/preferences/preferences.ts'
import type { LogInInput, PostOrder, SignUpInput } from '../../generated/types.ts'
import type { FirstPage_QueryFragment } from './FirstPage.generated.ts'
import { LogInDocument } from './LogIn.generated.ts'
import { SignUpDocument } from './SignUp.generated.ts'

// The pages import this module only after the first paint, because it imports Apollo and the backend.

/** The message for a user whose session has begun. The signal aborts at the end of the session. */
export interface Greeting {
  message: string
  signal: AbortSignal
}

/** Logs a user in: starts a session with the first page of Home and resolves to a greeting. */
export async function logIn(
  input: LogInInput,
  { onUnknownUser }: { onUnknownUser?: () => void } = {},
): Promise<Greeting> {
  return startSession('Welcome back', async (variables) => {
    try {
      return (await sendMutation(sessionClient(), LogInDocument, { input, ...variables })).logIn
    } catch (error) {
      if (refusalIn(error)?.code === 'NOT_REGISTERED') onUnknownUser?.()
      throw error
    }
  })
}

/** Creates an account, and continues like `logIn`. */
export async function signUp(input: SignUpInput): Promise<Greeting> {
  return startSession(
    'Welcome to Weft',
    async (variables) => (await sendMutation(sessionClient(), SignUpDocument, { input, ...variables })).signUp,
  )
}

/** Returns the account of 'Test Login'. Rejects on a server without it, which has no such button. */
export async function demoCredentials(): Promise<LogInInput> {
  const { demoAccount } = await openBackend()
  if (!demoAccount) throw new Error('This server has no account for Test Login.')
  return demoAccount
}

/** Opens the backend before the first call. */
export function warmUp(): void {
  // The log-in call reports failures.
  openBackend().catch(() => {})
}

interface AuthPayload {
  token: string
  user: SessionUserFragment
  query: Unmasked<FirstPage_QueryFragment>
}

interface FirstPageVariables {
  orderBy: PostOrder
}

async function startSession(
  greeting: string,
  send: (variables: FirstPageVariables) => Promise<AuthPayload>,
): Promise<Greeting> {
  const variables = { orderBy: preferences.get().homeSort }
  const lastEvent = lastEventOf(currentScope())
  const payload = await send(variables)
  beginSession({ token: payload.token, user: sessionUserOf(payload.user) })
  // The visitor's session has read the first page.
  lastEventOf(currentScope()).id = lastEvent.id
  writeFirstPage(sessionClient(), payload.query, variables)
  return { message: `${greeting}, ${payload.user.username}!`, signal: currentScope().signal }
}

/** Stores the first page of Home, so that /home needs no request. */
function writeFirstPage(client: ApolloClient, data: AuthPayload['query'], variables: FirstPageVariables): void {
  client.writeQuery({ query: HomePageDocument, variables, data })
  client.writeQuery({ query: SuggestionsDocument, data })
}
