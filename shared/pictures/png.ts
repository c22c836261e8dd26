import { bytesOf, bytesOfNumber, joined, Kept, numberAt, textAt, type Bytes } from './bytes.ts'
import { orientationOf } from './exif.ts'

const SIGNATURE_SIZE = 8

/** The chunks that change how a picture looks. Those whose names begin with a capital letter are needed to decode it. */
const neededChunk =
  /^(?:[A-Z][A-Za-z]{3}|tRNS|cHRM|gAMA|iCCP|sBIT|sRGB|cICP|mDCV|cLLI|bKGD|hIST|pHYs|sPLT|acTL|fcTL|fdAT)$/

/** Drops the other chunks, and what follows the last one. */
export function withoutPngMetadata(bytes: Bytes): Bytes {
  const kept = new Kept(bytes)
  kept.add(bytes.subarray(0, SIGNATURE_SIZE))
  let hasOrientation = false
  for (let position = SIGNATURE_SIZE; position < bytes.length;) {
    // The length of the content, the name, the content, a checksum.
    const end = position + 12 + numberAt(bytes, position, 4)
    const name = textAt(bytes, position + 4, 4)
    if (Number.isNaN(end) || !/^[A-Za-z]{4}$/.test(name)) {
      kept.addRest(bytes.subarray(position))
      break
    }
    const tiff = name === 'eXIf' ? orientationOf(bytes.subarray(position + 8, end - 4)) : undefined
    if (tiff && !hasOrientation) {
      hasOrientation = true
      kept.add(chunkOf(name, tiff))
    }
    if (neededChunk.test(name)) kept.add(bytes.subarray(position, end))
    if (name === 'IEND') break
    position = end
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
