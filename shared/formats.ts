/** The formats and sizes of pictures and videos that Weft accepts. The page and the backend check the same. */

type MediaKind = 'IMAGE' | 'VIDEO'

/** Files are added at this path. The URL of a file is this path and its id. */
export const mediaPath = '/media'

/** One MB is 1,048,576 bytes in limits and messages, as most devices show the size of a file. */
export const megabyte = 1_048_576

/** The largest file of each kind, in MB. A file of exactly this size is accepted. */
export const maxMegabytes: Readonly<Record<MediaKind, number>> = { IMAGE: 4, VIDEO: 9.5 }

/** The largest width and height of a picture or video, in pixels. */
export const maxMediaSide = 16_384

/** The most megapixels of a picture: a browser takes four bytes to draw each pixel. */
export const maxMegapixels = 50

/** The most frames of an animated picture. */
export const maxFrames = 1000

/** Matches the MIME types that `sniff` can return. */
export const mediaTypePattern = /^(?:image\/(?:avif|gif|jpeg|png|webp)|video\/(?:mp4|ogg|quicktime|webm))$/
