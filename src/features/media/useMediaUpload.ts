import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { codeNotLoaded } from '../../../shared/codeNotLoaded.ts'
import { reportError } from '../../apollo/errors.ts'
import type { MediaInput, MediaType } from '../../generated/types.ts'
import { addFailedUpload, removeFailedUpload } from './failedUploads.ts'

/** A file that has passed `checkMedia`. `preview` is an object URL of the file. */
export interface PickedMedia {
  name: string
  type: MediaType
  preview: string
  state: { status: 'uploading'; fraction: number } | { status: 'failed' } | { status: 'done'; uploaded: MediaInput }
}

export interface MediaUpload {
  media: PickedMedia | null
  /** Why the last picked file cannot be uploaded, as a message for the user. */
  problem: string | null
  pick: (file: File, wanted: MediaType, callbacks?: UploadCallbacks) => void
  /** Shows a file that was picked before. Uploads it unless it is `uploaded`. */
  restore: (file: File, type: MediaType, uploaded: MediaInput | undefined, callbacks: UploadCallbacks) => void
  retry: () => void
  /** Removes the picked file and aborts its upload. */
  remove: () => void
}

interface UploadCallbacks {
  /** Called after the check of the file. Its upload starts afterwards, unless the signal is aborted. */
  onAccepted?: (signal: AbortSignal) => Promise<void>
  /** Called when the check has found a problem. */
  onRefused?: () => void
  onUploaded?: (uploaded: MediaInput) => void
}

interface Source {
  file: File
  callbacks: UploadCallbacks
}

/** Checks and uploads one picture or video, with progress, cancel and retry. Unmounting aborts the check and the upload. */
export function useMediaUpload(): MediaUpload {
  const [media, setMedia] = useState<PickedMedia | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [source, setSource] = useState<Source | null>(null)
  const checking = useRef<AbortController | null>(null)
  const uploading = useRef<AbortController | null>(null)

  const preview = media?.preview
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])
  // A layout effect, because an effect's cleanup runs some time after the page has changed: the check may end before.
  useLayoutEffect(
    () => () => {
      checking.current?.abort()
      uploading.current?.abort()
      removeFailedUpload(uploading)
    },
    [],
  )

  const upload = async ({ file, callbacks }: Source, picked: Omit<PickedMedia, 'state'>) => {
    const { signal } = restart(uploading)
    const setState = (state: PickedMedia['state']) => {
      if (!signal.aborted) setMedia({ ...picked, state })
    }
    setState({ status: 'uploading', fraction: 0 })
    try {
      // Imported on demand, because few visits upload a file.
      const { uploadMedia } = await import('./uploadMedia.ts')
      const uploaded = await uploadMedia(file, picked.type, {
        onProgress: (fraction) => setState({ status: 'uploading', fraction }),
        signal,
      })
      if (signal.aborted) return
      removeFailedUpload(uploading)
      setState({ status: 'done', uploaded })
      callbacks.onUploaded?.(uploaded)
    } catch (error) {
      if (signal.aborted) return
      reportError(error)
      addFailedUpload(uploading)
      setState({ status: 'failed' })
    }
  }

  const pick = async (file: File, wanted: MediaType, callbacks: UploadCallbacks = {}) => {
    const { signal } = restart(checking)
    setProblem(null)
    const found = await problemOf(file, wanted)
    // The user has left the page, or has picked another file.
    if (signal.aborted) return
    setProblem(found)
    if (found !== null) {
      callbacks.onRefused?.()
      return
    }
    await callbacks.onAccepted?.(signal)
    if (!signal.aborted) startShowing({ file, callbacks }, wanted)
  }

  const startShowing = (next: Source, type: MediaType, uploaded?: MediaInput) => {
    const picked = { name: next.file.name, type, preview: URL.createObjectURL(next.file) }
    setSource(next)
    if (uploaded) setMedia({ ...picked, state: { status: 'done', uploaded } })
    else void upload(next, picked)
  }

  return {
    media,
    problem,
    pick: (...given) => void pick(...given),
    restore: (file, type, uploaded, callbacks) => startShowing({ file, callbacks }, type, uploaded),
    retry: () => media && source && void upload(source, media),
    remove: () => {
      checking.current?.abort()
      uploading.current?.abort()
      setMedia(null)
      setSource(null)
      setProblem(null)
      removeFailedUpload(uploading)
    },
  }
}

/** Aborts the controller in the ref and replaces it by a new one. */
function restart(ref: { current: AbortController | null }): AbortController {
  ref.current?.abort()
  return (ref.current = new AbortController())
}

/** Resolves to null, or to an error message for the user. Never rejects. */
export async function problemOf(file: File, wanted: MediaType): Promise<string | null> {
  try {
    const { checkMedia } = await import('./checkMedia.ts')
    return await checkMedia(file, wanted)
  } catch (error) {
    reportError(error)
    return codeNotLoaded
  }
}
