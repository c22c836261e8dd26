import {
  bytesOf,
  bytesOfNumber,
  joined,
  Kept,
  numberAt,
  textAt,
  MAX_PARTS,
  type Bytes,
  type PictureHeader,
} from './bytes.ts'
import { orientationOf } from './exif.ts'

const EXIF = 'Exif\0\0'

/** The codes of markers: a scan begins, the picture ends. */
const SCAN = 0xda
const END = 0xd9

/** The segments of applications that decoders need, by the start of their content. */
const neededSegments = /^(?:\xe2..ICC_PROFILE\0|\xee..Adobe)/s
const jfifSegment = /^\xe0..JFIF\0/s
/** What is before the thumbnail in a JFIF segment: the size of the thumbnail is its last two bytes. */
const JFIF_LENGTH = 18

interface Segment {
  /** The code of its marker. Undefined where the picture is damaged: the segment is what follows. */
  code: number | undefined
  start: number
  /** The end of the segment as its length says, which may be beyond that of the picture. */
  header: number
  /** The end of the segment with the data of a scan. */
  end: number
}

/** Yields the segments of a JPEG up to its end. Each has a marker: FF and a code. */
function* segmentsIn(bytes: Bytes): Generator<Segment, void> {
  for (let start = 2; start < bytes.length;) {
    const code = bytes[start] === 0xff ? bytes[start + 1] : undefined
    if (code === undefined || code === 0xff || code === 0) {
      // Fill bytes, or others than a segment, which decoders skip.
      const next = bytes.indexOf(0xff, start + 1)
      start = next < 0 ? bytes.length : next
      continue
    }
    const hasLength = code > 0x01 && (code < 0xd0 || code > 0xd9)
    const length = hasLength ? numberAt(bytes, start + 2, 2) : 0
    if (hasLength && !(length >= 2)) {
      yield { code: undefined, start, header: start, end: bytes.length }
      break
    }
    const header = start + 2 + length
    const end = code === SCAN ? endOfScan(bytes, header) : header
    yield { code, start, header, end }
    start = code === END ? bytes.length : end
  }
}

/** Whether a segment has this code that begins a frame, of any of the methods of compression. */
function isFrame(code = 0): boolean {
  return code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc
}

/** Returns the largest size that a frame has. Undefined if no scan with pixels follows one. */
export function jpegHeader(bytes: Bytes): PictureHeader | undefined {
  const header = { width: 0, height: 0, frames: 1 }
  let hasPixels = false
  let parts = 0
  for (const { code, start, header: content, end } of segmentsIn(bytes)) {
    parts += 1
    if (parts > MAX_PARTS) return undefined
    if (isFrame(code)) {
      header.height = Math.max(header.height, numberAt(bytes, start + 5, 2))
      header.width = Math.max(header.width, numberAt(bytes, start + 7, 2))
    }
    if (code === SCAN && header.width > 0) hasPixels ||= end > content
  }
  return hasPixels ? header : undefined
}

/**
 * Drops comments and the segments of applications except JFIF without its thumbnail, the colour profile and Adobe's colour
 * transform, and what follows the end of the picture.
 */
export function withoutJpegMetadata(bytes: Bytes): Bytes {
  const kept = new Kept(bytes)
  kept.add(bytes.subarray(0, 2))
  let hasOrientation = false
  for (const { code, start, header, end } of segmentsIn(bytes)) {
    const segment = bytes.subarray(start, end)
    if (code === undefined) {
      kept.addRest(segment)
      break
    }
    const isApplications = code >= 0xe0 && code <= 0xef
    const content = textAt(segment, 1, 16)
    if (jfifSegment.test(content)) kept.add(withoutThumbnail(segment))
    else if (isApplications ? neededSegments.test(content) : code !== 0xfe) {
      // Beyond the end: the length is wrong, and the segment may have swallowed others.
      if (header > bytes.length) kept.addRest(segment)
      else kept.add(segment)
    }
    const tiff = code === 0xe1 && textAt(segment, 4, 6) === EXIF ? orientationOf(segment.subarray(10)) : undefined
    if (tiff && !hasOrientation) {
      hasOrientation = true
      kept.add(joined(bytesOf('\xff\xe1'), bytesOfNumber(2 + EXIF.length + tiff.length, 2), bytesOf(EXIF), tiff))
    }
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
