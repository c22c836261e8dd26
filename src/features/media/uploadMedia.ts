import { openBackend } from '../../backend/openBackend.ts'
import type { MediaType } from '../../generated/types.ts'
import { currentSession } from '../../session/session.ts'
import type { UploadOptions } from './postForm.ts'
import { uploadToCloud } from './uploadToCloud.ts'

/**
 * Uploads a file that has passed `checkMedia` and resolves to its URL: to the cloud if this build names one and its
 * upload preset, else into the browser's own data. Rejects with an `Error` when it fails, and with the signal's reason
 * when aborted.
 */
export function uploadMedia(file: File, type: MediaType, options: UploadOptions): Promise<string> {
  // Read at each upload: tests name a cloud once the module is loaded. An empty setting counts as absent.
  const cloudName = import.meta.env.VITE_CLOUDINARY_CLOUD_NAME
  const uploadPreset = import.meta.env.VITE_CLOUDINARY_UPLOAD_PRESET
  const host = import.meta.env.VITE_CLOUDINARY_HOST || 'https://api.cloudinary.com'
  if (cloudName && uploadPreset) return uploadToCloud(file, type, { host, cloudName, uploadPreset }, options)
  return keepWithData(file, options)
}

/**
 * Adds the file to the data of this browser. The backend decides its type by its first bytes, and refuses other files.
 */
async function keepWithData(file: File, { onProgress, signal }: UploadOptions): Promise<string> {
  signal.throwIfAborted()
  const { files } = await openBackend()
  const url = await files.add(file, { token: currentSession().session?.token ?? null, signal })
  signal.throwIfAborted()
  onProgress(1)
  return url
}
