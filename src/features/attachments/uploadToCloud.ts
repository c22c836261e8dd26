import type { Cloud } from '../../../shared/cloud.ts'
import { fieldsOf, parseJson } from '../../../shared/json.ts'
import { withoutMetadata } from '../../../shared/pictures/withoutMetadata.ts'
import { sniff } from '../../../shared/sniff.ts'
import type { MediaType } from '../../generated/types.ts'
import { sendFormData, type UploadOptions } from './sendFormData.ts'

const resourceTypes: Record<MediaType, string> = { IMAGE: 'image', VIDEO: 'video' }

/**
 * Uploads a file to Cloudinary without a signature (docs/spec-decisions.md, "Screens"). Resolves to its URL. Rejects
 * with an `Error`, which is logged, or with the signal's reason.
 */
export async function uploadToCloud(
  file: Blob & { name?: string },
  type: MediaType,
  { host, cloudName, uploadPreset }: Cloud,
  { onProgress, signal }: UploadOptions,
): Promise<string> {
  signal.throwIfAborted()
  const url = `${host.replace(/\/+$/, '')}/v1_1/${encodeURIComponent(cloudName)}/${resourceTypes[type]}/upload`
  if (!URL.canParse(url)) throw new Error('Uploads are not set up correctly here.')
  const form = new FormData()
  form.append('upload_preset', uploadPreset)
  form.append('file', type === 'IMAGE' ? await withoutItsMetadata(file) : file, file.name ?? 'media')
  const { ok, text } = await sendFormData(url, form, { onProgress, signal })
  const body = parseJson(text)
  if (!ok) throw new Error(['The upload was refused.', ...explanationIn(body)].join(' '))
  const mediaUrl = fieldsOf(body)['secure_url']
  if (typeof mediaUrl !== 'string' || !isMediaUrl(mediaUrl, host)) {
    throw new Error('The upload failed: the media service sent an unexpected response. Please try again.')
  }
  onProgress(1)
  return new URL(mediaUrl).href
}

/** Returns a picture as it may leave this device. */
async function withoutItsMetadata(file: Blob): Promise<Blob> {
  const format = await sniff(file)
  if (format === null || format === 'HEIC') return file
  const bytes = withoutMetadata(new Uint8Array(await file.arrayBuffer()), format.mime)
  if (!bytes) throw new Error('The picture is damaged, so that its metadata cannot be removed.')
  return new Blob([bytes], { type: file.type })
}

/** Returns Cloudinary's own message for the log, if it is short. */
function explanationIn(body: unknown): string[] {
  const message = fieldsOf(fieldsOf(body)['error'])['message']
  return typeof message === 'string' && message !== '' && message.length <= 200 ? [message] : []
}

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/** Accepts https. Accepts http only from this device, and only if the service runs on it too, as in tests. */
function isMediaUrl(text: string, host: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  if (protocol === 'https:') return true
  return protocol === 'http:' && loopback.test(hostname) && loopback.test(new URL(host).hostname)
}
