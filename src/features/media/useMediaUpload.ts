import { useEffect, useRef, useState } from 'react'
import { reportError } from '../../apollo/errors.ts'
import type { MediaType } from '../../generated/types.ts'

/** A file on its way, or arrived. `preview` is an object URL of the file itself. */
export interface PickedMedia {
  name: string
  kind: MediaType
  preview: string
  state: { at: 'uploading'; fraction: number } | { at: 'failed' } | { at: 'done'; url: string }
}

export interface MediaUpload {
  media: PickedMedia | null
  /** Why the file picked last was refused. */
  problem: string | null
  pick: (file: File, wanted: MediaType) => void
  retry: () => void
  remove: () => void
}

// Few visits see a file.
const loadUploader = () => import('./mediaUploader.ts')

async function checked(file: File, wanted: MediaType): Promise<string | null> {
  try {
    const { checkMedia } = await import('./mediaKind.ts')
    const check = await checkMedia(file, wanted)
    return check.ok ? null : check.problem
  } catch (error) {
    reportError(error)
    return 'Weft could not be loaded. Check your connection and try again.'
  }
}

/** One picture or video: checked, uploaded with progress, cancelled, tried again. */
export function useMediaUpload(): MediaUpload {
  const [media, setMedia] = useState<PickedMedia | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const underWay = useRef<AbortController | null>(null)

  const preview = media?.preview
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])
  useEffect(() => () => underWay.current?.abort(), [])

  const upload = async (source: File, picked: Omit<PickedMedia, 'state'>) => {
    const controller = new AbortController()
    underWay.current?.abort()
    underWay.current = controller
    const show = (state: PickedMedia['state']) => {
      if (underWay.current === controller) setMedia({ ...picked, state })
    }
    show({ at: 'uploading', fraction: 0 })
    try {
      const { mediaUploader } = await loadUploader()
      const url = await mediaUploader.upload(source, picked.kind, {
        onProgress: (fraction) => show({ at: 'uploading', fraction }),
        signal: controller.signal,
      })
      show({ at: 'done', url })
    } catch (error) {
      if (controller.signal.aborted) return
      reportError(error)
      show({ at: 'failed' })
    }
  }

  const pick = async (source: File, wanted: MediaType) => {
    setProblem(null)
    const problemOfFile = await checked(source, wanted)
    setProblem(problemOfFile)
    if (problemOfFile !== null) return
    setFile(source)
    await upload(source, { name: source.name, kind: wanted, preview: URL.createObjectURL(source) })
  }

  return {
    media,
    problem,
    pick: (source, wanted) => void pick(source, wanted),
    retry: () => media && file && void upload(file, media),
    remove: () => {
      underWay.current?.abort()
      underWay.current = null
      setMedia(null)
      setFile(null)
      setProblem(null)
    },
  }
}
