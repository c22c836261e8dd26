/** The format of a picture or video, by the first bytes of the file. The page and the backend check the same. */
/**
 * A format that Weft can show. `mime` has no parameters. Formats that a browser executes, such as SVG and HTML, are not
 * accepted (docs/spec-decisions.md, "Screens").
 */
export interface MediaFormat {
  kind: 'IMAGE' | 'VIDEO'
  mime: string
}

/** The result of `sniff`: a format that Weft can show, an HEIC picture (most browsers cannot show it), or neither. */
export type Sniffed = MediaFormat | 'HEIC' | null

/** The number of bytes at the start of a file that determine its format. */
export const SNIFFED_BYTES = 512

/** Returns the format of a file by its first bytes, regardless of its name and type. Rejects if it cannot be read. */
export async function sniff(file: Blob): Promise<Sniffed> {
  const head = new Uint8Array(await file.slice(0, SNIFFED_BYTES).arrayBuffer())
  return formatOf(String.fromCharCode(...head))
}

/** Returns the format of a file that starts with `head`: up to `SNIFFED_BYTES` characters, one for each byte. */
export function formatOf(head: string): Sniffed {
  if (head.startsWith('\xff\xd8\xff')) return image('jpeg')
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return image('png')
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return image('gif')
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return image('webp')
  if (head.startsWith('ftyp', 4)) return formatOfBrands(brandsIn(head))
  if (head.startsWith('\x1aE\xdf\xa3')) return matroska.test(head) ? null : video('webm')
  if (head.startsWith('OggS')) return oggAudio.test(head) ? null : video('ogg')
  return null
}

/** An EBML header with the DocType (id 0x4282) "matroska", which some browsers do not play. */
const matroska = /B\x82[^]{1,8}?matroska/

/** Ogg whose first stream is audio. In a video, the video stream comes first. */
const oggAudio = /^[^]{28,30}(?:vorbis|OpusHead|FLAC|Speex)/

const audioOrRaw = /^(?:M4[ABP] |crx )$/
const avif = /^avi[fs]$/
const heic = /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/
const mp4 = /^(?:iso[m2-9]|mp4[12]|avc1|av01|M4V[ HP]|MSNV|mmp4|dash)$/

/** `brands` holds the major brand first, then the compatible ones. */
function formatOfBrands(brands: string[]): Sniffed {
  const [major = ''] = brands
  const some = (pattern: RegExp) => brands.some((brand) => pattern.test(brand))
  // Audio and camera raw files list an MP4 brand among the compatible ones.
  if (audioOrRaw.test(major)) return null
  // Before HEIC, because AVIF files list the general brands of HEIC too.
  if (some(avif)) return image('avif')
  if (some(heic)) return 'HEIC'
  if (major === 'qt  ') return video('quicktime')
  return some(mp4) ? video('mp4') : null
}

/** Returns the brands in a `ftyp` box: size (4 bytes), "ftyp", major brand, version (4 bytes), compatible brands. */
function brandsIn(head: string): string[] {
  const size = [0, 1, 2, 3].reduce((sum, offset) => sum * 256 + head.charCodeAt(offset), 0)
  const compatible = head.slice(16, size).match(/[^]{4}/g) ?? []
  return [head.slice(8, 12), ...compatible]
}

function image(subtype: string): MediaFormat {
  return { kind: 'IMAGE', mime: `image/${subtype}` }
}

function video(subtype: string): MediaFormat {
  return { kind: 'VIDEO', mime: `video/${subtype}` }
}
