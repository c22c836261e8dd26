import { forgetLoss } from '../../backend/connection.ts'

/** Identifies each form whose last upload failed. The banner of the media service stays while there is one. */
const forms = new Set<object>()

export function addFailedUpload(form: object): void {
  forms.add(form)
}

/** Call it when the failed upload of a form counts no more. */
export function removeFailedUpload(form: object): void {
  // Nothing else would report that the media service is back.
  if (forms.delete(form) && forms.size === 0) forgetLoss('uploads')
}
