import { bytesOf, hasMetadata, numberAt, textAt, MAX_PARTS, type Bytes, type PictureHeader } from './bytes.ts'

/** Valid Exif without entries: where it begins, then an empty directory. */
const EMPTY_EXIF = bytesOf('\0\0\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0')

/** The types of items that are metadata: Exif, XMP and others. */
const metadataItem = /^(?:Exif|mime|uri )$/

/** Boxes whose content no decoder needs: XMP and other data of applications, of users, and unused space. */
const unneededBox = /^(?:uuid|udta|keys|ilst|free|skip)$/

/**
 * An AVIF is a tree of boxes, which refer to bytes by their positions in the file. So metadata is overwritten where it is.
 * The orientation is a property of the picture, not of Exif.
 */
export function withoutAvifMetadata(bytes: Bytes): Bytes | null {
  const copy = bytes.slice()
  try {
    overwriteIn({ bytes: copy, left: copy.length }, { start: 0, end: copy.length }, 0)
  } catch (error) {
    if (!(error instanceof DamageError)) throw error
    if (hasMetadata(copy)) return null
  }
  return copy
}

/** The picture, and how many bytes of items may still be overwritten: in a damaged one, each could be the whole file. */
interface Picture {
  bytes: Bytes
  left: number
}

class DamageError extends Error {}

/** Where the content of a box or an item is. */
interface Place {
  start: number
  end: number
}

interface Box extends Place {
  type: string
  /** Where the type is. */
  name: number
}

/** Yields the boxes in a place. Throws `DamageError` for one that does not fit into it. */
function* boxesIn(bytes: Bytes, { start, end }: Place): Generator<Box, void> {
  for (let position = start; position < end;) {
    const short = numberAt(bytes, position, 4)
    const size = short === 1 ? numberAt(bytes, position + 8, 8) : short === 0 ? end - position : short
    const header = short === 1 ? 16 : 8
    if (!(size >= header) || position + size > end) throw new DamageError()
    const type = textAt(bytes, position + 4, 4)
    yield { type, name: position + 4, start: position + header, end: position + size }
    position += size
  }
}

/** The boxes around those with sizes: of pictures, and for animations of their tracks. */
const parent = /^(?:moov|trak|mdia|minf|stbl|meta|iprp|ipco)$/

/** Returns the largest size of a picture, and the number of those of an animation. Undefined if there is none. */
export function avifHeader(bytes: Bytes): PictureHeader | undefined {
  const header = { width: 0, height: 0, frames: 1 }
  const add = (size: number, position: number) => {
    header.width = Math.max(header.width, numberAt(bytes, position, size))
    header.height = Math.max(header.height, numberAt(bytes, position + size, size))
  }
  let parts = 0
  const readIn = (place: Place, depth: number) => {
    for (const { type, start, end } of boxesIn(bytes, place)) {
      parts += 1
      if (parts > MAX_PARTS) throw new DamageError()
      if (parent.test(type) && depth < 6) readIn({ start: type === 'meta' ? start + 4 : start, end }, depth + 1)
      // A version and flags come first.
      if (type === 'ispe') add(4, start + 4)
      // The first entry: its size and type, 24 bytes that every kind of track has, width and height.
      if (type === 'stsd' && textAt(bytes, start + 12, 4) === 'av01') add(2, start + 40)
      if (type === 'stsz') header.frames = Math.max(header.frames, numberAt(bytes, start + 8, 4))
    }
  }
  try {
    readIn({ start: 0, end: bytes.length }, 0)
  } catch (error) {
    if (!(error instanceof DamageError)) throw error
  }
  return parts <= MAX_PARTS && header.width > 0 && header.height > 0 ? header : undefined
}

/** The boxes that may contain metadata: of the file, and for animations of its movie and their tracks. */
const container = /^(?:moov|trak|meta)$/
const MAX_DEPTH = 3

/** Overwrites the metadata in the boxes of a place. */
function overwriteIn(picture: Picture, place: Place, depth: number): void {
  const { bytes } = picture
  for (const box of boxesIn(bytes, place)) {
    if (unneededBox.test(box.type)) {
      bytes.set(bytesOf('free'), box.name)
      bytes.fill(0, box.start, box.end)
    } else if (container.test(box.type) && depth < MAX_DEPTH) {
      // The version and flags of `meta` come first.
      const content = { start: box.type === 'meta' ? box.start + 4 : box.start, end: box.end }
      if (box.type === 'meta') overwriteItems(picture, content)
      overwriteIn(picture, content, depth + 1)
    }
  }
}

function overwriteItems(picture: Picture, place: Place): void {
  const { bytes } = picture
  const boxes = new Map(Array.from(boxesIn(bytes, place), (box) => [box.type, box]))
  const [infos, locations] = [boxes.get('iinf'), boxes.get('iloc')]
  if (!infos || !locations) return
  const types = itemTypes(bytes, infos)
  for (const { id, start, end } of itemParts(bytes, locations, boxes.get('idat'))) {
    const type = types.get(id) ?? ''
    if (!metadataItem.test(type)) continue
    picture.left -= end - start
    if (!(start < end) || end > bytes.length || picture.left < 0) throw new DamageError()
    bytes.fill(type === 'Exif' ? 0 : 0x20, start, end)
    if (type === 'Exif' && end - start >= EMPTY_EXIF.length) bytes.set(EMPTY_EXIF, start)
  }
}

/** Returns the types of items by their ids, from the box `iinf`. */
function itemTypes(bytes: Bytes, box: Box): Map<number, string> {
  const types = new Map<number, string>()
  const start = box.start + (bytes[box.start] === 0 ? 6 : 8)
  for (const info of boxesIn(bytes, { start, end: box.end })) {
    const version = bytes[info.start] ?? 0
    const idSize = version === 2 ? 2 : 4
    // The flags, the id, a number of its protection, the type. Earlier versions have no types.
    if (version >= 2) types.set(numberAt(bytes, info.start + 4, idSize), textAt(bytes, info.start + 4 + idSize + 2, 4))
  }
  return types
}

/** Yields where the parts of items are, from the box `iloc`. `data` is the box `idat`. */
function* itemParts(bytes: Bytes, box: Box, data: Place | undefined): Generator<Place & { id: number }, void> {
  let position = box.start
  const read = (size: number) => {
    if (position + size > box.end) throw new DamageError()
    position += size
    return numberAt(bytes, position - size, size)
  }
  const version = read(4) >>> 24
  const sizes = read(2)
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexSize = version === 0 ? 0 : sizes & 15
  const idSize = version < 2 ? 2 : 4
  // Otherwise many parts could have no bytes in the box.
  if (version > 2 || lengthSize === 0) throw new DamageError()
  for (let items = read(idSize); items > 0; items -= 1) {
    const id = read(idSize)
    const method = version === 0 ? 0 : read(2) & 15
    read(2)
    const base = read(baseSize)
    for (let parts = read(2); parts > 0; parts -= 1) {
      read(indexSize)
      const offset = base + read(offsetSize)
      const length = read(lengthSize)
      // Else the offset is from the start of another item.
      const origin = method === 0 ? 0 : method === 1 ? data?.start : undefined
      const start = (origin ?? NaN) + offset
      yield { id, start, end: start + length }
    }
  }
}
