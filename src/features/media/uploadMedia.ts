import { cloudOf } from '../../../shared/cloud.ts'
import { startCall } from '../../backend/connection.ts'
import { openBackend } from '../../backend/openBackend.ts'
import type { MediaInput, MediaType } from '../../generated/types.ts'
import { currentSession } from '../../session/session.ts'
import { measureMedia } from './measureMedia.ts'
import type { UploadOptions } from './postForm.ts'
import { uploadToCloud } from './uploadToCloud.ts'

/**
 * Uploads a file that has passed `checkMedia`: to the cloud if this build configures one, else to the data in this
 * browser. Resolves to the URL, type and size. Rejects with an `Error` if that fails, or with the signal's reason.
 */
export async function uploadMedia(file: File, type: MediaType, options: UploadOptions): Promise<MediaInput> {
  const [url, size] = await Promise.all([upload(file, type, options), measureMedia(file, type)])
  return { url, type, ...size }
}

async function upload(file: File, type: MediaType, options: UploadOptions): Promise<string> {
  // Reads the settings at each upload, because tests change them.
  const cloud = cloudOf(import.meta.env)
  const report = startCall(cloud ? 'uploads' : 'backend')
  try {
    const url = await (cloud ? uploadToCloud(file, type, cloud, options) : storeWithData(file, options))
    report()
    return url
  } catch (error) {
    if (!options.signal.aborted) report(error)
    throw error
  }
}

/** Stores the file with the data in this browser. The backend detects its type by its first bytes. */
async function storeWithData(file: File, { onProgress, signal }: UploadOptions): Promise<string> {
  signal.throwIfAborted()
  const { files } = await openBackend()
  const url = await files.add(file, { token: currentSession().session?.token ?? null, signal })
  signal.throwIfAborted()
  onProgress(1)
  return url
}
