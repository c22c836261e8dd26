import { sniff } from '../../../shared/formats.ts'
import { openBackend } from '../../backend/backend.ts'
import { currentSession } from '../../session/session.ts'
import { UploadFailed, type MediaUploader } from './port.ts'

/** For a Weft without a cloud: the file is kept with the data, and answered under its address. One that is not of the kind is `UploadFailed`. */
export const localUploader: MediaUploader = {
  async upload(file, kind, { onProgress, signal }) {
    signal.throwIfAborted()
    const sniffed = await sniff(file).catch(() => {
      throw new UploadFailed('That file could not be read. Please choose it again.')
    })
    signal.throwIfAborted()
    if (sniffed === null || sniffed === 'HEIC' || sniffed.kind !== kind) {
      throw new UploadFailed('Weft cannot show that file. Please choose another one.')
    }
    const { files } = await openBackend()
    const token = currentSession().session?.token ?? null
    const url = await files.add(file, { token, signal })
    signal.throwIfAborted()
    onProgress(1)
    return url
  },
}
