/** The formats and sizes of pictures and videos that Weft accepts. The page and the backend check the same. */

type MediaKind = 'IMAGE' | 'VIDEO'

/** Files are added at this path. The URL of a file is this path and its id. */
export const mediaPath = '/media'

/** One MB is 1,048,576 bytes in limits and messages, as most devices show the size of a file. */
export const megabyte = 1_048_576

/** The largest file of each kind, in MB. A file of exactly this size is accepted. */
export const maxMegabytes: Readonly<Record<MediaKind, number>> = { IMAGE: 4, VIDEO: 9.5 }

/** The largest width and height that the backend stores, in pixels: that of JPEG. */
export const maxMediaSide = 65_535

/** Matches the MIME types that `sniff` can return. */
export const mediaTypePattern = /^(?:image\/(?:avif|gif|jpeg|png|webp)|video\/(?:mp4|ogg|quicktime|webm))$/
