import {
  createSimulation,
  holdLabLock,
  InjectedFaultError,
  isLabLockHeld,
  onLabEnabled,
  openLab,
  toGraphQLError,
  type LabSetup,
  type LabStore,
  type RequestSummary,
} from '../../resolvers/browser/lab.ts'
import type { ApolloLink } from '@apollo/client'
import { createOnce } from '../../shared/createOnce.ts'
import { mediaPath } from '../../shared/formats.ts'
import { pageSettledOrLate } from '../lib/pageSettled.ts'
import { labLink } from './labLink.ts'
import type { LabClient } from './openBackend.ts'

interface PageLabOptions extends Pick<LabSetup, 'counts' | 'defaultLatency'> {
  store: LabStore
  /** Reach all tabs. */
  events: EventTarget
  /** Where operations are executed. */
  via: RequestSummary['via']
  /** Called with every injected 500, just as a backend reports unexpected errors. */
  report: (error: unknown) => void
}

interface PageLab {
  /** Applies the network conditions to the next link, and logs operations. */
  link: ApolloLink
  /** Does the same for an upload. */
  simulateUpload: (upload: () => Promise<string>, signal: AbortSignal) => Promise<string>
  client: LabClient
}

/** Creates the lab of this page, which is the same in front of the backend in the page and in front of a server. */
export function createPageLab({ store, events, via, report, ...setup }: PageLabOptions): PageLab {
  const simulation = createSimulation({
    store,
    events,
    clock: Date.now,
    defaultLatency: setup.defaultLatency,
    isRecording: isLabLockHeld,
    recentRequests: { redactWhen: pageSettledOrLate },
  })
  const summarize = () => ({ via, name: `POST ${mediaPath}`, method: 'POST', path: mediaPath })
  const injectedError = (thrown: unknown) =>
    thrown instanceof InjectedFaultError ? toGraphQLError(thrown, report) : undefined
  return {
    link: labLink({ simulation, via, injectedError }),
    async simulateUpload(upload, signal) {
      try {
        return await simulation.run({ summarize, signal }, upload, () => ({ status: 201 }))
      } catch (thrown) {
        throw injectedError(thrown) ?? thrown
      }
    },
    client: {
      open: createOnce(() =>
        openLab(store, events, {
          ...setup,
          startRecording: keepLabLock,
          recentEntries: simulation.recentEntries,
        }),
      ),
      clearRequestLog: () => void events.dispatchEvent(new CustomEvent('labClearLog')),
      onEnabled: (listener) => onLabEnabled(store, events, listener),
    },
  }
}

/** Holds the lock of the lab, also after a return of this page from the back/forward cache: there WebKit releases it. */
function keepLabLock(): Promise<void> {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void holdLabLock()
  })
  return holdLabLock()
}
