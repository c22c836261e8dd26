/** Creates a file of these bytes: one byte per character. By default, its name and type do not show its format. */
export function fileOf(head: string, size = head.length, name = 'file', type = ''): File {
  const bytes = new Uint8Array(size)
  bytes.set(Array.from(head, (character) => character.charCodeAt(0)))
  return new File([bytes], name, { type })
}

/** The first bytes of an ISO media file. */
export function ftyp(major: string, ...compatible: string[]): string {
  const size = 16 + compatible.length * 4
  return `\0\0\0${String.fromCharCode(size)}ftyp${major}\0\0\x02\0${compatible.join('')}\0\0\0\x08mdat`
}

/** The header of WebM or Matroska. */
export function ebml(docType: string): string {
  const versions = 'B\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08'
  return `\x1aE\xdf\xa3\x9f${versions}B\x82${String.fromCharCode(0x80 + docType.length)}${docType}`
}

/** The first page of an Ogg file; `stream` is the start of its stream. */
export function ogg(stream: string): string {
  return `OggS\0\x02${'\0'.repeat(20)}\x01${String.fromCharCode(stream.length)}${stream}`
}

const pngHead = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0:~\x9bU'
const pngEnd = '\0\0\0\0IEND\xaeB`\x82'

/** A PNG of one pixel. */
export const png = `${pngHead}\0\0\0\nIDATx\x9cc\`\0\0\0\x02\0\x01H\xaf\xa4q${pngEnd}`

/** A GIF of one pixel, which a request can also send as a text. */
export const gif = 'GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;'

/** A PNG whose pixels are these bytes, so that nothing of it is dropped when it is stored. */
export function pngWith(pixels: Uint8Array): Uint8Array<ArrayBuffer> {
  const [head, end] = [`${pngHead}${number(pixels.length)}IDAT`, `\0\0\0\0${pngEnd}`]
  return new Uint8Array(Buffer.concat([Buffer.from(head, 'latin1'), pixels, Buffer.from(end, 'latin1')]))
}

/** A PNG of this size, of one bit a pixel, whose pixels are not those of such a size. With the number of frames it animates. */
export function pngOf(width: number, height: number, frames = 0): string {
  const animation = frames > 0 ? `\0\0\0\x08acTL${number(frames)}\0\0\0\0cccc` : ''
  return png
    .replace('IHDR\0\0\0\x01\0\0\0\x01\x08', `IHDR${number(width)}${number(height)}\x01`)
    .replace('\0\0\0\nIDAT', `${animation}\0\0\0\nIDAT`)
}

/** A number of four bytes, the most significant first. */
function number(value: number): string {
  return String.fromCharCode(...[24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff))
}

export const mp4 = ftyp('isom', 'isom', 'iso2', 'avc1', 'mp41')

/** Returns the content of a large file, the same in every run: 0, 1, 2, … as numbers of four bytes. */
export function countingBytes(size: number): Uint8Array {
  return new Uint8Array(Uint32Array.from({ length: Math.ceil(size / 4) }, (_, index) => index).buffer, 0, size)
}

/** A PNG picture with this name. */
export function picture(name: string): File {
  return fileOf(png, png.length, name, 'image/png')
}
