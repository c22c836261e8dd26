import { createStore, useStore } from '../../lib/createStore.ts'
import { newKey } from '../../lib/newKey.ts'
import { tryStorage } from '../../lib/tryStorage.ts'
import { currentSession } from '../../session/session.ts'
import type { Draft, DraftFile } from './draft.ts'
import { combine, newState, nextVersion, parseVersion, type DraftVersion } from './draftVersions.ts'

export type { Draft, DraftFile, SaveResult } from './draft.ts'
export { newKey }

/**
 * The drafts of posts, of edits and of the profile, in `localStorage`: one key for each version of each draft of each
 * user. Every change is saved at once and shown in the other tabs. `draftFiles.ts` has the pictures and videos.
 */

/**
 * `new`: the composer. `profile`: the form for the profile. `edit:…`: the edit form of a post. `unsent:…`: a post that
 * the backend has not confirmed.
 */
type DraftName = 'new' | 'profile' | `edit:${string}` | `unsent:${string}`

type Drafts = ReadonlyMap<string, Draft>

/**
 * The backend forgets an idempotency key, and removes an upload that no post uses, after a day. One hour less, so that a
 * request under way does not outlive its key.
 */
const MAX_AGE_MS = 23 * 3_600_000

const prefix = 'draft:'
/** The name of this page in the versions that it writes. */
const tab = newKey()
/** The versions of each draft that this tab knows, by their key in `localStorage`. */
const versions = new Map<string, Map<string, KnownVersion>>()
const drafts = createStore<Drafts>(new Map())
/** The drafts whose last change the browser has not saved. */
const unsaved = createStore<ReadonlySet<string>>(new Set())
/** The idempotency keys of the drafts that this tab has removed. */
const endedKeys = new Set<string>()

interface KnownVersion extends DraftVersion {
  /** False if the browser could not save it. */
  isStored: boolean
}

readDrafts()
addEventListener('storage', ({ key, newValue }) => {
  if (key === null) forgetStored()
  else if (key.startsWith(prefix)) receive(key, newValue)
})

/** Returns the id of a draft of the signed-in user, or with '' the start of them all. It contains the user's id. */
export function draftId(name: DraftName | ''): string {
  return `${prefix}${currentSession().session?.user._id ?? ''}:${name}`
}

export function useDraft(id: string): Draft | undefined {
  return useStore(drafts, (all) => all.get(id))
}

/** The drafts of all users on this device, by id. */
export function allDrafts(): Drafts {
  return drafts.get()
}

/** Returns the drafts of all users on this device, by id. */
export function useDrafts(): Drafts {
  return useStore(drafts)
}

/** Calls `listener` after each change of a draft. Returns a function that unsubscribes. */
export function onDraftsChanged(listener: () => void): () => void {
  return drafts.subscribe(listener)
}

/** Returns false if the browser has not saved the last change of the draft, because its storage is full or blocked. */
export function useIsDraftSaved(id: string): boolean {
  return useStore(unsaved, (ids) => !ids.has(id))
}

/** Marks the edit of a post after the post was deleted or restored. */
export function setPostDeleted(postId: string, deleted: boolean): void {
  const id = draftId(`edit:${postId}`)
  updateDraft(id, (draft) => ({ ...draft, deleted }))
}

export function readDraft(id: string): Draft | undefined {
  return drafts.get().get(id)
}

/**
 * Changes a draft, creates it, or removes it if `change` returns undefined. What another tab writes at the same time
 * stays beside it, and is combined with it.
 */
export function changeDraft(id: string, change: (draft: Draft) => Draft | undefined): void {
  const known = versionsOf(id)
  const former = combine([...known.values()]) ?? newState({ text: '', key: newKey() })
  const draft = change(former.draft)
  if (draft) endedKeys.delete(draft.key)
  else endedKeys.add(former.draft.key)
  const next = draft && nextVersion(former, draft, { tab, time: Date.now() })
  const isSaved = !next || save(id, next)
  for (const [key, { isStored }] of known) {
    // Until the change is saved, the last saved version stays for the next page.
    if (isStored && !isSaved) continue
    known.delete(key)
    remove(key)
  }
  if (next) known.set(keyOf(id, next), { ...next, isStored: isSaved })
  show(id)
}

