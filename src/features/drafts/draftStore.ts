import { createStore, useStore } from '../../lib/createStore.ts'
import { newKey } from '../../lib/newKey.ts'
import { tryStorage } from '../../lib/tryStorage.ts'
import type { SessionScope } from '../../session/sessionScope.ts'
import {
  edited,
  fileOf,
  isKind,
  type Draft,
  type DraftFile,
  type DraftKinds,
  type EditDraft,
  type PostDraft,
} from './draft.ts'
import { combine, nextVersion, parseVersion, type DraftVersion } from './draftVersions.ts'

/**
 * The drafts of all users of this device, in `localStorage`: one entry for each version of each draft. They outlive the
 * session and the page, so that nothing typed is lost. Every change is saved at once and shown in the other tabs.
 * `draftFiles.ts` has the pictures and videos.
 */

/**
 * `new`: the composer. `unsent:` and an idempotency key: a post of the outbox. `edit:` and the id of a post: its edit form.
 * `profile`: the form for the profile.
 */
type DraftName = 'new' | `unsent:${string}` | `edit:${string}` | 'profile'

type Drafts = ReadonlyMap<string, Draft>

interface KnownVersion extends DraftVersion {
  /** False if the browser could not save it. */
  isStored: boolean
}

/** The versions of a draft, by the name of their entry in `localStorage`. */
type Versions = ReadonlyMap<string, KnownVersion>

interface KnownDraft {
  /** What the versions combine to. */
  draft: Draft
  versions: Versions
}

const prefix = 'draft:'
/** Names this load of the app in the versions that it writes. */
const tab = newKey()
/** The drafts of all users of this device, by id. */
const known = createStore<ReadonlyMap<string, KnownDraft>>(new Map())
/**
 * The idempotency keys of the drafts that this page has removed or moved to the outbox, in any session. Another tab may
 * have changed them at the same time.
 */
const endedKeys = new Set<string>()

/**
 * The idempotency keys of the drafts that a page had sent without a response when this one loaded. Of all users: each
 * session sends its own again.
 */
const sentBeforeLoad = new Set<string>()

loadDrafts()
addEventListener('storage', ({ key: entry, newValue }) => {
  if (entry === null) forgetStored()
  else if (entry.startsWith(prefix)) receive(entry, newValue)
})

/** Returns the id of a draft of a session's user, or with '' the start of them all. It contains the user's id. */
export function draftId({ userId }: SessionScope, name: DraftName | ''): string {
  return `${prefix}${userId}:${name}`
}

/** The drafts of all users on this device, by id. */
export function allDrafts(): Drafts {
  return draftsIn(known.get())
}

/** Returns the drafts of all users on this device, by id. */
export function useDrafts(): Drafts {
  return draftsIn(useStore(known))
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
    const { draft, versions = [] } = all.get(id) ?? {}
    if ([...versions.values()].some(({ isStored }) => !isStored)) return 'This browser could not save the draft'
    return fileOf(draft)?.isUnsaved ? 'This browser could not save the file of the draft' : undefined
  })
}

/**
 * Stores a draft, or removes it if there is none. What another tab writes at the same time stays beside it, and is
 * combined with it.
 */
export function writeDraft(id: string, draft: Draft | undefined): void {
  const before = versionsOf(id)
  const former = combine([...before.values()])
  if (draft) endedKeys.delete(draft.request.key)
  else if (former) endedKeys.add(former.draft.request.key)
  const next = draft && nextVersion(former, draft, { tab, time: Date.now() })
  const isSaved = !next || save(id, next)
  // Until the change is saved, the last saved version stays for the next page.
  const versions = new Map([...before].filter(([, { isStored }]) => isStored && !isSaved))
  for (const entry of before.keys()) if (!versions.has(entry)) tryStorage(() => localStorage.removeItem(entry))
  if (next) versions.set(entryOf(id, next), { ...next, isStored: isSaved })
  setVersions(id, versions)
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
  // A needless version could outlive a draft that another tab removes at the same time.
  if (draft && changed !== draft) writeDraft(id, changed)
}

/** Changes the contents of a draft, as its form does. `initial` is the draft if there is none yet. */
export function editDraft<D extends Draft>(id: string, initial: D, contents: Partial<D>): void {
  const draft = edited({ ...initial, ...readDraft(initial.kind, id) }, contents)
  const isEmpty = draft.kind === 'post' && draft.text === '' && !draft.media && !draft.others
  writeDraft(id, isEmpty ? undefined : draft)
}

/** Makes a file that of a draft. `initial` is the draft if there is none yet. */
export function setDraftFile(id: string, initial: PostDraft | EditDraft, file: DraftFile): void {
  const { media } = readDraft(initial.kind, id) ?? initial
  const alt = media?.file?.id === file.id ? media.alt : undefined
  if (initial.kind === 'edit') editDraft(id, initial, { media: { ...media, file, alt } })
  else editDraft(id, initial, { media: { file, alt: alt ?? '' } })
}

