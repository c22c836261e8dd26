/**
 * What may be a picture or video of Weft's, and how large: the same to the page that sends it and the backend that
 * keeps it.
 */

type MediaKind = 'IMAGE' | 'VIDEO'

/** One MB is 1,048,576 bytes here, in the limits and in the sentences, as most devices show the size of a file. */
export const megabyte = 1_048_576

/** The largest file of each kind, in MB; a file of exactly this size may be uploaded. */
export const maxMegabytes: Readonly<Record<MediaKind, number>> = { IMAGE: 4, VIDEO: 9.5 }

/**
 * A format that Weft can show; `mime` has no parameters. None is one that a browser would execute: no SVG, no HTML
 * (docs/spec-decisions.md, "Screens").
 */
export interface MediaFormat {
  kind: MediaKind
  mime: string
}

/** What a file is by its first bytes: a format to show, an HEIC picture (most browsers cannot show one), or neither. */
export type Sniffed = MediaFormat | 'HEIC' | null

/** The MIME types that `sniff` can find. */
export const mediaTypePattern = /^(?:image\/(?:avif|gif|jpeg|png|webp)|video\/(?:mp4|ogg|quicktime|webm))$/

/** How many bytes at the start of a file decide its format. */
export const SNIFFED_BYTES = 512

/** Looks at the first bytes of a file, never at its name or type. Rejects when the file cannot be read. */
export async function sniff(file: Blob): Promise<Sniffed> {
  const head = new Uint8Array(await file.slice(0, SNIFFED_BYTES).arrayBuffer())
  return formatOf(String.fromCharCode(...head))
}

/** The format of a file that starts with `head`, up to `SNIFFED_BYTES` characters, one for each byte. */
export function formatOf(head: string): Sniffed {
  if (head.startsWith('\xff\xd8\xff')) return image('jpeg')
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return image('png')
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return image('gif')
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return image('webp')
  if (head.startsWith('ftyp', 4)) return formatOfBrands(brandsIn(head))
  if (head.startsWith('\x1aE\xdf\xa3')) return otherEbml.test(head) ? null : video('webm')
  if (head.startsWith('OggS')) return oggSound.test(head) ? null : video('ogg')
  return null
}

/** An EBML header whose DocType (id 0x4282) says "matroska", which not every browser plays. */
const otherEbml = /B\x82[^]{1,8}?matroska/

/** Ogg whose first stream is sound: with pictures, theirs comes first. */
const oggSound = /^[^]{28,30}(?:vorbis|OpusHead|FLAC|Speex)/

const soundOrRaw = /^(?:M4[ABP] |crx )$/
const avif = /^avi[fs]$/
const heic = /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/
const mp4 = /^(?:iso[m2-9]|mp4[12]|avc1|av01|M4V[ HP]|MSNV|mmp4|dash)$/

/** `brands` holds the major brand first, then the compatible ones. */
function formatOfBrands(brands: string[]): Sniffed {
  const [major = ''] = brands
  const some = (pattern: RegExp) => brands.some((brand) => pattern.test(brand))
  // Sound and camera raw name an MP4 brand too, among the compatible ones.
  if (soundOrRaw.test(major)) return null
  // Before HEIC: AVIF shares its general brands.
  if (some(avif)) return image('avif')
  if (some(heic)) return 'HEIC'
  if (major === 'qt  ') return video('quicktime')
  return some(mp4) ? video('mp4') : null
}

/** The brands in a `ftyp` box: size (4 bytes), "ftyp", major brand, version (4 bytes), compatible brands. */
function brandsIn(head: string): string[] {
  const size = [0, 1, 2, 3].reduce((sum, at) => sum * 256 + head.charCodeAt(at), 0)
  const compatible = head.slice(16, size).match(/[^]{4}/g) ?? []
  return [head.slice(8, 12), ...compatible]
}

function image(subtype: string): MediaFormat {
  return { kind: 'IMAGE', mime: `image/${subtype}` }
}

function video(subtype: string): MediaFormat {
  return { kind: 'VIDEO', mime: `video/${subtype}` }
}
