import { cloudOf } from '../../../shared/cloud.ts'
import { refusalIn } from '../../backend/refusals.ts'
import { startCall } from '../../backend/connection.ts'
import { openBackend } from '../../backend/openBackend.ts'
import type { MediaInput, MediaType } from '../../generated/types.ts'
import type { SessionScope } from '../../session/sessionScope.ts'
import { endRefusedSession, isTokenError } from '../../session/token.ts'
import { measureMedia } from './measureMedia.ts'
import type { UploadOptions } from './sendFormData.ts'
import { uploadToCloud } from './uploadToCloud.ts'

/**
 * Uploads a file that has passed `checkMedia`: to the cloud if this build configures one, else to the data.
 * Resolves to the URL, type and size. Rejects with an `Error` if that fails, or with the signal's reason.
 */
export async function uploadMedia(
  scope: SessionScope,
  file: File,
  type: MediaType,
  options: UploadOptions,
): Promise<MediaInput> {
  const [url, size] = await Promise.all([upload(scope, file, type, options), measureMedia(file, type)])
  return { url, type, ...size }
}

async function upload(scope: SessionScope, file: File, type: MediaType, options: UploadOptions): Promise<string> {
  // Reads the settings at each upload, because tests change them.
  const cloud = cloudOf(import.meta.env)
  const endCall = startCall(cloud ? 'uploads' : 'backend')
  try {
    const url = await (cloud ? uploadToCloud(file, type, cloud, options) : storeWithData(scope, file, options))
    endCall()
    return url
  } catch (error) {
    if (!options.signal.aborted) endCall(error)
    throw error
  }
}

/** Stores the file with the data. The backend detects its type by its first bytes. */
async function storeWithData(scope: SessionScope, file: File, { onProgress, signal }: UploadOptions): Promise<string> {
  signal.throwIfAborted()
  const { files } = await openBackend()
  const { token } = scope
  const url = await files.add(file, { token, signal }).catch(async (error: unknown) => {
    if (isTokenError(refusalIn(error)?.code)) await endRefusedSession(scope, token)
    throw error
  })
  signal.throwIfAborted()
  onProgress(1)
  return url
}
