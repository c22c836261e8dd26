import { isKind, newDraft, type Draft, type EditDraft, type PostDraft } from '../../src/features/drafts/draft.ts'
import { combine, nextVersion, parseVersion, type DraftVersion } from '../../src/features/drafts/draftVersions.ts'
import { newKey } from '../../src/lib/newKey.ts'

/** The drafts in `localStorage`, as the app or another tab of it writes them. */

/** Returns the keys of all stored drafts. */
export function draftKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith('draft:'))
}

/** Returns the ids of the stored drafts, one for each version. */
export function draftIds(): string[] {
  return draftKeys().map((key) => key.slice(0, key.indexOf('#')))
}

export function storedDraft(id: string): Draft | undefined {
  return combine(versionsOf(id).map(([, version]) => version))?.draft
}

/** Returns the post that is stored with this id. */
export function storedPost(id: string): PostDraft | undefined {
  const draft = storedDraft(id)
  return isKind(draft, 'post') ? draft : undefined
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
  const write = (former: ReturnType<typeof combine>, draft: Draft) => {
    const version = nextVersion(former, draft, { tab, time: Date.now() })
    const key = `${id}#${version.write.time}-${tab}`
    const newValue = JSON.stringify(version)
    localStorage.setItem(key, newValue)
    const events = [{ key, newValue }, ...removeKnown()]
    known = [[key, version]]
    return () => dispatch(events)
  }
  const read = () => combine(known.map(([, version]) => version))
  return {
    changePost(change: Partial<PostDraft>) {
      const former = read()
      const stored = isKind(former?.draft, 'post') ? former.draft : newDraft('post', { text: '' })
      return write(former, { ...stored, ...change })
    },
    changeEdit(change: Partial<EditDraft>) {
      const former = read()
      const stored = isKind(former?.draft, 'edit') ? former.draft : newDraft('edit', { text: '' })
      return write(former, { ...stored, ...change })
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
