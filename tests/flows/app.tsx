import { act, cleanup, render } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent, type UserEvent } from '@testing-library/user-event'
import { openDB } from 'idb'
import { StrictMode, type ComponentType } from 'react'
import { onTestFinished, vi } from 'vitest'
import { openIndexedDbStore } from '../../resolvers/browser/index.ts'
import type { Fault } from '../../src/backend/lab.ts'
import { openBackend, type TestUser, type TestBackend } from '../backend.ts'

/** A second backend over the same database, as another tab has it. Without the samples there is nobody and nothing. */
export async function openOtherTab({ samples = true } = {}): Promise<TestBackend> {
  const tab = await openBackend(openIndexedDbStore, { seed: samples, startAt: new Date().toISOString() })
  if (!samples) await tab.store.transaction((tx) => tx.meta.put('seededAt', 0))
  return tab
}

export interface StartOptions {
  /** Who is signed in. */
  as?: TestUser
  /** State of the router's in the history, such as the location to return to. */
  state?: unknown
  strict?: boolean
}

/** Loads a new app at this address, over the database of this test, up to its first render (src/main.tsx). */
export async function loadApp(path: string, state: unknown = null): Promise<{ App: ComponentType }> {
  vi.resetModules()
  await setLab()
  history.replaceState({ usr: state, key: 'start', idx: 0 }, '', path)
  const [{ App }, { preloadPage }] = await Promise.all([import('../../src/App.tsx'), import('../../src/routes.ts')])
  await preloadPage({ pathname: location.pathname, state })
  onTestFinished(() => {
    cleanup()
    localStorage.clear()
  })
  return { App }
}

/** Renders a new app at this address. Returns its user. */
export async function startApp(
  path: string,
  { as, state = null, strict = false }: StartOptions = {},
): Promise<UserEvent> {
  if (as) keepSession(as)
  const { App } = await loadApp(path, state)
  // Without styles there is nothing to check, and nothing to wait for.
  const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })
  const app = strict ? (
    <StrictMode>
      <App />
    </StrictMode>
  ) : (
    <App />
  )
  // Awaited, because the first render suspends on the page's query.
  await act(async () => render(app))
  await drawn()
  return user
}

/** Waits for the first page. Within `act` React shows at once what it would hold back for the sake of people's eyes. */
async function drawn(): Promise<void> {
  const loading = () => !document.querySelector('h1') || document.querySelector('output')
  for (let turn = 0; turn < 1000 && loading(); turn += 1) {
    await act(() => new Promise<void>((resolve) => setTimeout(resolve)))
  }
}

/** The page is loaded anew: all that stays is what the browser keeps. */
export async function reload(path: string, as: TestUser): Promise<UserEvent> {
  cleanup()
  return startApp(path, { as })
}

/** The member's session as the app has it. */
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

/** Keeps the member's session as the app does. */
export function keepSession(member: TestUser): void {
  const { token, user } = sessionOf(member)
  localStorage.setItem('data', token)
  localStorage.setItem('curr_user', JSON.stringify(user))
}

/** The path with query and hash. */
export function address(): string {
  return location.pathname + location.search + location.hash
}

/**
 * The other tab writes and does not come to an end: no call of the app is answered until it is released. This is how a
 * test looks at what is shown in between.
 */
export async function holdDatabase({ store }: TestBackend): Promise<{ release: () => Promise<void> }> {
  let held = true
  const over = { begun: () => {} }
  const begun = new Promise<void>((resolve) => {
    over.begun = resolve
  })
  const done = store.transaction(async (tx) => {
    do {
      await tx.meta.get('held')
      over.begun()
    } while (held)
  })
  await begun
  return {
    release: () => {
      held = false
      return done
    },
  }
}

/** Counts the changes that are written from here on, each a transaction of its own. */
export function countWrites(): () => number {
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  return () => transaction.mock.calls.filter(([, mode]) => mode === 'readwrite').length
}

/** Sets a fault in the lab of the app, or none; without any delay. */
export async function setLab(fault: Partial<Fault> = {}): Promise<void> {
  const { openLab } = await import('../../src/backend/lab.ts')
  const { defaults, change } = await openLab()
  await change({ latency: { ...defaults.latency, ms: 0 }, fault: { ...defaults.fault, ...fault } })
}

/** From now on every call of the app is answered with 500. */
export function failEveryCall(): Promise<void> {
  return setLab({ kind: 'errorBefore' })
}

/** What the backend reports of such a call, and what it is called to the outside. */
export const reported = 'The lab injected this fault.'
export const fault = 'Something went wrong on our side.'

/** The member's record is gone, as no call of ours takes it away. */
export async function removeMember(id: string): Promise<void> {
  const db = await openDB('weft')
  await db.delete('users', [id])
  db.close()
}
