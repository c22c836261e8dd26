import type { CreatePostInput, MediaInput, MediaType } from '../../generated/types.ts'

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
  /** Other texts of the draft, of tabs that changed it at the same time. */
  others?: readonly string[]
  /** The post that was being edited has been deleted. */
  deleted?: boolean
}
