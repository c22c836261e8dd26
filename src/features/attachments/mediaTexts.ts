import { maxMegabytes } from '../../../shared/formats.ts'
import type { MediaType } from '../../generated/types.ts'

export const pictureFormats = 'JPEG, PNG, GIF, WebP or AVIF'

/** Formats a size, with a no-break space. */
const megabytes = (size: number) => `${size}\u00A0MB`

const photoLimit = `Photos up to ${megabytes(maxMegabytes.IMAGE)}`

/** The limits of a profile picture, to show before one is chosen. */
export const profilePictureLimits = `${photoLimit}: ${pictureFormats}`

/** The limits of files, to show before one is chosen. */
export const mediaLimits = `${photoLimit}, videos up to ${megabytes(maxMegabytes.VIDEO)}`

/** Says that the browser cannot decode a file of an accepted format. */
export const undecodable: Record<MediaType, string> = {
  IMAGE: 'That picture is damaged, or this browser cannot show it.',
  VIDEO: 'That video is damaged, or this browser cannot show it.',
}
