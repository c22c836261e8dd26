import { maxMegabytes, megabyte, sniff, type MediaFormat, type Sniffed } from '../../../shared/formats.ts'
import type { MediaType } from '../../generated/types.ts'

/** A file that may be uploaded, or why not: `problem` is a plain sentence for the person. */
export type MediaCheck = ({ ok: true } & MediaFormat) | { ok: false; problem: string }

interface Words {
  one: string
  many: string
  formats: string
}

const words: Record<MediaType, Words> = {
  IMAGE: { one: 'picture', many: 'Pictures', formats: 'JPEG, PNG, GIF, WebP or AVIF' },
  VIDEO: { one: 'video', many: 'Videos', formats: 'MP4, MOV, WebM or Ogg' },
}

/** Whether a file is what is wanted, by its first bytes and size; its name and type do not count. Never rejects. */
export async function checkMedia(file: File, wanted: MediaType): Promise<MediaCheck> {
  if (file.size === 0) return refuse('That file is empty. Please choose another one.')
  let sniffed: Sniffed
  try {
    sniffed = await sniff(file)
  } catch {
    return refuse('That file could not be read. Please choose it again, or choose another one.')
  }
  const { one, many, formats } = words[wanted]
  if (sniffed === null) return refuse(`That file is not a ${one} Weft can show. Use ${formats}.`)
  if (kindOf(sniffed) !== wanted) {
    return refuse(`That file is a ${words[kindOf(sniffed)].one}. Please choose a ${one}: ${formats}.`)
  }
  if (sniffed === 'HEIC') {
    return refuse('That is an HEIC picture, which most browsers cannot show. Save it as JPEG and choose that instead.')
  }
  if (file.size > maxMegabytes[wanted] * megabyte) {
    return refuse(`That ${one} is ${megabytes(file)}. ${many} can be up to ${maxMegabytes[wanted]} MB.`)
  }
  return { ok: true, ...sniffed }
}

function kindOf(sniffed: MediaFormat | 'HEIC'): MediaType {
  return sniffed === 'HEIC' ? 'IMAGE' : sniffed.kind
}

/** Rounded up, so that a file one byte too large is not said to be as large as it may be. */
function megabytes(file: File): string {
  return `${(Math.ceil((file.size / megabyte) * 10) / 10).toFixed(1)} MB`
}

function refuse(problem: string): MediaCheck {
  return { ok: false, problem }
}
