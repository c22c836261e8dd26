import type { MediaType } from '../generated/types.ts'
import type { PostRow } from '../store/rows.ts'

/**
 * Returns the type of a post's media. REST stores any text as `media_type`: everything that is not a video counts as a
 * picture.
 */
export function mediaTypeOf({ mediaUrl, mediaType }: PostRow): MediaType | null {
  if (!mediaUrl) return null
  return mediaType.toLowerCase().startsWith('video') ? 'VIDEO' : 'IMAGE'
}

/** Returns the text to store, in the spelling of REST (spec §3). */
export function storedMediaType(mediaType: MediaType | null | undefined): string {
  return mediaType?.toLowerCase() ?? ''
}
