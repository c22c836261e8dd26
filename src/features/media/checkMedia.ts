import { maxMegabytes, megabyte, sniff, type Sniffed } from '../../../shared/formats.ts'
import type { MediaType } from '../../generated/types.ts'

interface Words {
  one: string
  many: string
  formats: string
}

const words: Record<MediaType, Words> = {
  IMAGE: { one: 'picture', many: 'Pictures', formats: 'JPEG, PNG, GIF, WebP or AVIF' },
  VIDEO: { one: 'video', many: 'Videos', formats: 'MP4, MOV, WebM or Ogg' },
}

/**
 * Checks by first bytes and size whether a file can be uploaded as this type; its name and MIME type do not count.
 * Resolves to null, or to a sentence that tells the user what is wrong. Never rejects.
 */
export async function checkMedia(file: File, wanted: MediaType): Promise<string | null> {
  if (file.size === 0) return 'That file is empty. Please choose another one.'
  let sniffed: Sniffed
  try {
    sniffed = await sniff(file)
  } catch {
    return 'That file could not be read. Please choose it again, or choose another one.'
  }
  const { one, many, formats } = words[wanted]
  if (sniffed === null) return `That file is not a ${one} Weft can show. Use ${formats}.`
  const actual = sniffed === 'HEIC' ? 'IMAGE' : sniffed.kind
  if (actual !== wanted) return `That file is a ${words[actual].one}. Please choose a ${one}: ${formats}.`
  if (sniffed === 'HEIC') {
    return 'That is an HEIC picture, which most browsers cannot show. Save it as JPEG and choose that instead.'
  }
  if (file.size > maxMegabytes[wanted] * megabyte) {
    return `That ${one} is ${megabytes(file)}. ${many} can be up to ${maxMegabytes[wanted]} MB.`
  }
  return null
}

/** Rounds up, so that a file one byte over the limit does not appear to be as large as the limit. */
function megabytes(file: File): string {
  return `${(Math.ceil((file.size / megabyte) * 10) / 10).toFixed(1)} MB`
}
