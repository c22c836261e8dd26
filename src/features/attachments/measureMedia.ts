import { maxMediaSide } from '../../../shared/formats.ts'
import type { MediaType } from '../../generated/types.ts'

interface MediaSize {
  width: number | null
  height: number | null
}

const unknownSize: MediaSize = { width: null, height: null }

/** The longest wait for the size of a video: some browsers do not load videos in a tab that is not visible. */
const TIMEOUT_MS = 5000

/**
 * Resolves to the size in which the browser shows a picture or video, in pixels: a photo that its camera has marked as
 * rotated is measured after the rotation. The size is null if the browser cannot read it. Never rejects.
 */
export async function measureMedia(file: Blob, type: MediaType): Promise<MediaSize> {
  const url = URL.createObjectURL(file)
  try {
    const { width, height } = await (type === 'VIDEO' ? sizeOfVideo(url) : sizeOfPicture(url))
    return isSide(width) && isSide(height) ? { width, height } : unknownSize
  } catch {
    return unknownSize
  } finally {
    URL.revokeObjectURL(url)
  }
}

async function sizeOfPicture(url: string): Promise<MediaSize> {
  const image = new Image()
  image.src = url
  await image.decode()
  return { width: image.naturalWidth, height: image.naturalHeight }
}

function sizeOfVideo(url: string): Promise<MediaSize> {
  const video = document.createElement('video')
  return new Promise((resolve) => {
    const stop = () => resolve(unknownSize)
    video.addEventListener('loadedmetadata', () => resolve({ width: video.videoWidth, height: video.videoHeight }))
    video.addEventListener('error', stop)
    setTimeout(stop, TIMEOUT_MS)
    video.preload = 'metadata'
    video.src = url
  })
}

/** Whether the backend accepts this width or height. */
function isSide(pixels: number | null): boolean {
  return pixels !== null && pixels >= 1 && pixels <= maxMediaSide
}
