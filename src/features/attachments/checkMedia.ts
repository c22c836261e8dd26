import { maxFrames, maxMediaSide, maxMegabytes, maxMegapixels, megabyte } from '../../../shared/formats.ts'
import { pictureProblem, type PictureProblem } from '../../../shared/pictures/header.ts'
import { sniff, type Sniffed } from '../../../shared/sniff.ts'
import type { MediaType } from '../../generated/types.ts'
import { formatNumber } from '../../lib/format.ts'
import { pictureFormats, undecodable } from './mediaTexts.ts'

interface MediaLabels {
  one: string
  many: string
  formats: string
}

const labels: Record<MediaType, MediaLabels> = {
  IMAGE: { one: 'picture', many: 'Pictures', formats: pictureFormats },
  VIDEO: { one: 'video', many: 'Videos', formats: 'MP4, MOV, WebM or Ogg' },
}

/** A damaged picture is refused when it cannot be decoded. */
const tooLarge: Readonly<Record<Exclude<PictureProblem, 'damaged'>, string>> = {
  side: `That picture is wider or higher than ${formatNumber(maxMediaSide)} pixels. Please choose a smaller one.`,
  pixels: `That picture has more than ${maxMegapixels} megapixels. Please choose a smaller one.`,
  frames: `That picture has more than ${formatNumber(maxFrames)} frames. Please choose a shorter one.`,
}

const unreadable = 'That file could not be read. Please choose it again, or choose another one.'

/**
 * Checks a file by its first bytes and its size, and a picture by its number of pixels, without decoding it: that could
 * take all memory. Resolves to null, or to an error message for the user. Never rejects.
 */
export async function checkFormat(file: File, wanted: MediaType): Promise<string | null> {
  if (file.size === 0) return 'That file is empty. Please choose another one.'
  let sniffed: Sniffed
  try {
    sniffed = await sniff(file)
  } catch {
    return unreadable
  }
  const { one, many, formats } = labels[wanted]
  if (sniffed === null) return `That file is not a ${one} Weft can show. Use ${formats}.`
  const actual = sniffed === 'HEIC' ? 'IMAGE' : sniffed.kind
  if (actual !== wanted) return `That file is a ${labels[actual].one}. Please choose a ${one}: ${formats}.`
  if (sniffed === 'HEIC') {
    return 'That is an HEIC picture, which most browsers cannot show. Save it as JPEG and choose that instead.'
  }
  if (file.size > maxMegabytes[wanted] * megabyte) {
    return `That ${one} is ${megabytes(file)}. ${many} can be up to ${maxMegabytes[wanted]} MB.`
  }
  if (wanted === 'VIDEO') return null
  try {
    const problem = pictureProblem(new Uint8Array(await file.arrayBuffer()), sniffed.mime)
    return problem === undefined || problem === 'damaged' ? null : tooLarge[problem]
  } catch {
    return unreadable
  }
}

/** Checks a picture by decoding it, which takes long. Resolves to null, or to an error message. Never rejects. */
export async function checkDecoding(file: File, type: MediaType): Promise<string | null> {
  if (type === 'VIDEO' || (await canDecode(file))) return null
  return `${undecodable[type]} Please choose another one.`
}

async function canDecode(file: File): Promise<boolean> {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  try {
    await image.decode()
    return true
  } catch (error) {
    // Other errors do not concern the picture.
    const isRefused = error instanceof DOMException && error.name === 'EncodingError'
    return !isRefused || (await canDecodeWithoutElement(file))
  } finally {
    URL.revokeObjectURL(image.src)
  }
}

/**
 * An image element reports a damaged picture also when a reload has begun. This does not, but refuses pictures that lack
 * some bytes, so it is only asked second.
 */
async function canDecodeWithoutElement(file: File): Promise<boolean> {
  try {
    const bitmap = await createImageBitmap(file)
    bitmap.close()
    return true
  } catch {
    return false
  }
}

/** Rounds up, so that a file one byte over the limit does not appear to be within it. */
function megabytes(file: File): string {
  return `${(Math.ceil((file.size / megabyte) * 10) / 10).toFixed(1)} MB`
}
