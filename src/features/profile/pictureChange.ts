import type { ApolloClient } from '@apollo/client'
import { useEffect } from 'react'
import { reportError } from '../../apollo/errors.ts'
import { createStore, useStore } from '../../lib/createStore.ts'
import { sessionSignal } from '../../session/sessionSignal.ts'
import { toast } from '../../ui/toasts/toast.ts'
import type { SaveResult } from '../drafts/drafts.ts'
import { checkMedia } from '../media/checkMedia.ts'
import { addFailedUpload, removeFailedUpload } from '../media/failedUploads.ts'
import { editProfile } from './editProfile.ts'

interface PictureChange {
  /** An object URL of the new picture, while it is being saved and afterwards. */
  preview?: string
  isSaving?: boolean
  /** Why the last picked picture was not saved, as a message. */
  problem?: string
}

const noChange: PictureChange = {}
const change = createStore(noChange)
const calls = { check: new AbortController(), save: new AbortController() }
/** How many forms show the change. */
let mountedForms = 0

/** Returns the change of the viewer's picture, for its form. */
export function usePictureChange(): PictureChange {
  useEffect(() => {
    mountedForms += 1
    return () => {
      mountedForms -= 1
      if (mountedForms === 0 && !change.get().isSaving) show(noChange)
    }
  }, [])
  return useStore(change)
}

/**
 * Checks, uploads and saves the viewer's picture. Continues when the form closes or the page is left, and then shows a
 * failure as a toast. Ends with the session, and when another picture has passed its check.
 */
export async function changePicture(client: ApolloClient, file: File): Promise<void> {
  const check = restart('check')
  // Empties the alert, so that a second problem is announced, too.
  const { problem: _former, ...shown } = change.get()
  show(shown)
  const problem = await checkMedia(file, 'IMAGE')
  if (check.aborted) return
  if (problem !== null) return fail(problem, change.get())
  const save = restart('save')
  show({ preview: URL.createObjectURL(file), isSaving: true })
  const failure = await uploadAndSave(client, file, save)
  if (save.aborted) return
  if (failure !== null) fail(failure, noChange)
  else if (mountedForms === 0) show(noChange)
  else change.update(({ isSaving: _isSaving, ...saved }) => saved)
}

const messages: Record<SaveResult, string | null> = {
  saved: null,
  failed: 'That picture could not be saved. Please try again.',
  unknown: 'It is not certain that the picture was saved.',
}

/** Uploads and saves a picture. Resolves to null, or to an error message for the user. */
async function uploadAndSave(client: ApolloClient, file: File, signal: AbortSignal): Promise<string | null> {
  let url: string
  try {
    // Imported on demand, because few visits upload a file.
    const { uploadMedia } = await import('../media/uploadMedia.ts')
    url = (await uploadMedia(file, 'IMAGE', { onProgress: () => {}, signal })).url
  } catch (error) {
    if (!signal.aborted) {
      reportError(error)
      addFailedUpload(change)
    }
    return 'That picture did not upload. Please try again.'
  }
  return signal.aborted ? null : messages[await editProfile(client, { avatarUrl: url })]
}

function fail(problem: string, shown: PictureChange): void {
  if (mountedForms > 0) return show({ ...shown, problem })
  toast.error(problem)
  show(shown.isSaving ? shown : noChange)
}

function show(next: PictureChange): void {
  const { preview } = change.get()
  if (preview !== undefined && preview !== next.preview) URL.revokeObjectURL(preview)
  if (next.problem === undefined) removeFailedUpload(change)
  change.set(next)
}

/** Aborts the last call of this kind. Returns the signal of a new one. */
function restart(kind: keyof typeof calls): AbortSignal {
  calls[kind].abort()
  const next = new AbortController()
  calls[kind] = next
  const end = () => {
    next.abort()
    show(noChange)
  }
  sessionSignal().addEventListener('abort', end, { signal: next.signal })
  return next.signal
}
