import type { MediaType } from '../generated/types.ts'
import type { PostRow } from '../store/rows.ts'

/** The facade stores any word as `media_type`; what is no video is shown as a picture. */
export function mediaTypeOf({ mediaUrl, mediaType }: PostRow): MediaType | null {
  if (!mediaUrl) return null
  return mediaType.toLowerCase().startsWith('video') ? 'VIDEO' : 'IMAGE'
}

/** The word stored for it, as the facade spells it (spec §3). */
export function storedMediaType(mediaType: MediaType | null | undefined): string {
  return mediaType?.toLowerCase() ?? ''
}
