import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { reportError } from '../../apollo/errors.ts'
import type { MediaInput, MediaType } from '../../generated/types.ts'

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
  pick: (file: File, wanted: MediaType) => void
  retry: () => void
  /** Removes the picked file and aborts its upload. */
  remove: () => void
}

/**
 * Checks and uploads one picture or video, with progress, cancel and retry. Unmounting aborts the check and the upload.
 * Calls `onUploaded` with the URL of each uploaded file.
 */
export function useMediaUpload(onUploaded?: (url: string) => Promise<void>): MediaUpload {
  const [media, setMedia] = useState<PickedMedia | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const checking = useRef<AbortController | null>(null)
  const uploading = useRef<AbortController | null>(null)

  const preview = media?.preview
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])
  // A layout effect, because an effect's cleanup runs some time after the page has changed: the check may end before.
  useLayoutEffect(
    () => () => {
      checking.current?.abort()
      uploading.current?.abort()
    },
    [],
  )

  const upload = async (source: File, picked: Omit<PickedMedia, 'state'>) => {
    const { signal } = restart(uploading)
    const show = (state: PickedMedia['state']) => {
      if (!signal.aborted) setMedia({ ...picked, state })
    }
    show({ status: 'uploading', fraction: 0 })
    try {
      // Imported on demand, because few visits upload a file.
      const { uploadMedia } = await import('./uploadMedia.ts')
      const uploaded = await uploadMedia(source, picked.type, {
        onProgress: (fraction) => show({ status: 'uploading', fraction }),
        signal,
      })
      if (signal.aborted) return
      show({ status: 'done', uploaded })
      await onUploaded?.(uploaded.url)
    } catch (error) {
      if (signal.aborted) return
      reportError(error)
      show({ status: 'failed' })
    }
  }

  const pick = async (source: File, wanted: MediaType) => {
    const { signal } = restart(checking)
    setProblem(null)
    const found = await problemOf(source, wanted)
    // The user has left the page, or has picked another file.
    if (signal.aborted) return
    setProblem(found)
    if (found !== null) return
    setFile(source)
    await upload(source, { name: source.name, type: wanted, preview: URL.createObjectURL(source) })
  }

  return {
    media,
    problem,
    pick: (source, wanted) => void pick(source, wanted),
    retry: () => media && file && void upload(file, media),
    remove: () => {
      uploading.current?.abort()
      setMedia(null)
      setFile(null)
      setProblem(null)
    },
  }
}

/** Aborts the controller in the ref and replaces it by a new one. */
function restart(ref: { current: AbortController | null }): AbortController {
  ref.current?.abort()
  return (ref.current = new AbortController())
}

async function problemOf(file: File, wanted: MediaType): Promise<string | null> {
  try {
    const { checkMedia } = await import('./checkMedia.ts')
    return await checkMedia(file, wanted)
  } catch (error) {
    reportError(error)
    return 'Weft could not be loaded. Check your connection and try again.'
  }
}
