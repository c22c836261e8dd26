import { Kept, reversedNumberAt, textAt, MAX_PARTS, type Bytes, type PictureHeader } from './bytes.ts'

/** The extensions of applications that repeat an animation or hold a colour profile. */
const neededExtension = /^(?:NETSCAPE2\.0|ANIMEXTS1\.0|ICCRGBG1012)$/

const IMAGE = 0x2c
const EXTENSION = 0x21
const END = 0x3b

interface Block {
  /** What it is: an image, an extension, the end, or anything else where the picture is damaged. */
  kind: number | undefined
  start: number
  end: number
}

/** Yields the blocks up to the end of the picture, or to where it is damaged. That one has everything that follows. */
function* blocksIn(bytes: Bytes): Generator<Block, void> {
  for (let start = startOfBlocks(bytes); start < bytes.length;) {
    const kind = bytes[start]
    const end = endOfBlock(bytes, start)
    yield { kind, start, end }
    start = kind === IMAGE || kind === EXTENSION ? end : bytes.length
  }
}

function endOfBlock(bytes: Bytes, start: number): number {
  const kind = bytes[start]
  if (kind === END) return start + 1
  // An image has a position, a size and perhaps a table of colours, then a size of codes.
  if (kind === IMAGE) return endOfData(bytes, start + 11 + tableSize(bytes[start + 9]))
  return kind === EXTENSION ? endOfData(bytes, start + 2) : bytes.length
}

/** Returns where the first block starts: after the signature, the size of the picture and perhaps a table of colours. */
function startOfBlocks(bytes: Bytes): number {
  return 13 + tableSize(bytes[10])
}

/** Returns the size of the picture with its images, and their number. Undefined if no image has pixels. */
export function gifHeader(bytes: Bytes): PictureHeader | undefined {
  const header = { width: reversedNumberAt(bytes, 6, 2), height: reversedNumberAt(bytes, 8, 2), frames: 0 }
  let parts = 0
  for (const { kind, start, end } of blocksIn(bytes)) {
    parts += 1
    if (parts > MAX_PARTS) return undefined
    // Without pixels it ends after the size of codes and an empty block.
    const pixels = start + 12 + tableSize(bytes[start + 9])
    if (kind !== IMAGE || end <= pixels || pixels >= bytes.length) continue
    const [left = 0, top = 0, width = 0, height = 0] = [1, 3, 5, 7].map((at) => reversedNumberAt(bytes, start + at, 2))
    header.frames += 1
    header.width = Math.max(header.width, left + width)
    header.height = Math.max(header.height, top + height)
  }
  return header.frames > 0 ? header : undefined
}

/** Drops comments, the other extensions of applications, and what follows the end of the picture. */
export function withoutGifMetadata(bytes: Bytes): Bytes {
  const kept = new Kept(bytes)
  kept.add(bytes.subarray(0, startOfBlocks(bytes)))
  for (const { kind, start, end } of blocksIn(bytes)) {
    const label = bytes[start + 1]
    // Controls of the next image, and texts, which are drawn.
    const isDrawn = kind === END || kind === IMAGE || label === 0xf9 || label === 0x01
    const isNeeded = isDrawn || (label === 0xff && neededExtension.test(textAt(bytes, start + 3, 11)))
    if (kind !== END && kind !== IMAGE && kind !== EXTENSION) kept.addRest(bytes.subarray(start))
    else if (isNeeded) kept.add(bytes.subarray(start, end))
  }
  return kept.all()
}

/** Returns the size of the table of colours that these flags announce. */
function tableSize(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/** Returns the end of data in blocks: each starts with its size, and the last has none. */
function endOfData(bytes: Bytes, start: number): number {
  let position = start
  for (let size = bytes[position] ?? 0; size > 0; size = bytes[position] ?? 0) position += 1 + size
  return position + 1
}
