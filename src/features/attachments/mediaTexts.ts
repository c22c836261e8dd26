import type { MediaType } from '../../generated/types.ts'

export const pictureFormats = 'JPEG, PNG, GIF, WebP or AVIF'

/** Says that the browser cannot decode a file of an accepted format. */
export const undecodable: Record<MediaType, string> = {
  IMAGE: 'That picture is damaged, or this browser cannot show it.',
  VIDEO: 'That video is damaged, or this browser cannot show it.',
}
