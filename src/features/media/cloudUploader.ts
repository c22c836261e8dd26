import type { MediaType } from '../../generated/types.ts'
import { UploadFailed, type MediaUploader } from './port.ts'
import { postForm, type FormAnswer } from './postForm.ts'
import { risingProgress } from './risingProgress.ts'

/** Where to upload: `host` is an origin such as https://api.cloudinary.com; the preset must allow unsigned uploads. */
export interface Cloud {
  host: string
  cloudName: string
  uploadPreset: string
}

const resourceType: Record<MediaType, string> = { IMAGE: 'image', VIDEO: 'video' }

/** Uploads straight to Cloudinary, unsigned: no secret of ours is involved. */
export function cloudUploader({ host, cloudName, uploadPreset }: Cloud): MediaUploader {
  const base = `${host.replace(/\/+$/, '')}/v1_1/${encodeURIComponent(cloudName)}`
  return {
    async upload(file, kind, { onProgress, signal }) {
      signal.throwIfAborted()
      const url = `${base}/${resourceType[kind]}/upload`
      if (!URL.canParse(url)) throw new UploadFailed('Uploads are not set up correctly here.')
      const form = new FormData()
      form.append('upload_preset', uploadPreset)
      form.append('file', file, file.name ?? 'media')
      const progress = risingProgress(onProgress)
      const answer = await postForm(url, form, { onProgress: progress.moved, signal })
      const mediaUrl = mediaUrlIn(answer, host)
      progress.finished()
      return mediaUrl
    },
  }
}

function mediaUrlIn({ ok, text }: FormAnswer, host: string): string {
  const body = parsed(text)
  if (!ok) throw new UploadFailed(['The upload was refused.', ...explanationIn(body)].join(' '))
  const mediaUrl = fieldOf(body, 'secure_url')
  if (typeof mediaUrl === 'string' && isMediaUrl(mediaUrl, host)) return new URL(mediaUrl).href
  throw new UploadFailed('The upload went wrong: the media service gave no usable answer. Please try again.')
}

/** Cloudinary's own words, where they are few enough to be shown. */
function explanationIn(body: unknown): string[] {
  const message = fieldOf(fieldOf(body, 'error'), 'message')
  return typeof message === 'string' && message !== '' && message.length <= 200 ? [message] : []
}

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/** https; or http on this very device, where the service runs on it too, as it does in tests. */
function isMediaUrl(text: string, host: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  if (protocol === 'https:') return true
  return protocol === 'http:' && loopback.test(hostname) && loopback.test(new URL(host).hostname)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
