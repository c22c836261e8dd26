import type { EditProfileInput, MediaInput, MediaType } from '../../generated/types.ts'
import { isRecent } from '../../lib/isRecent.ts'
import { newKey } from '../../lib/newKey.ts'

export interface DraftFile {
  id: string
  name: string
  type: MediaType
  /** The browser could not save the file: it lasts until the page closes. */
  isUnsaved?: true
}

/** The upload of a draft's file: what the backend needs to know of it. Another file of the draft needs another upload. */
interface Upload {
  fileId: string
  media: MediaInput
  /** When it ended, in ms. */
  at: number
}

/**
 * `editing`: never sent, or changed since. `saving`: sent, and not answered; the page that sent it may have closed.
 * `failed`: it was refused or could not be sent, and `message` says why. `wasPosted`: an earlier version of the post was,
 * or may have been, posted, so that sending it makes another post.
 */
export type DraftStatus =
  { type: 'editing' } | { type: 'saving' } | { type: 'failed'; message: string; wasPosted?: true }

interface DraftOfAnyKind {
  text: string
  /**
   * `key` is the idempotency key: with it the backend makes one change, however often the draft is sent. `sentAt` is when
   * it was sent first, in ms since the epoch.
   */
  request: { key: string; sentAt?: number }
  status: DraftStatus
}

/** The post that a reply answers, and the name of its author. */
export interface RepliedPost {
  id: string
  name: string
}

/** A new post or reply, in the composer or in the outbox. */
export interface PostDraft extends DraftOfAnyKind {
  kind: 'post'
  inReplyTo?: RepliedPost
  /** The post that the reply answers has been deleted. */
  isParentDeleted?: boolean
  media?: { file: DraftFile; alt: string } | undefined
  upload?: Upload
}

/** What an edit changes of the picture or video of a post. */
export interface MediaEdit {
  /** Another picture or video. */
  file?: DraftFile | undefined
  /** The alt text of `file`, or of the picture or video that the post has. */
  alt?: string | undefined
  isRemoved?: boolean
}

export interface EditDraft extends DraftOfAnyKind {
  kind: 'edit'
  postId: string
  media?: MediaEdit | undefined
  upload?: Upload
  /** The post has been deleted. */
  isDeleted?: boolean
  /** The viewer has deleted the post, or is deleting it: the edit is kept for Undo, and is not in the outbox. */
  isDeletedByViewer?: boolean
}

/** The texts that the form for the profile edits. A username never changes. */
export type ProfileField = Exclude<keyof EditProfileInput, 'avatarUrl' | 'username' | 'idempotencyKey'>

/** The viewer's profile. The bio is `text`. A draft that an earlier version has stored lacks newer fields. */
export interface ProfileDraft extends DraftOfAnyKind, Partial<Record<Exclude<ProfileField, 'bio'>, string>> {
  kind: 'profile'
  /** Another picture. Uploaded, but not shown on the profile until it is saved. */
  media?: { file: DraftFile } | undefined
  upload?: Upload
}

export interface DraftKinds {
  post: PostDraft
  edit: EditDraft
  profile: ProfileDraft
}

export type Draft = DraftKinds[keyof DraftKinds]

/** What a form writes: the kind, and of which record. A user has one draft for each. */
export type DraftTarget =
  Pick<PostDraft, 'kind' | 'inReplyTo'> | Pick<EditDraft, 'kind' | 'postId'> | Pick<ProfileDraft, 'kind'>

type Contents<Kind extends keyof DraftKinds> = Omit<DraftKinds[Kind], keyof DraftOfAnyKind | 'kind'> & { text: string }

/** Returns a draft that was never sent. */
export function newDraft<Kind extends keyof DraftKinds>(kind: Kind, contents: Contents<Kind>) {
  return { kind, request: { key: newKey() }, status: { type: 'editing' } as const, ...contents }
}

/**
 * Returns the draft with other contents. It is no longer the one that was sent. A post keeps its idempotency key until it
 * is posted, so that no try makes a second post. Another edit is another change, which needs its own key.
 */
export function edited<D extends Draft>(draft: D, contents: Partial<D>): D {
  const { kind, request } = draft
  const isNewChange = kind !== 'post' && request.sentAt !== undefined
  return {
    ...draft,
    ...contents,
    status: { type: 'editing' },
    request: isNewChange ? { key: newKey() } : request,
  }
}

export function isKind<Kind extends keyof DraftKinds>(draft: Draft | undefined, kind: Kind): draft is DraftKinds[Kind] {
  return draft?.kind === kind
}

export function fileOf(draft: Draft | undefined): DraftFile | undefined {
  return draft?.media?.file
}

/** Returns the draft's file as it was uploaded. A request that is repeated keeps its upload, however old it is. */
export function uploadedMediaOf({ upload, media, status, request }: Draft): MediaInput | undefined {
  if (!upload || upload.fileId !== media?.file?.id) return undefined
  const isRepeated = status.type !== 'editing' && request.sentAt !== undefined
  return isRepeated || isRecent(upload.at) ? upload.media : undefined
}

/** Returns whether a draft has a file that the backend does not have yet. */
export function awaitsUpload(draft: Draft | undefined): boolean {
  return fileOf(draft) !== undefined && draft !== undefined && uploadedMediaOf(draft) === undefined
}

/** Returns whether the draft was sent, and can be sent again without making a second post. */
export function isRepeatable({ status, request }: Draft): boolean {
  return status.type !== 'editing' && request.sentAt !== undefined && isRecent(request.sentAt)
}

/** Returns the label of the button that sends a failed draft again. */
export function retryLabel({ status }: PostDraft): string {
  return status.type === 'failed' && status.wasPosted ? 'Post this text, too' : 'Retry'
}
