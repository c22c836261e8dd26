export type Bytes = Uint8Array<ArrayBuffer>

/**
 * The most parts of a picture: chunks, blocks, segments or boxes. No encoder writes as many. To read the millions that fit
 * into a picture would take seconds.
 */
export const MAX_PARTS = 20_000

/** What a picture says of itself, for limits that hold before it is decoded. */
export interface PictureHeader {
  /** The largest width and height, in pixels, of the picture and of its frames. NaN if they are beyond the end. */
  width: number
  height: number
  /** 1 unless it is an animation. */
  frames: number
}

/** Returns an unsigned number of `size` bytes, the most significant first. NaN beyond the end. */
export function numberAt(bytes: Uint8Array, position: number, size: number): number {
  let number = 0
  for (let index = position; index < position + size; index += 1) number = number * 256 + (bytes[index] ?? NaN)
  return number
}

/** Returns an unsigned number of `size` bytes, the least significant first. NaN beyond the end. */
export function reversedNumberAt(bytes: Uint8Array, position: number, size: number): number {
  return numberAt(bytes.slice(position, position + size).toReversed(), 0, size)
}

/** Returns bytes as text, one character for each. */
export function textAt(bytes: Uint8Array, position: number, size: number): string {
  return String.fromCharCode(...bytes.subarray(position, position + size))
}

/** Returns the bytes of a text of characters below U+0100, one for each. */
export function bytesOf(text: string): Bytes {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/** Returns a number as `size` bytes, the most significant first. */
export function bytesOfNumber(number: number, size: number): Bytes {
  return Uint8Array.from({ length: size }, (_, index) => (number / 256 ** (size - 1 - index)) % 256)
}

/** Returns bytes one after the other. */
export function joined(...parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let position = 0
  for (const part of parts) {
    all.set(part, position)
    position += part.length
  }
  return all
}

/** The names of metadata in any format: Exif, XMP, Photoshop (with IPTC), and the chunks of PNG and WebP. */
const metadata =
  /Exif\0\0|II\*\0|MM\0\*|ns\.adobe\.com|xpacket|xmpmeta|XMP DataXMP|Photoshop 3\.0|8BIM|eXIf|[itz]TXt|tEXt|tIME|EXIF|XMP /

/** Whether metadata is recognised anywhere in these bytes, which no parser has understood. */
export function hasMetadata(bytes: Uint8Array): boolean {
  return metadata.test(new TextDecoder('latin1').decode(bytes))
}

/** The bytes that are kept of a picture. At most a small piece of new bytes is added to those of the picture. */
export class Kept {
  readonly #bytes: Bytes
  length = 0

  constructor(picture: Bytes) {
    this.#bytes = new Uint8Array(picture.length + 100)
  }

  add(part: Uint8Array): void {
    this.#bytes.set(part, this.length)
    this.length += part.length
  }

  /** Adds what follows a place where the picture is damaged, unless metadata is recognised in it. */
  addRest(rest: Uint8Array): void {
    if (!hasMetadata(rest)) this.add(rest)
  }

  /** Returns what was added. */
  all(): Bytes {
    return this.#bytes.subarray(0, this.length)
  }
}