/** Changes a draft if it still exists, for example to store the result of a call: another tab can have discarded it. */
export function updateDraft(id: string, change: (draft: Draft) => Draft): void {
  if (readDraft(id)) changeDraft(id, change)
}

/** Changes the text, file or alt text of a new post. The draft is then no longer the one that was sent. */
export function editDraft(id: string, change: Partial<Pick<Draft, 'text' | 'file' | 'alt'>>): void {
  changeDraft(id, ({ request: _request, failed: _failed, ...draft }) => unlessEmpty({ ...draft, ...change }))
}

/** Attaches a file to a new post, or removes it together with its alt text. */
export function attachFile(id: string, file: DraftFile | undefined): void {
  changeDraft(id, ({ request: _request, failed: _failed, file: former, alt = '', ...draft }) =>
    unlessEmpty(file ? { ...draft, file, alt: former?.id === file.id ? alt : '' } : draft),
  )
}

/** Returns undefined for a draft of a new post that has nothing in it. */
function unlessEmpty(draft: Draft): Draft | undefined {
  return draft.text === '' && !draft.file && !draft.others ? undefined : draft
}

export function removeDraft(id: string): void {
  changeDraft(id, () => undefined)
}

/** Returns whether the upload can still be used for a post. */
export function isUploaded({ uploaded, uploadedAt = 0 }: DraftFile): boolean {
  return uploaded !== undefined && isRecent(uploadedAt)
}

/** Returns whether a request or an upload at this time (in ms) is still known to the backend. */
export function isRecent(time: number): boolean {
  return Date.now() - time < MAX_AGE_MS
}

/** Reads the drafts again. Call it after removing entries from `localStorage`. */
export function readDrafts(): void {
  versions.clear()
  tryStorage(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) remember(key, localStorage.getItem(key))
  })
  unsaved.set(new Set())
  drafts.set(new Map())
  for (const id of versions.keys()) show(id)
}

/** Takes over what another tab has written or removed. */
function receive(key: string, json: string | null): void {
  const id = remember(key, json)
  show(id)
  const draft = readDraft(id)
  // This tab has posted or discarded what the other tab has changed at the same time: it is another post. A draft with a
  // request was not changed since it was sent: it stays the same post, of which the backend makes only one.
  if (draft && !draft.request && endedKeys.has(draft.key)) changeDraft(id, () => ({ ...draft, key: newKey() }))
}

/** Forgets the drafts after all entries were removed. Keeps what the browser could not save. */
function forgetStored(): void {
  for (const [id, known] of versions) {
    for (const [key, { isStored }] of known) if (isStored) known.delete(key)
    show(id)
  }
}

/** Stores a version beside the others. Returns false if the browser cannot save it. */
function save(id: string, version: DraftVersion): boolean {
  const key = keyOf(id, version)
  return tryStorage(() => (localStorage.setItem(key, JSON.stringify(version)), true)) ?? false
}

function remove(key: string): void {
  tryStorage(() => localStorage.removeItem(key))
}

function versionsOf(id: string): Map<string, KnownVersion> {
  const known = versions.get(id) ?? new Map<string, KnownVersion>()
  versions.set(id, known)
  return known
}

function keyOf(id: string, { write }: DraftVersion): string {
  return `${id}#${write.time}-${write.tab}`
}

/** Returns the id of the draft. */
function remember(key: string, json: string | null): string {
  const [id = key] = key.split('#')
  const known = versionsOf(id)
  const version = parseVersion(json)
  if (version) known.set(key, { ...version, isStored: true })
  else known.delete(key)
  return id
}

function show(id: string): void {
  const known = [...versionsOf(id).values()]
  const draft = combine(known)?.draft
  const isSaved = known.every(({ isStored }) => isStored)
  if (unsaved.get().has(id) === isSaved)
    unsaved.update((ids) => {
      const next = new Set(ids)
      if (isSaved) next.delete(id)
      else next.add(id)
      return next
    })
  drafts.update((all) => {
    const next = new Map(all)
    if (draft) next.set(id, draft)
    else next.delete(id)
    return next
  })
}

/** Returns an id for a new file of a draft. It starts with the time in ms. */
export function newFileId(): string {
  return `${Date.now()}-${newKey()}`
}
