import { ApolloLink } from '@apollo/client'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent, type UserEvent } from '@testing-library/user-event'
import { OperationTypeNode } from 'graphql'
import { openDB } from 'idb'
import { StrictMode, type ReactElement } from 'react'
import { toast } from 'react-toastify/unstyled'
import { finalize, merge, NEVER, ReplaySubject } from 'rxjs'
import { expect, vi } from 'vitest'
import { openIndexedDbStore } from '../../resolvers/browser/index.ts'
import { App } from '../../src/App.tsx'
import { forgetLoss } from '../../src/backend/connection.ts'
import { openInPageBackend } from '../../src/backend/inPageBackend.ts'
import { openLab, type Fault } from '../../src/backend/lab.ts'
import {
  connectBackend,
  openBackend as openAppBackend,
  type BackendClient,
  type Connect,
  type InBrowserBackend,
} from '../../src/backend/openBackend.ts'
import { loadDrafts } from '../../src/features/drafts/draftStore.ts'
import { openingPage, showSkeletonUntil } from '../../src/layout/page/openingPage.ts'
import { rememberFocusedPlaces } from '../../src/layout/page/focusedPlaces.ts'
import { createRoutes, preloadPage } from '../../src/routes.ts'
import { endSession } from '../../src/session/session.ts'
import { announce } from '../../src/ui/pageFocus.ts'
import { Toasts } from '../../src/ui/toasts/toast.ts'
import { openBackend, type BackendSetup, type TestUser, type TestBackend } from '../backend.ts'
import { at, recordOf } from '../values.ts'

/** Opens a second backend over the same database, as another tab would. Without `samples` the database is empty. */
export async function openOtherTab({
  samples = true,
  ...setup
}: BackendSetup & { samples?: boolean } = {}): Promise<TestBackend> {
  const tab = await openBackend(openIndexedDbStore, { ...setup, seed: samples, startAt: new Date().toISOString() })
  if (!samples) await tab.store.transaction((tx) => tx.meta.put('seededAt', 0))
  return tab
}

export interface StartOptions {
  /** Who is signed in. */
  as?: TestUser
  /** The router's state in the history, such as the location to return to. */
  state?: unknown
  strict?: boolean
}

/**
 * Loads a new app at this address up to its first render, as src/main.tsx does: over the database of this test, with
 * the session and the settings in localStorage. Most tests let the page start its own query.
 */
export async function loadApp(
  path: string,
  state: unknown = null,
  { startsQuery = false, fault = {} }: { startsQuery?: boolean; fault?: Partial<Fault> } = {},
): Promise<ReactElement> {
  await setLab(fault)
  history.replaceState({ usr: state, key: crypto.randomUUID(), idx: 0 }, '', path)
  // The modules of the session, the settings and the drafts have read localStorage before.
  window.dispatchEvent(new StorageEvent('storage'))
  loadDrafts()
  rememberFocusedPlaces()
  const routes = createRoutes()
  const page = preloadPage(
    routes,
    { pathname: location.pathname, search: location.search, state },
    { query: startsQuery },
  )
  if (startsQuery) void showSkeletonUntil(location.pathname, page.data)
  await page.code
  return (
    <>
      <App routes={routes} />
      <Toasts />
    </>
  )
}

/** The operations in flight, without subscriptions. */
const inFlight = new Set<ApolloLink.Operation>()

const trackOperations = new ApolloLink((operation, forward) => {
  if (operation.operationType === OperationTypeNode.SUBSCRIPTION) return forward(operation)
  inFlight.add(operation)
  return forward(operation).pipe(finalize(() => inFlight.delete(operation)))
})

const passOn = new ApolloLink((operation, forward) => forward(operation))

/**
 * Connects the app to a new backend: by default one in this page, over the database of this test. All operations go
 * through `link`.
 */
export function connectNewBackend(link = passOn, open: Connect = openInPageBackend): void {
  inFlight.clear()
  connectBackend(async (onLost) => {
    const backend = await open(onLost)
    return { ...backend, link: ApolloLink.from([trackOperations, link, backend.link]) }
  })
}

/** Connects the app to a new backend. Returns where the results of further live updates can be emitted. */
export function connectWithChanges(link = passOn): ReplaySubject<ApolloLink.Result> {
  const changes = new ReplaySubject<ApolloLink.Result>()
  const addChanges = new ApolloLink((operation, forward) =>
    operation.operationName === 'Changes' ? merge(forward(operation), changes) : forward(operation),
  )
  connectNewBackend(ApolloLink.from([addChanges, link]))
  return changes
}

/** Connects the app to a new backend whose live updates never arrive. */
export function connectWithoutChanges(): void {
  connectNewBackend(
    new ApolloLink((operation, forward) => (operation.operationName === 'Changes' ? NEVER : forward(operation))),
  )
}

/** Returns the live update of a change of this user, with what the user has now. `isViewer`: whether the user sees it. */
export async function userChangeOf(
  tab: TestBackend,
  { token }: TestUser,
  isViewer: boolean,
): Promise<ApolloLink.Result> {
  const fields = `__typename id updatedAt postCount followerCount followingCount
    username firstName lastName bio portfolioUrl avatarUrl email`
  const user = recordOf(at(await tab.gql(`{ viewer { ${fields} } }`, {}, token), 'data.viewer'))
  return { data: { changes: { __typename: 'UserChange', user: { ...user, isViewer } } } }
}

