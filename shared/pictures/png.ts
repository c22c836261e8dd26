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

const SIGNATURE_SIZE = 8

/** The chunks that change how a picture looks. Those whose names begin with a capital letter are needed to decode it. */
const neededChunk =
  /^(?:[A-Z][A-Za-z]{3}|tRNS|cHRM|gAMA|iCCP|sBIT|sRGB|cICP|mDCV|cLLI|bKGD|hIST|pHYs|sPLT|acTL|fcTL|fdAT)$/

interface Chunk {
  /** Empty where the picture is damaged: the chunk is what follows. */
  name: string
  start: number
  /** Where its content is, which a checksum follows. */
  content: number
  end: number
}

/** Yields the chunks up to the last one: the length of the content, the name, the content, a checksum. */
function* chunksIn(bytes: Bytes): Generator<Chunk, void> {
  for (let start = SIGNATURE_SIZE; start < bytes.length;) {
    const end = start + 12 + numberAt(bytes, start, 4)
    const name = textAt(bytes, start + 4, 4)
    const isChunk = !Number.isNaN(end) && /^[A-Za-z]{4}$/.test(name)
    yield isChunk ? { name, start, content: start + 8, end } : { name: '', start, content: start, end: bytes.length }
    if (!isChunk || name === 'IEND') return
    start = end
  }
}

/** Returns the size of the picture, and the number of frames. Undefined if there are no pixels. */
export function pngHeader(bytes: Bytes): PictureHeader | undefined {
  const first = SIGNATURE_SIZE + 8
  if (textAt(bytes, SIGNATURE_SIZE + 4, 4) !== 'IHDR') return undefined
  let hasPixels = false
  let announced = 1
  let controls = 0
  let parts = 0
  for (const { name, content } of chunksIn(bytes)) {
    parts += 1
    if (parts > MAX_PARTS) return undefined
    if (name === 'IDAT') hasPixels = true
    if (name === 'acTL') announced = numberAt(bytes, content, 4)
    if (name === 'fcTL') controls += 1
  }
  if (!hasPixels) return undefined
  return {
    width: numberAt(bytes, first, 4),
    height: numberAt(bytes, first + 4, 4),
    frames: Math.max(1, announced, controls),
  }
}

/** Drops the other chunks, and what follows the last one. */
export function withoutPngMetadata(bytes: Bytes): Bytes {
  const kept = new Kept(bytes)
  kept.add(bytes.subarray(0, SIGNATURE_SIZE))
  let hasOrientation = false
  for (const { name, start, content, end } of chunksIn(bytes)) {
    if (name === '') kept.addRest(bytes.subarray(start))
    const tiff = name === 'eXIf' ? orientationOf(bytes.subarray(content, end - 4)) : undefined
    if (tiff && !hasOrientation) {
      hasOrientation = true
      kept.add(chunkOf(name, tiff))
    }
    if (neededChunk.test(name)) kept.add(bytes.subarray(start, end))
  }
  return kept.all()
}

function chunkOf(name: string, content: Bytes): Bytes {
  const checked = joined(bytesOf(name), content)
  return joined(bytesOfNumber(content.length, 4), checked, bytesOfNumber(crc32(checked), 4))
}

/** The checksum of PNG. */
function crc32(bytes: Bytes): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
