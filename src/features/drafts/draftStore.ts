import { createStore, useStore } from '../../lib/createStore.ts'
import { newKey } from '../../lib/newKey.ts'
import { tryStorage } from '../../lib/tryStorage.ts'
import { useSessionScope, type SessionScope } from '../../session/sessionScope.ts'
import { edited, fileOf, isKind, type Draft, type DraftFile, type DraftKinds, type DraftTarget } from './draft.ts'
import { formerDraft, parseDraft } from './storedDraft.ts'

/**
 * The drafts of all users of this device, in `localStorage`: one entry for each. They outlive the session and the page, so
 * that nothing typed is lost. Every change is saved at once and shown in the other tabs; the last write wins.
 * `draftFiles.ts` has the pictures and videos.
 */

type Drafts = ReadonlyMap<string, Draft>

interface KnownDraft {
  draft: Draft
  /** False if the browser could not save it. */
  isStored: boolean
}

const prefix = 'draft:'
/** The drafts of all users of this device, by id, which is also the key of their entry. */
const known = createStore<ReadonlyMap<string, KnownDraft>>(new Map())

loadDrafts()
addEventListener('storage', ({ key }) => {
  if (key === null) forgetStored()
  else if (key.startsWith(prefix)) receive(key)
})

/** Returns the id of the draft that the form of a target writes for the session's user. */
export function draftId(scope: SessionScope, target: DraftTarget): string {
  if (target.kind === 'edit') return ownId(scope, `edit:${target.postId}`)
  if (target.kind === 'profile') return ownId(scope, 'profile')
  return ownId(scope, target.inReplyTo ? `reply:${target.inReplyTo.id}` : 'new')
}

/** Returns the id of a draft in the outbox of the session's user, by its idempotency key. */
export function outboxId(scope: SessionScope, key: string): string {
  return ownId(scope, `unsent:${key}`)
}

/** Returns whether a draft is in the outbox of the session's user. */
export function isInOutbox(scope: SessionScope, id: string): boolean {
  return id.startsWith(outboxId(scope, ''))
}

/** Contains the user's id, so that one user's drafts are never shown or sent as another's. */
function ownId({ userId }: SessionScope, name: string): string {
  return `${prefix}${userId}:${name}`
}

/** The drafts of all users on this device, by id. */
export function allDrafts(): Drafts {
  return new Map([...known.get()].map(([id, { draft }]) => [id, draft]))
}

/** The drafts of the session's user, with their ids. */
export function ownDrafts(scope: SessionScope, all = known.get()): [id: string, draft: Draft][] {
  const start = ownId(scope, '')
  return [...all].flatMap(([id, { draft }]) => (id.startsWith(start) ? [[id, draft]] : []))
}

/** Returns the drafts of the session's user, with their ids. */
export function useOwnDrafts(): [id: string, draft: Draft][] {
  return ownDrafts(useSessionScope(), useStore(known))
}

/** Calls `listener` after each change of a draft. Returns a function that unsubscribes. */
export const onDraftsChanged: (listener: () => void) => () => void = known.subscribe

export function readDraft<Kind extends keyof DraftKinds>(kind: Kind, id: string): DraftKinds[Kind] | undefined {
  const draft = allDrafts().get(id)
  return isKind(draft, kind) ? draft : undefined
}

/** Returns the draft with this idempotency key. It may have moved to the outbox since it was sent. */
export function draftWith(key: string): [id: string, draft: Draft] | undefined {
  return [...allDrafts()].find(([, { request }]) => request.key === key)
}

export function useDraft<Kind extends keyof DraftKinds>(kind: Kind, id: string): DraftKinds[Kind] | undefined {
  const draft = useStore(known, (all) => all.get(id)?.draft)
  return isKind(draft, kind) ? draft : undefined
}

/** Returns what of a draft the browser has not saved, because its storage is full or blocked, as a message. */
export function useSaveProblem(id: string): string | undefined {
  return useStore(known, (all) => {
    const { draft, isStored = true } = all.get(id) ?? {}
    if (!isStored) return 'This browser could not save the draft'
    return fileOf(draft)?.isUnsaved ? 'This browser could not save the file of the draft' : undefined
  })
}

/** Stores a draft, or removes it if there is none. If the browser cannot save it, what it has saved before stays. */
export function writeDraft(id: string, draft: Draft | undefined): void {
  const isStored = tryStorage(() => {
    if (draft) localStorage.setItem(id, JSON.stringify(draft))
    else localStorage.removeItem(id)
    return true
  })
  setKnown(id, draft, isStored ?? false)
}

/**
 * Changes a draft if it still exists, for example to store the result of a call: another tab can have discarded it.
 * Removes it if `change` returns undefined, and writes nothing if it returns the same draft.
 */
export function updateDraft<Kind extends keyof DraftKinds>(
  kind: Kind,
  id: string,
  change: (draft: DraftKinds[Kind]) => DraftKinds[Kind] | undefined,
): void {
  const draft = readDraft(kind, id)
  const changed = draft && change(draft)
  // A needless write could restore a draft that another tab removes at the same time.
  if (draft && changed !== draft) writeDraft(id, changed)
}

/** Changes the contents of a draft, as its form does. `initial` is the draft if there is none yet. */
export function editDraft<D extends Draft>(id: string, initial: D, contents: Partial<D>): void {
  const draft = edited({ ...initial, ...readDraft(initial.kind, id) }, contents)
  const isEmpty = draft.kind === 'post' && draft.text === '' && !draft.media
  writeDraft(id, isEmpty ? undefined : draft)
}

