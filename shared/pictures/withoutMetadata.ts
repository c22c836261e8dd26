import { withoutAvifMetadata } from './avif.ts'
import type { Bytes } from './bytes.ts'
import { withoutGifMetadata } from './gif.ts'
import { withoutJpegMetadata } from './jpeg.ts'
import { withoutPngMetadata } from './png.ts'
import { withoutWebpMetadata } from './webp.ts'

const formats: ReadonlyMap<string, (bytes: Bytes) => Bytes | null> = new Map([
  ['image/avif', withoutAvifMetadata],
  ['image/gif', withoutGifMetadata],
  ['image/jpeg', withoutJpegMetadata],
  ['image/png', withoutPngMetadata],
  ['image/webp', withoutWebpMetadata],
])

/**
 * Returns a picture without what does not change how it looks: location, camera, dates, comments, thumbnails. Pixels,
 * animation and colour profiles stay byte for byte, and of Exif the orientation. A damaged picture keeps what
 * decoders read up to the damage; what follows is kept only if no metadata is recognised in it. Returns null for a picture
 * with metadata that cannot be removed. Never changes `bytes`.
 */
export function withoutMetadata(bytes: Bytes, mime: string): Bytes | null {
  return formats.get(mime)?.(bytes) ?? null
}
