import { bytesOf, bytesOfNumber, joined, Kept, numberAt, textAt, type Bytes } from './bytes.ts'
import { orientationOf } from './exif.ts'

const EXIF = 'Exif\0\0'

/** The segments of applications that decoders need, by the start of their content. */
const neededSegments = /^(?:\xe2..ICC_PROFILE\0|\xee..Adobe)/s
const jfifSegment = /^\xe0..JFIF\0/s
/** What is before the thumbnail in a JFIF segment: the size of the thumbnail is its last two bytes. */
const JFIF_LENGTH = 18

/**
 * A JPEG is a row of segments, each with a marker: FF and a code. Drops comments and the segments of applications except
 * JFIF without its thumbnail, the colour profile and Adobe's colour transform, and what follows the end of the picture.
 */
export function withoutJpegMetadata(bytes: Bytes): Bytes {
  const kept = new Kept(bytes)
  kept.add(bytes.subarray(0, 2))
  let hasOrientation = false
  for (let position = 2; position < bytes.length;) {
    const code = bytes[position] === 0xff ? bytes[position + 1] : undefined
    if (code === undefined || code === 0xff || code === 0) {
      // Fill bytes, or others than a segment, which decoders skip.
      const next = bytes.indexOf(0xff, position + 1)
      position = next < 0 ? bytes.length : next
      continue
    }
    const hasLength = code > 0x01 && (code < 0xd0 || code > 0xd9)
    const length = hasLength ? numberAt(bytes, position + 2, 2) : 0
    if (hasLength && !(length >= 2)) {
      kept.addRest(bytes.subarray(position))
      break
    }
    const header = position + 2 + length
    const end = code === 0xda ? endOfScan(bytes, header) : header
    const segment = bytes.subarray(position, end)
    const isApplications = code >= 0xe0 && code <= 0xef
    const start = textAt(segment, 1, 16)
    if (jfifSegment.test(start)) kept.add(withoutThumbnail(segment))
    else if (isApplications ? neededSegments.test(start) : code !== 0xfe) {
      // Beyond the end: the length is wrong, and the segment may have swallowed others.
      if (header > bytes.length) kept.addRest(segment)
      else kept.add(segment)
    }
    if (code === 0xd9) break
    const tiff = code === 0xe1 && textAt(segment, 4, 6) === EXIF ? orientationOf(segment.subarray(10)) : undefined
    if (tiff && !hasOrientation) {
      hasOrientation = true
      kept.add(joined(bytesOf('\xff\xe1'), bytesOfNumber(2 + EXIF.length + tiff.length, 2), bytesOf(EXIF), tiff))
    }
    position = end
  }
  return kept.all()
}

function withoutThumbnail(jfif: Bytes): Bytes {
  const start = jfif.slice(0, JFIF_LENGTH)
  start.set(bytesOfNumber(start.length - 2, 2), 2)
  start.fill(0, JFIF_LENGTH - 2)
  return start
}

/** Returns where the next segment begins. In the data of a scan, FF is followed by 00 or by the code of a restart. */
function endOfScan(bytes: Bytes, start: number): number {
  for (let position = bytes.indexOf(0xff, start); position >= 0; position = bytes.indexOf(0xff, position)) {
    const code = bytes[position + 1] ?? 0
    if (code !== 0 && code !== 0xff && (code < 0xd0 || code > 0xd7)) return position
    position += code === 0xff ? 1 : 2
  }
  return bytes.length
}
