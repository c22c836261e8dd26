import { forgetLoss } from '../../backend/connection.ts'

/** The forms whose last upload failed. While there is one, the banner of the media service stays. */
const forms = new Set<object>()

export function addFailedUpload(form: object): void {
  forms.add(form)
}

/** Call it when a failed upload no longer matters: it was retried or removed, or its form has closed. */
export function removeFailedUpload(form: object): void {
  // No other call reports that the media service can be reached.
  if (forms.delete(form) && forms.size === 0) forgetLoss('uploads')
}
