import type { ApolloClient, Unmasked } from '@apollo/client'
import { openBackend } from '../../backend/openBackend.ts'
import { sessionClient } from '../../apollo/client.ts'
import { isOutcomeUnknown, messagesOf, refusalIn } from '../../apollo/errors.ts'
import { beginSession, sessionUserOf } from '../../session/session.ts'
import type { SessionUserFragment } from '../../session/SessionUser.generated.ts'
import { SuggestionsDocument } from '../../features/people/Suggestions.generated.ts'
import { HomePageDocument } from '../../features/posts/HomePage.generated.ts'
import { currentSort } from '../../features/posts/SortSelect.tsx'
import type { LogInInput, PostOrder, SignUpInput } from '../../generated/types.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { longAutoCloseMs } from '../../ui/toasts/toastQueue.ts'
import type { FirstPage_QueryFragment } from './FirstPage.generated.ts'
import { LogInDocument } from './LogIn.generated.ts'
import { SignUpDocument } from './SignUp.generated.ts'

// The pages import this module only after the first paint, because it imports Apollo and the backend.

/**
 * Logs a user in: starts a session with the first page of Home and resolves to a greeting, or shows each message of a
 * failure as a toast (spec §8).
 */
export async function logIn(input: LogInInput): Promise<string | undefined> {
  return startSession('Welcome back', sendLogIn(input))
}

/**
 * Creates an account, and continues like `logIn`. Logs in if an earlier try in this tab may have created the account: its
 * response was lost, or cut off by a reload. Values that were changed meanwhile are not saved, and a toast says so.
 */
export async function signUp(input: SignUpInput): Promise<string | undefined> {
  return startSession('Welcome to Weft', async (variables) => {
    const mayExist = readUnanswered() === input.username
    setUnanswered(input.username)
    let payload: AuthPayload | undefined
    try {
      payload = await sendSignUp(input)(variables)
    } catch (error) {
      if (!mayExist && !isOutcomeUnknown(error)) setUnanswered(null)
      if (!mayExist || refusalIn(error)?.code !== 'USERNAME_TAKEN') throw error
      const { username, password } = input
      payload = await sendLogIn({ username, password })(variables).catch(() => {
        throw error
      })
      if (payload) warnIfValuesDiffer(payload.user, input)
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
  try {
    return sessionStorage.getItem(unansweredKey)
  } catch {
    // Storage is blocked.
    return null
  }
}

function setUnanswered(username: string | null): void {
  try {
    if (username === null) sessionStorage.removeItem(unansweredKey)
    else sessionStorage.setItem(unansweredKey, username)
  } catch {
    // Storage is full or blocked.
  }
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

/** Resolves to the payload as the `update` function gets it: only the type of its data includes the fragments. */
type SendAuth = (variables: FirstPageVariables) => Promise<AuthPayload | undefined>

const sendLogIn =
  (input: LogInInput): SendAuth =>
  async (variables) => {
    let payload: AuthPayload | undefined
    await sessionClient().mutate({
      mutation: LogInDocument,
      variables: { input, ...variables },
      update: (_cache, { data }) => void (payload = data?.logIn),
    })
    return payload
  }

const sendSignUp =
  (input: SignUpInput): SendAuth =>
  async (variables) => {
    let payload: AuthPayload | undefined
    await sessionClient().mutate({
      mutation: SignUpDocument,
      variables: { input, ...variables },
      update: (_cache, { data }) => void (payload = data?.signUp),
    })
    return payload
  }

async function startSession(greeting: string, send: SendAuth): Promise<string | undefined> {
  const variables = { orderBy: currentSort() }
  try {
    const payload = await send(variables)
    if (!payload) return undefined
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