/** Removes the file of a draft together with its alt text. */
export function clearDraftFile(id: string): void {
  const draft = allDrafts().get(id)
  if (draft?.kind === 'edit') editDraft(id, draft, { media: { ...draft.media, file: undefined, alt: undefined } })
  if (draft?.kind === 'post') editDraft(id, draft, { media: undefined })
}

/** Forgets the uploads of drafts that are not being sent: all data was replaced. Their forms upload the files again. */
export function forgetUploads(): void {
  for (const [id, draft] of allDrafts()) {
    if (draft.kind === 'profile' || !draft.upload || draft.status.type === 'saving') continue
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

/** Ends a draft that the backend has accepted. What another tab has changed meanwhile becomes a draft with its own key. */
export function endDraft(id: string): void {
  const draft = allDrafts().get(id)
  if (draft?.status.type === 'editing') writeDraft(id, { ...draft, request: { key: newKey() } })
  else endText(id)
}

/** Ends the text of a draft that was saved or moved. The first of its other texts, if any, becomes a draft in its place. */
export function endText(id: string): void {
  const draft = allDrafts().get(id)
  const [text, ...others] = draft?.others ?? []
  if (!draft || text === undefined) return removeDraft(id)
  const contents = { kind: draft.kind, text, ...(others.length > 0 && { others }) }
  writeDraft(id, { ...contents, request: { key: newKey() }, status: { type: 'editing' } })
}

/**
 * Returns whether a draft was sent without a response by a closed page, or by an ended session of this page. False for a
 * draft that another tab has sent since this page loaded. If an open tab had sent it before, both send it, with one key.
 */
export function isInterrupted(id: string): boolean {
  const draft = allDrafts().get(id)
  if (draft?.status.type !== 'saving') return false
  return sentBeforeLoad.has(draft.request.key) || [...versionsOf(id).values()].some(({ write }) => write.tab === tab)
}

/** Marks the edit of a post after the post was deleted or restored. */
export function setPostDeleted(scope: SessionScope, postId: string, isDeleted: boolean): void {
  updateDraft('edit', draftId(scope, `edit:${postId}`), (draft) => {
    // A restored post can be saved again.
    const isFailed = !isDeleted && draft.status.type === 'failed'
    if ((draft.isDeleted ?? false) === isDeleted && !isFailed) return draft
    return { ...draft, isDeleted, ...(isFailed && { status: { type: 'editing' } }) }
  })
}

/** Loads the drafts from `localStorage`, as a page that opens does. */
export function loadDrafts(): void {
  known.set(new Map())
  tryStorage(() => {
    for (const entry of Object.keys(localStorage))
      if (entry.startsWith(prefix)) remember(entry, localStorage.getItem(entry))
  })
  sentBeforeLoad.clear()
  for (const { status, request } of allDrafts().values()) if (status.type === 'saving') sentBeforeLoad.add(request.key)
}

/** Takes over what another tab has written or removed. */
function receive(entry: string, json: string | null): void {
  const id = remember(entry, json)
  const draft = allDrafts().get(id)
  // This tab has posted or discarded what the other tab has changed at the same time: it is another post. A draft that
  // was not changed since it was sent stays the same post, of which the backend makes only one.
  if (draft?.status.type === 'editing' && endedKeys.has(draft.request.key))
    writeDraft(id, { ...draft, request: { key: newKey() } })
}

/** Forgets the drafts after all entries were removed. Keeps what the browser could not save. */
function forgetStored(): void {
  for (const [id, { versions }] of known.get())
    setVersions(id, new Map([...versions].filter(([, { isStored }]) => !isStored)))
}

/** Stores a version beside the others. Returns false if the browser cannot save it. */
function save(id: string, version: DraftVersion): boolean {
  return tryStorage(() => (localStorage.setItem(entryOf(id, version), JSON.stringify(version)), true)) ?? false
}

function versionsOf(id: string): Versions {
  return known.get().get(id)?.versions ?? new Map()
}

function setVersions(id: string, versions: Versions): void {
  const draft = combine([...versions.values()])?.draft
  known.update((before) => {
    const all = new Map(before)
    if (draft) all.set(id, { draft, versions })
    else all.delete(id)
    return all
  })
}

function draftsIn(all: ReadonlyMap<string, KnownDraft>): Drafts {
  return new Map([...all].map(([id, { draft }]) => [id, draft]))
}

function entryOf(id: string, { write }: DraftVersion): string {
  return `${id}#${write.time}-${write.tab}`
}

/** Returns the id of the draft. */
function remember(entry: string, json: string | null): string {
  const [id = entry] = entry.split('#')
  const versions = new Map(versionsOf(id))
  const version = parseVersion(json)
  if (version) versions.set(entry, { ...version, isStored: true })
  else versions.delete(entry)
  setVersions(id, versions)
  return id
}
