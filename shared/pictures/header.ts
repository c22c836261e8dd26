import { maxFrames, maxMediaSide, maxMegapixels } from '../formats.ts'
import { avifHeader } from './avif.ts'
import type { Bytes, PictureHeader } from './bytes.ts'
import { gifHeader } from './gif.ts'
import { jpegHeader } from './jpeg.ts'
import { pngHeader } from './png.ts'
import { webpHeader } from './webp.ts'

const formats: ReadonlyMap<string, (bytes: Bytes) => PictureHeader | undefined> = new Map([
  ['image/avif', avifHeader],
  ['image/gif', gifHeader],
  ['image/jpeg', jpegHeader],
  ['image/png', pngHeader],
  ['image/webp', webpHeader],
])

/** Why a picture is refused: it has no header and pixels, or too many pixels or frames, or a side is too long. */
export type PictureProblem = 'damaged' | 'side' | 'pixels' | 'frames'

/** Returns why a picture is refused, by what its bytes say without being decoded. */
export function pictureProblem(bytes: Bytes, mime: string): PictureProblem | undefined {
  const header = formats.get(mime)?.(bytes)
  // A number beyond the end is NaN.
  if (!header || !(header.width > 0 && header.height > 0 && header.frames > 0)) return 'damaged'
  const { width, height, frames } = header
  if (Math.max(width, height) > maxMediaSide) return 'side'
  if (width * height > maxMegapixels * 1_000_000) return 'pixels'
  return frames > maxFrames ? 'frames' : undefined
}

/** Returns whether a picture has several frames. */
export function isAnimated(bytes: Bytes, mime: string): boolean {
  return (formats.get(mime)?.(bytes)?.frames ?? 1) > 1
}
