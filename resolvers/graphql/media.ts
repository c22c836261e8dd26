import { isShownAddress } from '../../shared/mediaAddress.ts'
import type { Media, MediaInput } from '../generated/types.ts'
import { badInput } from '../services/errorCatalogue.ts'
import type { PostContent } from '../services/posts.ts'
import { noMedia, type PostRow } from '../store/rows.ts'

/**
 * Returns the picture or video of a post, null for an address that no page may show. REST stores any text as `media_type`:
 * everything that is not a video counts as a picture.
 */
export function mediaOf({ mediaUrl, mediaType, mediaWidth, mediaHeight, mediaAlt }: PostRow): Media | null {
  if (!mediaUrl || !isShownAddress(mediaUrl)) return null
  const type = mediaType.toLowerCase().startsWith('video') ? 'VIDEO' : 'IMAGE'
  return { url: mediaUrl, type, width: mediaWidth, height: mediaHeight, alt: mediaAlt }
}

/** Returns the media fields to change. Null removes the picture or video. Throws `BAD_INPUT` without a URL. */
export function mediaChanges(media: MediaInput | null | undefined): Partial<PostContent> {
  if (media === undefined) return {}
  if (media === null) return noMedia
  const { url, type, width, height, alt } = media
  if (!url) throw badInput('mediaUrl', 'must not be empty')
  return {
    mediaUrl: url,
    mediaType: type.toLowerCase(),
    ...(width != null && { mediaWidth: width }),
    ...(height != null && { mediaHeight: height }),
    ...(alt != null && { mediaAlt: alt }),
  }
}

/** What GraphQL calls the fields that the services name differently. */
export const inputNames = {
  mediaUrl: 'media.url',
  mediaWidth: 'media.width',
  mediaHeight: 'media.height',
  mediaAlt: 'media.alt',
}
