import type { ApolloClient, Unmasked } from '@apollo/client'
import { tryStorage } from '../../lib/tryStorage.ts'
import { openBackend } from '../../backend/openBackend.ts'
import { sendMutation } from '../../apollo/calls.ts'
import { sessionClient } from '../../apollo/client.ts'
import { isOutcomeUnknown, messagesOf, refusalIn } from '../../apollo/errors.ts'
import { beginSession, sessionUserOf } from '../../session/session.ts'
import type { SessionUserFragment } from '../../session/SessionUser.generated.ts'
import { SuggestionsDocument } from '../../features/people/Suggestions.generated.ts'
import { HomePageDocument } from '../../features/posts/lists/HomePage.generated.ts'
import { preferences } from '../../ui/preferences/preferences.ts'
import type { LogInInput, PostOrder, SignUpInput } from '../../generated/types.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { longAutoCloseMs } from '../../ui/toasts/toastQueue.ts'
import type { FirstPage_QueryFragment } from './FirstPage.generated.ts'
import { LogInDocument, type LogInMutationVariables } from './LogIn.generated.ts'
import { SignUpDocument } from './SignUp.generated.ts'

// The pages import this module only after the first paint, because it imports Apollo and the backend.

/**
 * Logs a user in: starts a session with the first page of Home and resolves to a greeting, or shows each message of a
 * failure as a toast (spec §8).
 */
export async function logIn(
  input: LogInInput,
  { onUnknownUser }: { onUnknownUser?: () => void } = {},
): Promise<string | undefined> {
  return startSession('Welcome back', async (variables) => {
    try {
      return await sendLogIn({ input, ...variables })
    } catch (error) {
      if (refusalIn(error)?.code === 'NOT_REGISTERED') onUnknownUser?.()
      throw error
    }
  })
}

/**
 * Creates an account, and continues like `logIn`. Logs in if an earlier try in this tab may have created the account: its
 * response was lost, or cut off by a reload. Values that were changed meanwhile are not saved, and a toast says so.
 */
export async function signUp(input: SignUpInput): Promise<string | undefined> {
  return startSession('Welcome to Weft', async (variables) => {
    const mayExist = readUnanswered() === input.username
    setUnanswered(input.username)
    let payload: AuthPayload
    try {
      payload = (await sendMutation(sessionClient(), SignUpDocument, { input, ...variables })).signUp
    } catch (error) {
      if (!mayExist && !isOutcomeUnknown(error)) setUnanswered(null)
      if (!mayExist || refusalIn(error)?.code !== 'USERNAME_TAKEN') throw error
      const { username, password } = input
      payload = await sendLogIn({ input: { username, password }, ...variables }).catch(() => {
        throw error
      })
      warnIfValuesDiffer(payload.user, input)
    }
    setUnanswered(null)
    return payload
  })
}

/** Shows the stored values of an account that an earlier try created, if they differ from `input`. */
function warnIfValuesDiffer({ firstName, lastName, email }: SessionUserFragment, input: SignUpInput): void {
  if (firstName === input.firstName && lastName === input.lastName && email === input.email) return
  const values = `${firstName} ${lastName}, ${email}`
  toast.warning(
    `Your account was created at your first try, as ${values}. To use other values, delete the account in Settings and ` +
      'sign up again.',
    { autoClose: longAutoCloseMs },
  )
}

const unansweredKey = 'signUp'

/** Returns the username of the last sign-up in this tab without a response, from `sessionStorage`. */
function readUnanswered(): string | null {
  return tryStorage(() => sessionStorage.getItem(unansweredKey)) ?? null
}

function setUnanswered(username: string | null): void {
  tryStorage(() => {
    if (username === null) sessionStorage.removeItem(unansweredKey)
    else sessionStorage.setItem(unansweredKey, username)
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
  query: Unmasked<FirstPage_QueryFragment>
}

interface FirstPageVariables {
  orderBy: PostOrder
}

async function sendLogIn(variables: LogInMutationVariables): Promise<AuthPayload> {
  return (await sendMutation(sessionClient(), LogInDocument, variables)).logIn
}

async function startSession(
  greeting: string,
  send: (variables: FirstPageVariables) => Promise<AuthPayload>,
): Promise<string | undefined> {
  const variables = { orderBy: preferences.get().sort }
  try {
    const payload = await send(variables)
    beginSession({ token: payload.token, user: sessionUserOf(payload.user) })
    writeFirstPage(sessionClient(), payload.query, variables)
    return `${greeting}, ${payload.user.username}!`
  } catch (error) {
    for (const message of messagesOf(error)) toast.error(message)
    return undefined
  }
}

/** Stores the first page of Home, so that /home needs no request. */
function writeFirstPage(client: ApolloClient, data: AuthPayload['query'], variables: FirstPageVariables): void {
  client.writeQuery({ query: HomePageDocument, variables, data })
  client.writeQuery({ query: SuggestionsDocument, data })
}
