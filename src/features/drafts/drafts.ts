import type { CreatePostInput, MediaInput, MediaType } from '../../generated/types.ts'
import { createStore, useStore } from '../../lib/createStore.ts'
import { currentSession } from '../../session/session.ts'

/**
 * The drafts of posts, of edits and of the profile, in `localStorage`: one key for each draft of each user. Every change
 * is saved at once and shown in the other tabs. `draftFiles.ts` has the pictures and videos.
 */

export interface DraftFile {
  id: string
  name: string
  type: MediaType
  /** The media of the post. `uploadedAt` is when it was uploaded. */
  uploaded?: MediaInput
  uploadedAt?: number
  /** The browser could not save the file: it lasts until the page closes. */
  isUnsaved?: true
}

/** How a try to save an edit or the profile has ended. `unknown`: it failed, but the backend may have saved it. */
export type SaveResult = 'saved' | 'failed' | 'unknown'

export interface Draft {
  text: string
  /** The idempotency key: with it the backend makes one post, however often the draft is sent. */
  key: string
  file?: DraftFile | undefined
  /** The alt text of the file, or of the picture or video of the post that is edited. */
  alt?: string | undefined
  /** The edit removes the picture or video of the post. */
  removesMedia?: boolean | undefined
  /** The request, from the moment it is sent until the draft changes. A retry sends the same request. */
  request?: CreatePostInput | undefined
  /** When a request with this key was first sent. For an edit, when it was last sent. */
  sentAt?: number
  /** The link of the profile, whose bio is `text`. */
  portfolioUrl?: string
  /** Why the post was not sent, as a message. */
  failed?: string
  /** How the last try to save the edit or the profile has ended. */
  saveResult?: Exclude<SaveResult, 'saved'>
  /** The text of another tab, which this tab has overwritten: both tabs changed the draft at the same time. */
  other?: string
  /** The post that was being edited has been deleted. */
  deleted?: boolean
}

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
/** The entries of `localStorage` as this tab has read or written them last. */
const seen = new Map<string, string>()
const drafts = createStore<Drafts>(new Map())
/** The drafts whose last change the browser has not saved. */
const unsaved = createStore<ReadonlySet<string>>(new Set())

readDrafts()
addEventListener('storage', ({ key, newValue }) => {
  if (key === null) readDrafts()
  else if (key.startsWith(prefix)) show(key, remember(key, newValue))
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
 * Changes a draft, creates it, or removes it if `change` returns undefined. If another tab has changed it at the same
 * time, keeps the other text as `other`, takes over the other file and alt text unless `change` concerns them, and keeps
 * the other draft instead of removing it.
 */
export function changeDraft(id: string, change: (draft: Draft) => Draft | undefined): void {
  const former = readDraft(id) ?? { text: '', key: newKey() }
  let draft = change(former)
  let isSaved = true
  try {
    const stored = localStorage.getItem(id)
    const theirs = stored === (seen.get(id) ?? null) ? undefined : parseDraft(stored)
    if (theirs && !draft) draft = { ...theirs, key: newKey() }
    else if (theirs && draft) draft = combine(former, draft, theirs)
    const json = draft && JSON.stringify(draft)
    if (json === undefined) localStorage.removeItem(id)
    else localStorage.setItem(id, json)
    remember(id, json ?? null)
  } catch {
    isSaved = false
  }
  show(id, draft, isSaved)
}

/** Combines the draft that this tab has made of `former` with that of another tab. */
function combine(former: Draft, mine: Draft, theirs: Draft): Draft {
  const isFileMine = mine.file !== former.file || mine.removesMedia !== former.removesMedia
  return {
    ...mine,
    ...(theirs.text !== mine.text && { other: theirs.text }),
    ...(!isFileMine && {
      file: theirs.file,
      removesMedia: theirs.removesMedia,
      alt: mine.alt === former.alt ? theirs.alt : mine.alt,
    }),
    // If either tab has changed the draft, it is no longer the one that was sent.
    request: mine.request && theirs.request,
  }
}

/** Changes a draft if it still exists, for example to store the result of a call: another tab can have discarded it. */
export function updateDraft(id: string, change: (draft: Draft) => Draft): void {
  if (readDraft(id)) changeDraft(id, change)
}

/** Changes the text, file or alt text of a new post. The draft is then no longer the one that was sent. */
export function editDraft(id: string, change: Partial<Pick<Draft, 'text' | 'file' | 'alt'>>): void {
  changeDraft(id, ({ request: _request, failed: _failed, ...draft }) => unlessEmpty({ ...draft, ...change }))
}

/** Returns undefined for a draft of a new post that has nothing in it. */
export function unlessEmpty(draft: Draft): Draft | undefined {
  return draft.text === '' && !draft.file && draft.other === undefined ? undefined : draft
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
  seen.clear()
  const all = new Map<string, Draft>()
  try {
    for (const id of Object.keys(localStorage)) {
      const draft = id.startsWith(prefix) && remember(id, localStorage.getItem(id))
      if (draft) all.set(id, draft)
    }
  } catch {
    // Storage is blocked: drafts last until the page closes.
  }
  drafts.set(all)
}

function remember(id: string, json: string | null): Draft | undefined {
  if (json === null) seen.delete(id)
  else seen.set(id, json)
  return parseDraft(json)
}

function show(id: string, draft: Draft | undefined, isSaved = true): void {
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

/** Returns a random key. `crypto.randomUUID` is missing over plain http. */
export function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

/** Returns an id for a new file of a draft. It starts with the time in ms. */
export function newFileId(): string {
  return `${Date.now()}-${newKey()}`
}

function parseDraft(json: string | null): Draft | undefined {
  try {
    const value: unknown = JSON.parse(json ?? 'null')
    return isDraft(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null || !('text' in value) || !('key' in value)) return false
  return typeof value.text === 'string' && typeof value.key === 'string'
}