/** Waits until every call is answered and the app has handled the answers. */
export async function waitForResponses(): Promise<void> {
  do {
    await waitFor(() => expect([...inFlight].map(({ operationName }) => operationName)).toEqual([]))
    await act(() => new Promise<void>((resolve) => setTimeout(resolve)))
  } while (inFlight.size > 0)
}

/**
 * Unmounts the app, ends its session, and resets what modules keep (lost connections, the first page, the announcement,
 * toasts). Waits for all responses first, because some lead to a toast.
 */
export async function closeApp(): Promise<void> {
  await waitForResponses()
  cleanup()
  endSession('initial')
  for (const loss of ['backend', 'updates', 'uploads', 'code'] as const) forgetLoss(loss)
  openingPage.set(null)
  announce('')
  // Also those that wait for the container.
  toast.dismiss()
  // A change of session is also applied to the backend, which must happen before the next test or the end of jsdom.
  await openAppBackend().catch(() => {})
}

/** Returns a backend in this page with some of its own parts replaced. */
export function withInBrowser(backend: BackendClient, parts: Partial<InBrowserBackend>): BackendClient {
  return { ...backend, inBrowser: backend.inBrowser && { ...backend.inBrowser, ...parts } }
}

/** Renders a new app at this address. Returns its user. */
export async function startApp(
  path: string,
  { as, state = null, strict = false }: StartOptions = {},
): Promise<UserEvent> {
  if (as) storeSession(as)
  const app = await loadApp(path, state)
  // jsdom applies no style sheets, so a check of `pointer-events` would only cost time.
  const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })
  // Awaited, because the first render suspends on the page's query.
  await act(async () => render(strict ? <StrictMode>{app}</StrictMode> : app))
  await waitForFirstPage()
  return user
}

/** Waits for the first page. Inside `act` React skips the delay with which it otherwise replaces a fallback. */
async function waitForFirstPage(): Promise<void> {
  // Faster in jsdom than selectors.
  const count = (name: string) => document.getElementsByTagName(name).length
  const loading = () => count('h1') === 0 || count('output') > 0
  for (let turn = 0; turn < 1000 && loading(); turn += 1) {
    await act(() => new Promise<void>((resolve) => setTimeout(resolve)))
  }
}

/** Reloads the page at this address: only the browser's storage stays. */
export async function reload(path: string, as: TestUser): Promise<UserEvent> {
  await closeApp()
  connectNewBackend()
  return startApp(path, { as })
}

/** Returns the user's session in the app's form. */
export function sessionOf({ id, username, token }: TestUser) {
  const user = {
    _id: id,
    username,
    firstName: 'First',
    lastName: 'Last',
    email: '',
    bio: '',
    profile: '',
    avatar: '/art/avatar-default.svg',
  }
  return { token, user }
}

/** Stores the user's session as the app does. */
export function storeSession(testUser: TestUser): void {
  const { token, user } = sessionOf(testUser)
  localStorage.setItem('data', token)
  localStorage.setItem('curr_user', JSON.stringify(user))
}

/** The path with query and hash. */
export function address(): string {
  return location.pathname + location.search + location.hash
}

/**
 * Keeps a write transaction of the other tab open, so that no call of the app is answered until `release`. Tests use it
 * to check what the page shows while a call is under way.
 */
export async function holdDatabase({ store }: TestBackend): Promise<{ release: () => Promise<void> }> {
  let held = true
  let reportStart = () => {}
  const started = new Promise<void>((resolve) => {
    reportStart = resolve
  })
  const done = store.transaction(async (tx) => {
    do {
      await tx.meta.get('held')
      reportStart()
    } while (held)
  })
  await started
  return {
    release: () => {
      held = false
      return done
    },
  }
}

/**
 * Returns a function that counts the write transactions since this call. Each mutation is one transaction. Notifications are
 * derived in others, which are not strictly durable.
 */
export function countWrites(): () => number {
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  return () =>
    transaction.mock.calls.filter(([, mode, options]) => mode === 'readwrite' && options?.durability !== 'relaxed')
      .length
}

/** Sets the lab's fault (default: none) and turns latency off. */
export async function setLab(fault: Partial<Fault> = {}): Promise<void> {
  const { defaults, change } = await openLab()
  await change({ latency: { ...defaults.latency, ms: 0 }, fault: { ...defaults.fault, ...fault } })
}

/** Answers every later call of the app with 500. */
export function failEveryCall(): Promise<void> {
  return setLab({ kind: 'errorBefore' })
}

/** The error that the backend logs for such a call, and the message that the client gets. */
export const injectedFaultMessage = 'The lab injected this fault.'
export const serverErrorMessage = 'Something went wrong on our side.'

/** Deletes a user's row directly in the database: the API has no such call. */
export async function deleteUserRow(id: string): Promise<void> {
  const db = await openDB('weft')
  await db.delete('users', [id])
  db.close()
}
