import { UploadFailed } from './port.ts'

export interface FormAnswer {
  /** Whether the status is one of success (2xx). */
  ok: boolean
  text: string
}

export interface PostOptions {
  onProgress(loaded: number, total: number): void
  signal: AbortSignal
}

/** How long an upload may go without any progress, in milliseconds. */
const patience = 60_000

/**
 * Posts a form as multipart and resolves to whatever the answer is. Rejects with `UploadFailed` when no answer comes,
 * and with the signal's reason when it fires. XMLHttpRequest, because `fetch` does not tell how much has been sent.
 */
export function postForm(url: string, form: FormData, { onProgress, signal }: PostOptions): Promise<FormAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abandon = (reason: unknown) => {
      reject(reason)
      request.abort()
    }
    const abort = () => abandon(signal.reason)
    const interrupted = () =>
      reject(new UploadFailed('The upload was interrupted. Check your connection and try again.'))
    const stalled = () =>
      abandon(new UploadFailed('The upload has come to a standstill. Check your connection and try again.'))

    request.open('POST', url)
    let timer = setTimeout(stalled, patience)
    const alive = () => {
      clearTimeout(timer)
      timer = setTimeout(stalled, patience)
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      alive()
      onProgress(loaded, total)
    })
    request.addEventListener('progress', alive)
    request.addEventListener('load', () => {
      resolve({ ok: request.status >= 200 && request.status < 300, text: request.responseText })
    })
    request.addEventListener('error', interrupted)
    // A page that is being left aborts too, without the signal.
    request.addEventListener('abort', interrupted)
    request.addEventListener('loadend', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    })
    signal.addEventListener('abort', abort)
    request.send(form)
  })
}
