import { maxMegabytes } from '../../../shared/formats.ts'

export const pictureFormats = 'JPEG, PNG, GIF, WebP or AVIF'

const photoLimit = `Photos up to ${maxMegabytes.IMAGE} MB`

/** The limits of a profile picture, to show before one is chosen. */
export const profilePictureLimits = `${photoLimit}: ${pictureFormats}`

/** The limits of files, to show before one is chosen. */
export const mediaLimits = `${photoLimit}, videos up to ${maxMegabytes.VIDEO} MB`
