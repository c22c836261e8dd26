import { Kept, textAt, type Bytes } from './bytes.ts'

/** The extensions of applications that repeat an animation or hold a colour profile. */
const neededExtension = /^(?:NETSCAPE2\.0|ANIMEXTS1\.0|ICCRGBG1012)$/

const END = 0x3b

/** Drops comments, the other extensions of applications, and what follows the end of the picture. */
export function withoutGifMetadata(bytes: Bytes): Bytes {
  const kept = new Kept(bytes)
  let position = 13 + tableSize(bytes[10])
  kept.add(bytes.subarray(0, position))
  while (position < bytes.length) {
    const [kind, label] = [bytes[position], bytes[position + 1]]
    if (kind !== 0x2c && kind !== 0x21) {
      if (kind === END) kept.add(bytes.subarray(position, position + 1))
      else kept.addRest(bytes.subarray(position))
      break
    }
    const isImage = kind === 0x2c
    // An image has a position, a size and perhaps a table of colours, then a size of codes.
    const end = endOfBlocks(bytes, isImage ? position + 11 + tableSize(bytes[position + 9]) : position + 2)
    // Controls of the next image, and texts, which are drawn.
    const isDrawn = isImage || label === 0xf9 || label === 0x01
    if (isDrawn || (label === 0xff && neededExtension.test(textAt(bytes, position + 3, 11))))
      kept.add(bytes.subarray(position, end))
    position = end
  }
  return kept.all()
}

/** Returns the size of the table of colours that these flags announce. */
function tableSize(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/** Returns the end of data in blocks: each starts with its size, and the last has none. */
function endOfBlocks(bytes: Bytes, start: number): number {
  let position = start
  for (let size = bytes[position] ?? 0; size > 0; size = bytes[position] ?? 0) position += 1 + size
  return position + 1
}
