import { UploadFailed, type MediaUploader } from './port.ts'
import { risingProgress, type RisingProgress } from './risingProgress.ts'
import { sniff } from './sniff.ts'

/**
 * For a Weft without a cloud: the URL holds the file itself (`data:`), so it is kept wherever the post is kept. Its
 * type is that of the first bytes; a file that is not of the kind is `UploadFailed`.
 */
export const localUploader: MediaUploader = {
  async upload(file, kind, { onProgress, signal }) {
    signal.throwIfAborted()
    const sniffed = await sniff(file).catch(() => {
      throw unreadable()
    })
    signal.throwIfAborted()
    if (sniffed === null || sniffed === 'HEIC' || sniffed.kind !== kind) {
      throw new UploadFailed('Weft cannot show that file. Please choose another one.')
    }
    const progress = risingProgress(onProgress)
    const url = await readAsDataUrl(file.slice(0, file.size, sniffed.mime), progress, signal)
    progress.finished()
    return url
  },
}

function readAsDataUrl(file: Blob, progress: RisingProgress, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    const abort = () => {
      reject(signal.reason)
      reader.abort()
    }
    reader.addEventListener('progress', ({ loaded, total }) => progress.moved(loaded, total))
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') resolve(reader.result)
    })
    reader.addEventListener('error', () => reject(unreadable()))
    reader.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
    signal.addEventListener('abort', abort)
    reader.readAsDataURL(file)
  })
}

function unreadable(): UploadFailed {
  return new UploadFailed('That file could not be read. Please choose it again.')
}
