import type { MediaType } from '../../generated/types.ts'

export interface UploadOptions {
  /** Hears a fraction from 0 to 1 that only ever rises, and is 1 only once the upload has succeeded. */
  onProgress(fraction: number): void
  /** Gives the upload up. Nothing is reported after that. */
  signal: AbortSignal
}

/** Puts a picture or video where everyone who sees the post can load it. */
export interface MediaUploader {
  /**
   * Resolves to the URL of the media. Rejects with `UploadFailed` when it could not be uploaded, and with the signal's
   * reason when it was given up. The file is expected to have passed `checkMedia`.
   */
  upload(file: Blob & { name?: string }, kind: MediaType, options: UploadOptions): Promise<string>
}

/** The upload did not succeed; its message is a plain sentence for the person, and another try may succeed. */
export class UploadFailed extends Error {
  override readonly name = 'UploadFailed'
}