/** Makes a file that of a draft. `initial` is the draft if there is none yet. */
export function setDraftFile(id: string, initial: Draft, file: DraftFile): void {
  const draft = allDrafts().get(id) ?? initial
  if (draft.kind === 'profile') editDraft(id, draft, { media: { file } })
  else if (draft.kind === 'edit') editDraft(id, draft, { media: { ...draft.media, file } })
  else editDraft(id, draft, { media: { alt: '', ...draft.media, file } })
}

/** Removes the file of a draft. An edit keeps this alt text, for the picture or video that the post has. */
export function clearDraftFile(id: string, alt?: string): void {
  const draft = allDrafts().get(id)
  if (draft?.kind === 'edit') editDraft(id, draft, { media: { ...draft.media, file: undefined, alt } })
  else if (draft) editDraft(id, draft, { media: undefined })
}

/** Forgets the uploads of drafts that are not being sent: all data was replaced. Their forms upload the files again. */
export function forgetUploads(): void {
  for (const [id, draft] of allDrafts()) {
    if (!draft.upload || draft.status.type === 'saving') continue
    const { upload: _upload, ...others } = draft
    writeDraft(id, others)
  }
}

export function removeDraft(id: string): void {
  writeDraft(id, undefined)
}

/** Stores a draft, then removes the one that it replaces: a key or file that no draft has counts as discarded. */
export function replaceDraft(id: string, newId: string, draft: Draft): void {
  writeDraft(newId, draft)
  removeDraft(id)
}

/**
 * Ends a draft with this key that the backend has accepted. What another tab has changed meanwhile becomes a draft with
 * its own key.
 */
export function endDraft(id: string, key: string): void {
  receive(id)
  const draft = allDrafts().get(id)
  if (draft?.request.key !== key) return
  writeDraft(id, draft.status.type === 'editing' ? { ...draft, request: { key: newKey() } } : undefined)
}

/** Marks the edit of a post and the replies to it after the post was deleted or restored. */
export function setPostDeleted(scope: SessionScope, postId: string, isDeleted: boolean): void {
  for (const [id, draft] of ownDrafts(scope)) {
    if (draft.kind !== 'post' || draft.inReplyTo?.id !== postId || (draft.isParentDeleted ?? false) === isDeleted)
      continue
    // To a restored post, the reply can be sent again.
    const isFailed = !isDeleted && draft.status.type === 'failed'
    writeDraft(id, { ...draft, isParentDeleted: isDeleted, ...(isFailed && { status: { type: 'editing' } }) })
  }
  updateDraft('edit', draftId(scope, { kind: 'edit', postId }), (draft) => {
    // A restored post can be saved again.
    const isFailed = !isDeleted && draft.status.type === 'failed'
    if ((draft.isDeleted ?? false) === isDeleted && !isFailed) return draft
    return { ...draft, isDeleted, ...(isFailed && { status: { type: 'editing' } }) }
  })
}

/** Marks the edit of a post that the viewer deletes. `isDeleted` is false if the post stays, or was restored. */
export function setDeletedByViewer(scope: SessionScope, postId: string, isDeleted: boolean): void {
  updateDraft('edit', draftId(scope, { kind: 'edit', postId }), (draft) =>
    (draft.isDeletedByViewer ?? false) === isDeleted ? draft : { ...draft, isDeletedByViewer: isDeleted },
  )
}

/** Loads the drafts from `localStorage`, as a page that opens does. */
export function loadDrafts(): void {
  known.set(new Map())
  tryStorage(() => {
    for (const entry of Object.keys(localStorage).toSorted()) {
      if (!entry.startsWith(prefix)) continue
      const json = localStorage.getItem(entry)
      const former = formerDraft(entry, json)
      if (former) {
        // First, so that there is room for the draft.
        localStorage.removeItem(entry)
        writeDraft(...former)
      } else setKnown(entry, parseDraft(json))
    }
  })
}

/**
 * Takes over what another tab has written or removed. Another text does not replace one that is edited in the form that
 * has the focus: the next change there is the last write. If the other tab has removed the draft, the text is another one
 * with its own key. A draft that the browser could not save stays, too.
 */
function receive(id: string): void {
  const { draft, isStored } = known.get().get(id) ?? {}
  if (isStored === false) return
  const stored = parseDraft(tryStorage(() => localStorage.getItem(id)) ?? null)
  if (draft?.status.type !== 'editing' || draft.text === stored?.text || !hasFocus(id)) setKnown(id, stored)
  else if (stored) setKnown(id, edited({ ...draft, request: stored.request }, {}))
  else writeDraft(id, { ...draft, request: { key: newKey() } })
}

/** Returns the form of a draft, if this tab shows it. */
export function shownForm(id: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('[data-draft]')].find(({ dataset }) => dataset['draft'] === id)
}

/** Returns whether the form of a draft has the focus, in this tab. */
export function hasFocus(id: string): boolean {
  const form = document.activeElement?.closest<HTMLElement>('[data-draft]')
  return document.hasFocus() && form?.dataset['draft'] === id
}

/** Forgets the drafts after all entries were removed. Keeps what the browser could not save. */
function forgetStored(): void {
  known.update((before) => new Map([...before].filter(([, { isStored }]) => !isStored)))
}

function setKnown(id: string, draft: Draft | undefined, isStored = true): void {
  known.update((before) => {
    const all = new Map(before)
    if (draft) all.set(id, { draft, isStored })
    else all.delete(id)
    return all
  })
}
