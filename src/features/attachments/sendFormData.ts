import { connectionLost } from '../../backend/connection.ts'

export interface UploadOptions {
  /** Called with the uploaded fraction. It only rises, and reaches 1 only when the upload has succeeded. */
  onProgress(fraction: number): void
  /** Aborts the upload. No progress is reported afterwards. */
  signal: AbortSignal
}

interface FormResponse {
  /** Whether the status is 2xx. */
  ok: boolean
  text: string
}

/** An upload fails after this time without progress. */
const STALL_TIMEOUT_MS = 60_000

/** The highest fraction before the response: sending the last byte is not yet a success. */
const MAX_FRACTION_SENT = 0.99

/**
 * Posts a multipart form. Resolves to the response, whatever its status. Rejects if there is no response, or with the
 * signal's reason. Reports at most 0.99: the caller decides whether the response is a success. Uses XMLHttpRequest,
 * because `fetch` does not report upload progress.
 */
export function sendFormData(
  url: string,
  form: FormData,
  { onProgress, signal }: UploadOptions,
): Promise<FormResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abortWith = (reason: unknown) => {
      reject(reason)
      request.abort()
    }
    const onAbort = () => abortWith(signal.reason)
    const onInterrupted = () => reject(uploadLost('was interrupted'))
    const onStalled = () => abortWith(uploadLost('stalled'))

    request.open('POST', url)
    let timer = setTimeout(onStalled, STALL_TIMEOUT_MS)
    const restartTimer = () => {
      clearTimeout(timer)
      timer = setTimeout(onStalled, STALL_TIMEOUT_MS)
    }
    let highest = 0
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      restartTimer()
      // The total is 0 when it is unknown.
      const fraction = total > 0 ? Math.min(loaded / total, MAX_FRACTION_SENT) : 0
      if (fraction <= highest) return
      highest = fraction
      onProgress(fraction)
    })
    request.addEventListener('progress', restartTimer)
    request.addEventListener('load', () => {
      resolve({ ok: request.status >= 200 && request.status < 300, text: request.responseText })
    })
    request.addEventListener('error', onInterrupted)
    // The browser also aborts the request when the user leaves the page.
    request.addEventListener('abort', onInterrupted)
    request.addEventListener('loadend', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    })
    signal.addEventListener('abort', onAbort)
    request.send(form)
  })
}

function uploadLost(what: 'stalled' | 'was interrupted'): Error {
  return connectionLost(undefined, `The upload ${what}. Check your connection and try again.`)
}
