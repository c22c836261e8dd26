import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { reportError } from '../../apollo/errors.ts'
import type { MediaInput, MediaType } from '../../generated/types.ts'
import { checkMedia } from './checkMedia.ts'
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
  /** Saves the file. Called once its format and size are accepted, while a picture is decoded. Never rejects. */
  save?: () => Promise<void>
  /** Called when the file is accepted and saved. Its upload starts afterwards. */
  onAccepted?: () => void
  /** Called when the check has found a problem. */
  onRefused?: () => void
  /** Called when the saved file is not used: the check has found a problem, or was aborted. */
  onDiscarded?: () => void
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
    let saving: Promise<void> | undefined
    const found = await checkMedia(file, wanted, () => {
      saving = callbacks.save?.()
    })
    if (!signal.aborted) setProblem(found)
    await saving
    // Aborted: the user has left the page, has picked another file, or has removed the former one.
    if (signal.aborted || found !== null) {
      if (saving) callbacks.onDiscarded?.()
      if (!signal.aborted) callbacks.onRefused?.()
      return
    }
    callbacks.onAccepted?.()
    startShowing({ file, callbacks }, wanted)
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
