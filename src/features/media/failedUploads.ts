import { forgetLoss } from '../../backend/connection.ts'

/** The forms whose last upload failed, by the id of their draft. While there is one, the banner of the media service stays. */
const forms = new Set<string>()

export function addFailedUpload(id: string): void {
  forms.add(id)
}

/** Call it when a failed upload no longer matters: it was retried or removed, or its form has closed. */
export function removeFailedUpload(id: string): void {
  // No other call reports that the media service can be reached.
  if (forms.delete(id) && forms.size === 0) forgetLoss('uploads')
}
