import { newKey, type Draft } from '../../src/features/drafts/drafts.ts'
import {
  combine,
  newState,
  nextVersion,
  parseVersion,
  type DraftVersion,
} from '../../src/features/drafts/draftVersions.ts'

/** The drafts in `localStorage`, as the app or another tab of it writes them. */

/** Returns the keys of all stored drafts. */
export function draftKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith('draft:'))
}

export function storedDraft(id: string): Draft | undefined {
  return combine(versionsOf(id).map(([, version]) => version))?.draft
}

/**
 * Another tab that has read the draft just now. What it does with the draft reaches this tab when the returned function
 * is called, in the same order.
 */
export function openDraftInOtherTab(id: string) {
  const tab = newKey()
  let known = versionsOf(id)
  const removeKnown = () =>
    known.map(([key]) => {
      localStorage.removeItem(key)
      return { key, newValue: null }
    })
  return {
    change(change: Partial<Draft>) {
      const former = combine(known.map(([, version]) => version)) ?? newState({ text: '', key: newKey() })
      const version = nextVersion(former, { ...former.draft, ...change }, { tab, time: Date.now() })
      const key = `${id}#${version.write.time}-${tab}`
      const newValue = JSON.stringify(version)
      localStorage.setItem(key, newValue)
      const events = [{ key, newValue }, ...removeKnown()]
      known = [[key, version]]
      return () => dispatch(events)
    },
    discard() {
      const events = removeKnown()
      return () => dispatch(events)
    },
  }
}

function versionsOf(id: string): [string, DraftVersion][] {
  return draftKeys().flatMap((key): [string, DraftVersion][] => {
    const version = key.startsWith(`${id}#`) ? parseVersion(localStorage.getItem(key)) : undefined
    return version ? [[key, version]] : []
  })
}

function dispatch(events: StorageEventInit[]): void {
  for (const event of events) window.dispatchEvent(new StorageEvent('storage', event))
}
