import {
  bytesOf,
  bytesOfNumber,
  joined,
  Kept,
  reversedNumberAt,
  textAt,
  MAX_PARTS,
  type Bytes,
  type PictureHeader,
} from './bytes.ts'
import { orientationOf } from './exif.ts'

const HEADER_SIZE = 12
/** The flags of Exif and XMP in the first byte of VP8X. */
const EXIF_FLAG = 0x08
const XMP_FLAG = 0x04

const neededChunk = /^(?:VP8[ LX]|ANIM|ANMF|ALPH|ICCP)$/

/** What stands before the chunks of a frame of an animation: the header of its own chunk, position, size and time. */
const FRAME_HEADER_SIZE = 8 + 16
const neededInFrame = /^(?:VP8[ L]|ALPH)$/

/** Returns the size of the picture with its frames, and their number. Undefined if there are no pixels. */
export function webpHeader(bytes: Bytes): PictureHeader | undefined {
  const header = { width: 0, height: 0, frames: 0 }
  const add = (width: number, height: number) => {
    header.width = Math.max(header.width, width)
    header.height = Math.max(header.height, height)
  }
  let images = 0
  let parts = 0
  for (let start = HEADER_SIZE; start < bytes.length;) {
    const name = textAt(bytes, start, 4)
    const length = reversedNumberAt(bytes, start + 4, 4)
    parts += 1
    if (parts > MAX_PARTS) return undefined
    if (Number.isNaN(length)) break
    const content = start + 8
    const number = (at: number, size: number) => reversedNumberAt(bytes, content + at, size)
    if (name === 'VP8X') add(number(4, 3) + 1, number(7, 3) + 1)
    if (name === 'VP8 ') add(number(6, 2) & 0x3fff, number(8, 2) & 0x3fff)
    // Two numbers of 14 bits after a signature of one byte.
    if (name === 'VP8L') add((number(1, 2) & 0x3fff) + 1, ((number(2, 3) >> 6) & 0x3fff) + 1)
    if (name === 'ANMF') {
      header.frames += 1
      add(number(6, 3) + 1, number(9, 3) + 1)
    }
    if (name === 'VP8 ' || name === 'VP8L') images += 1
    // The chunks of a frame follow its header.
    start = content + (name === 'ANMF' ? FRAME_HEADER_SIZE - 8 : length + (length % 2))
  }
  return images + header.frames > 0 ? { ...header, frames: Math.max(1, header.frames) } : undefined
}

/** Drops Exif, XMP and unknown chunks, also those of frames, and what follows the last one. Corrects the size and the flags. */
export function withoutWebpMetadata(bytes: Bytes): Bytes {
  if (bytes.length < HEADER_SIZE) return bytes
  const kept = new Kept(bytes)
  kept.add(bytes.subarray(0, HEADER_SIZE))
  const size = 8 + reversedNumberAt(bytes, 4, 4)
  const file = bytes.subarray(0, size)
  let features: number | undefined
  let exif: Bytes | undefined
  for (let position = HEADER_SIZE; position < bytes.length;) {
    const name = textAt(file, position, 4)
    const length = reversedNumberAt(file, position + 4, 4)
    if (Number.isNaN(length) || !/^[\x20-\x7e]{4}$/.test(name)) {
      kept.addRest(bytes.subarray(position))
      break
    }
    const chunk = file.subarray(position, position + 8 + length + (length % 2))
    if (name === 'VP8X') features ??= kept.length + 8
    if (name === 'EXIF') exif ??= exifOf(chunk.subarray(8))
    if (neededChunk.test(name)) kept.add(name === 'ANMF' ? frameOf(chunk) : chunk)
    position += chunk.length
    if (position >= size) break
  }
  if (features !== undefined && exif) {
    if (kept.length % 2 === 1) kept.add(bytesOf('\0'))
    kept.add(exif)
  }
  const all = kept.all()
  all.set(bytesOfNumber(all.length - 8, 4).toReversed(), 4)
  const flags = features === undefined ? undefined : all[features]
  if (features !== undefined && flags !== undefined)
    all[features] = (flags & ~(EXIF_FLAG | XMP_FLAG)) | (exif ? EXIF_FLAG : 0)
  return all
}

/** Returns the chunk of a frame with the chunks that it needs. */
function frameOf(chunk: Bytes): Bytes {
  const kept = new Kept(chunk)
  kept.add(chunk.subarray(0, FRAME_HEADER_SIZE))
  for (let position = FRAME_HEADER_SIZE; position < chunk.length;) {
    const length = reversedNumberAt(chunk, position + 4, 4)
    if (Number.isNaN(length)) {
      kept.addRest(chunk.subarray(position))
      break
    }
    const part = chunk.subarray(position, position + 8 + length + (length % 2))
    if (neededInFrame.test(textAt(chunk, position, 4))) kept.add(part)
    position += part.length
  }
  if (kept.length === chunk.length) return chunk
  const frame = kept.all()
  frame.set(bytesOfNumber(frame.length - 8, 4).toReversed(), 4)
  return frame
}

/** Returns a chunk with the orientation. Some programs write the start of a JPEG's segment into it. */
function exifOf(content: Bytes): Bytes | undefined {
  const tiff = orientationOf(textAt(content, 0, 4) === 'Exif' ? content.subarray(6) : content)
  return tiff && joined(bytesOf('EXIF'), bytesOfNumber(tiff.length, 4).toReversed(), tiff)
}
