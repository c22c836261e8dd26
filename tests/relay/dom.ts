import { JSDOM } from 'jsdom'
import { vi } from 'vitest'

const { window } = new JSDOM('')

/**
 * The globals that React needs. Not Vitest's environment `jsdom`, which also replaces globals that the server in the
 * same test needs, such as `Blob`.
 */
for (const name of ['window', 'document', 'navigator'] as const) vi.stubGlobal(name, window[name])

/** Removes them, because other tests run in the same process. */
export function removeDom(): void {
  vi.unstubAllGlobals()
}
